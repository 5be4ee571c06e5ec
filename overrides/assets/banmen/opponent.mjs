// The computer as a player: whenever a side that it plays is to move at the end of a line, it thinks and answers.

import { prepare } from "./client.mjs";
import { need } from "./need.mjs";
import { PAUSE, fail, leave, ponder } from "./thinking.mjs";

/** @import {Cause} from "./course.mjs" */
/** @import {Play} from "./play.mjs" */

/** A score, in hundredths of the weakest piece, at which the computer takes a draw. */
const CONTENT = -150;

/** The level that looks its moves up, where the game is solved. */
const PERFECT = "perfect";

/** @type {WeakMap<Play, Opponent>} */
const opponents = new WeakMap();

/** @param {Play} play */
export function opponentOf(play) {
  const opponent = opponents.get(play) ?? new Opponent(play);
  opponents.set(play, opponent);
  return opponent;
}

class Opponent {
  /** How it judged its last move. */
  #score = 0;

  /** What is looked up carries a number; an answer to an older question is dropped. */
  #question = 0;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    play.host.addEventListener("banmen:change", (event) => {
      const { cause } = /** @type {CustomEvent<{cause: Cause}>} */ (event).detail;
      this.consider(cause);
    });
    play.host.addEventListener("banmen:terms", () => this.consider());
    startWhenIdle();
  }

  /** Whether it would agree on a draw. */
  get isContent() {
    return this.#score <= CONTENT;
  }

  /** Thinks if it is the computer's turn. A reader who looks at earlier positions is left alone. @param {Cause} [cause] */
  consider(cause) {
    this.#question++;
    leave(this.play);
    const { play } = this;
    const level = play.course.terms.players[play.view.turn];
    const isOver = !play.view.moves.length;
    if (!level || isOver || (cause !== "move" && play.course.tree.at.next)) return;
    if (level === PERFECT) this.#lookUp();
    else this.#think(level);
  }

  /** The best move of a solved game. */
  async #lookUp() {
    const { play } = this;
    const question = this.#question;
    const again = () => this.consider("move");
    play.stopThinking = () => {
      this.#question++;
      fail(play, play.voice.say("game_stopped"), again);
    };
    play.think({});
    const parts = await need(play, Promise.all([import("./perfect.mjs"), import("./solved.mjs")]));
    if (!parts) return;
    const [{ perfectMove }, { failure }] = parts;
    try {
      const [move] = await Promise.all([perfectMove(play, play.past), new Promise((resolve) => setTimeout(resolve, PAUSE))]);
      if (question === this.#question && move) play.answer(move);
    } catch (error) {
      if (question === this.#question) fail(play, failure(error, play), again);
    }
  }

  /** @param {string} level */
  async #think(level) {
    const { play } = this;
    const seed = Math.floor(Math.random() * 2 ** 32);
    const thought = await ponder(play, "think", { level, seed }, () => this.consider("move"));
    if (!thought) return;
    this.#score = thought.score ?? 0;
    if (thought.move) play.answer(thought.move);
    else fail(play, play.voice.say("game_stopped"), () => this.consider("move"));
  }
}

/** The engine is on its way before the first move, where that costs the reader nothing that they wanted to save. */
function startWhenIdle() {
  const { connection } = /** @type {Navigator & {connection?: {saveData?: boolean}}} */ (navigator);
  if (connection?.saveData) return;
  if ("requestIdleCallback" in window) requestIdleCallback(prepare, { timeout: 5000 });
  else setTimeout(prepare, 1000);
}
