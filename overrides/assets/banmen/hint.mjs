// What the computer would play here, and why: shown on the board and said in words.

import { call } from "./client.mjs";
import { fail, ponder } from "./thinking.mjs";

/** @import {MoveParts} from "./contract.d.ts" */
/** @import {Play} from "./play.mjs" */
/** @import {Voice} from "./voice.mjs" */

/** @param {Play} play */
export async function giveHint(play) {
  const again = () => giveHint(play);
  const { past } = play;
  const found = await ponder(play, "hint", {}, again);
  if (!found) return;
  const { move, reasons = [] } = found;
  if (!move) return fail(play, play.voice.say("game_stopped"), again);
  const after = await play.ask(() => call("view", { record: { ...past, moves: [...(past.moves ?? []), move] } }), again);
  play.think(null);
  const parts = after?.texts.at(-1)?.parts;
  if (!parts) return;
  const why = reasons.map((reason) => play.voice.hint(reason));
  const marks = [parts.from, parts.to].filter((square) => square !== null);
  play.tell({ text: [hinted(play.voice, parts), ...why].join(" "), kind: "status", marks });
}

/** @param {Voice} voice @param {MoveParts} parts */
function hinted(voice, { piece, from, to, drop, promotes }) {
  const keys = [drop ? "hint_drop" : "hint_move"];
  if (promotes) keys.push("said_promotes");
  if (promotes === false) keys.push("said_stays");
  return `${voice.sayAll(keys, { piece, from, to })}.`;
}
