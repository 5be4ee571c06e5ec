// The course of one board's game: its moves and branches, who plays them, and the ways about in them.

import { CallError, call } from "./client.mjs";
import { Tree } from "./tree.mjs";

/** @import {Color, Config, GameRecord, Terms} from "./contract.d.ts" */
/** @import {Play} from "./play.mjs" */
/** @import {Node} from "./tree.mjs" */

/**
 * What a "banmen:change" event tells: a move was made, another position of the game is shown, the game was ended
 * as no position does, or another game is on the board.
 * @typedef {"move" | "step" | "end" | "load"} Cause
 */

export class Course {
  /** @type {Node | null} the position that the engine is being asked for */
  #heading = null;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.terms = termsOf(play.config);
    this.tree = this.#ofPage();
  }

  /** Moves that the page itself has made. */
  get first() {
    return this.play.config.record.moves?.length ?? 0;
  }

  /** The position shown, or the one that will be as soon as the engine has told it. */
  get heading() {
    return this.#heading ?? this.tree.at;
  }

  #ofPage() {
    const { record, view } = this.play.config;
    const tree = new Tree(record);
    tree.learn(tree.at, view);
    return tree;
  }

  /** Where taking back leads: to the last position in which a person was to move. */
  get before() {
    const { at } = this.tree;
    let to = this.play.isPending || at.end ? at : at.parent;
    while (to && this.terms.players[turnAt(to)]) to = to.parent;
    const isOfPage = this.play.config.tools === "few" && to && to.ply < this.first;
    return isOfPage ? null : to;
  }

  async takeBack() {
    const to = this.before;
    if (!to) return;
    // A move that is only shown, or an ending, is taken back by itself.
    if (to === this.tree.at && !this.play.isPending) to.end = to.ended = null;
    if (await this.#go(to)) this.play.announce(this.play.voice.say("taken_back"));
  }

  /** Shows another position of the game. @param {Node | null | undefined} to */
  async step(to) {
    if (!to || !(await this.#go(to))) return;
    this.play.announce(to.text ? this.play.voice.moved(to.text.parts) : "");
  }

  /** @param {Node} to */
  async #go(to) {
    this.play.drop();
    if (!(to.end ? to.ended : to.view)) {
      this.#heading = to;
      const view = await this.play.ask(() => call("view", { record: this.tree.past(to) }), () => this.step(to));
      if (this.#heading === to) this.#heading = null;
      if (!view) return false;
      this.tree.learn(to, view);
    }
    this.#heading = null;
    this.tree.go(to);
    this.play.changed("step");
    return true;
  }

  /**
   * Puts another game on the board and says whether that could be done; if not, the reader is told why.
   * @param {GameRecord} record
   * @param {number} [ply] the position to show; the last one if not told
   * @returns {Promise<boolean>}
   */
  async load(record, ply = Infinity) {
    this.play.drop();
    const tree = await this.play.ask(() => this.#read(record, ply), () => this.load(record, ply));
    if (!tree) return false;
    this.tree = tree;
    this.play.announce("");
    this.play.changed("load");
    return true;
  }

  /** @param {GameRecord} record @param {number} ply */
  async #read(record, ply) {
    const tree = new Tree(record);
    if (tree.origin.game !== this.play.config.record.game) throw new CallError({ code: "record.game", details: {} });
    tree.learn(tree.at, await call("view", { record: tree.past() }));
    const shown = tree.line[Math.max(0, Math.floor(ply))] ?? tree.at;
    if (shown !== tree.at) tree.learn(shown, await call("view", { record: tree.past(shown) }));
    tree.go(shown);
    return tree;
  }

  /** Ends the game as no position does, for the side to move. @param {string} end such as "resign" */
  async end(end) {
    this.play.drop();
    const record = { ...this.tree.past(), end };
    const view = await this.play.ask(() => call("view", { record }), () => this.end(end));
    if (!view) return;
    this.tree.end(end, view);
    this.play.announce("");
    this.play.changed("end");
  }

  reset() {
    this.play.drop();
    this.tree = this.#ofPage();
    this.play.announce(this.play.voice.say("was_reset"));
    this.play.changed("load");
  }
}

/** Who plays and on what terms, as the page has it. @param {Config} config @returns {Terms} */
function termsOf({ play, level, color }) {
  const seat = (/** @type {Color} */ side) => (play === "computer" && color !== side ? level : null);
  return { players: { b: seat("b"), w: seat("w") }, time: "none", turning: false };
}

/** @param {Node} at @returns {Color} */
export function turnAt({ view, text, next }) {
  if (view) return view.turn;
  return next?.text?.parts.color ?? (text?.parts.color === "b" ? "w" : "b");
}
