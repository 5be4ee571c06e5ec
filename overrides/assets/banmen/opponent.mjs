// The computer as a player: whenever a side that it plays is to move at the end of a line, it thinks and answers.

import { BootError, CallError, call, prepare } from "./client.mjs";

/** @import {Thought} from "./contract.d.ts" */
/** @import {Cause} from "./course.mjs" */
/** @import {Play} from "./play.mjs" */

/** An answer never comes faster than this, in milliseconds: one must see that it is one. */
const PAUSE = 350;

/** A score, in hundredths of the weakest piece, at which the computer takes a draw. */
const CONTENT = -150;

/** @type {WeakMap<Play, Opponent>} */
const opponents = new WeakMap();

/** @param {Play} play */
export function opponentOf(play) {
  const opponent = opponents.get(play) ?? new Opponent(play);
  opponents.set(play, opponent);
  return opponent;
}

class Opponent {
  /** @type {AbortController | null} ends what it is thinking */
  #thinking = null;

  /** How it judged its last move. */
  #score = 0;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    play.host.addEventListener("banmen:change", (event) => {
      const { cause } = /** @type {CustomEvent<{cause: Cause}>} */ (event).detail;
      this.consider(cause);
    });
    play.host.addEventListener("banmen:terms", () => this.consider());
    play.stopThinking = () => this.#thinking?.abort("now");
    startWhenIdle();
  }

  /** Whether it would agree on a draw. */
  get isContent() {
    return this.#score <= CONTENT;
  }

  /** Thinks if it is the computer's turn. A reader who looks at earlier positions is left alone. @param {Cause} [cause] */
  consider(cause) {
    this.#thinking?.abort("other");
    this.#thinking = null;
    const { play } = this;
    const level = play.course.terms.players[play.view.turn];
    const isOver = !play.view.moves.length;
    if (!level || isOver || (cause !== "move" && play.course.tree.at.next)) play.think(null);
    else this.#think(level);
  }

  /** @param {string} level */
  async #think(level) {
    const { play } = this;
    const thinking = new AbortController();
    this.#thinking = thinking;
    const isCurrent = () => this.#thinking === thinking;
    play.think({});
    try {
      const [thought] = await Promise.all([
        call(
          "think",
          { record: play.past, level, seed: Math.floor(Math.random() * 2 ** 32) },
          { signal: thinking.signal, progress: (found) => isCurrent() && play.think(/** @type {Thought} */ (found)) },
        ),
        new Promise((resolve) => setTimeout(resolve, PAUSE)),
      ]);
      if (!isCurrent()) return;
      this.#thinking = null;
      this.#score = thought.score ?? 0;
      if (thought.move) play.answer(thought.move);
      else this.#offerAgain(play.voice.say("game_stopped"));
    } catch (error) {
      if (!isCurrent()) return;
      this.#thinking = null;
      if (error instanceof CallError) this.#offerAgain(play.voice.error(error.code, error.details));
      else if (error instanceof BootError) this.#offerAgain(play.voice.failure(error.failure));
      else throw error;
    }
  }

  /** @param {string} text */
  #offerAgain(text) {
    this.play.think(null);
    this.play.tellAgain(text, () => this.consider("move"));
  }
}

/** The engine is on its way before the first move, where that costs the reader nothing that they wanted to save. */
function startWhenIdle() {
  const { connection } = /** @type {Navigator & {connection?: {saveData?: boolean}}} */ (navigator);
  if (connection?.saveData) return;
  if ("requestIdleCallback" in window) requestIdleCallback(prepare, { timeout: 5000 });
  else setTimeout(prepare, 1000);
}
