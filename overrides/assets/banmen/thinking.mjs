// One long question of a board at a time: it shows how far the engine has come and can be stopped, and whoever asks the
// next one, or changes the position that it is about, overtakes it.

import { BootError, CallError, call } from "./client.mjs";

/** @import {Results} from "./contract.d.ts" */
/** @import {Play} from "./play.mjs" */

/** @typedef {"think" | "hint"} Question */

/** An answer never comes faster than this, in milliseconds: one must see that it is one. */
export const PAUSE = 350;

/** @type {WeakMap<Play, AbortController>} */
const current = new WeakMap();

/**
 * Asks about the position shown. Null where the question was overtaken or has failed, which the board then says.
 * @template {Question} Q
 * @param {Play} play
 * @param {Q} question
 * @param {object} params besides the record
 * @param {() => void} again asks once more, should the reader wish so
 * @returns {Promise<Results[Q] | null>}
 */
export async function ponder(play, question, params, again) {
  leave(play);
  const thinking = new AbortController();
  const isCurrent = () => current.get(play) === thinking;
  current.set(play, thinking);
  play.stopThinking = () => current.get(play)?.abort("now");
  play.host.addEventListener("banmen:change", () => isCurrent() && leave(play), { once: true });
  play.think({});
  /** @type {(found: any) => void} */
  const progress = (found) => isCurrent() && play.think(found);
  try {
    const [found] = await Promise.all([
      call(question, { record: play.past, ...params }, { signal: thinking.signal, progress }),
      new Promise((resolve) => setTimeout(resolve, PAUSE)),
    ]);
    if (!isCurrent()) return null;
    if (!play.isPending) return found;
    // The reader has moved meanwhile.
    leave(play);
    return null;
  } catch (error) {
    if (!isCurrent()) return null;
    if (error instanceof CallError) fail(play, play.voice.error(error.code, error.details), again);
    else if (error instanceof BootError) fail(play, play.voice.failure(error.failure), again);
    else throw error;
    return null;
  } finally {
    if (isCurrent()) current.delete(play);
  }
}

/** Ends what the board is asking. @param {Play} play */
export function leave(play) {
  current.get(play)?.abort("other");
  current.delete(play);
  play.think(null);
}

/**
 * @param {Play} play
 * @param {string} text
 * @param {() => void} again
 */
export function fail(play, text, again) {
  play.think(null);
  play.tellAgain(text, again);
}
