// The time of both players. What a move has taken is kept with the move, so that taking it back gives the time back.

/** @import {Color} from "./contract.d.ts" */
/** @import {Cause} from "./course.mjs" */
/** @import {Play} from "./play.mjs" */

/** Seconds for the whole game and, when they are used up, for each move. */
export const TIMES = Object.freeze({
  none: null,
  30: Object.freeze({ main: 0, move: 30 }),
  60: Object.freeze({ main: 0, move: 60 }),
  byoyomi: Object.freeze({ main: 600, move: 30 }),
});

/** From this many seconds on the clock calls for attention. */
const SHORT = 10;

export class Clock {
  /** @type {number | null} when the running move began, in milliseconds */
  #since = null;

  /** Seconds that the move has taken before the clock was stopped for a while. */
  #spent = 0;

  /** Seconds that were left when the reader last heard of it. */
  #said = Infinity;

  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticking;

  /**
   * @param {Play} play
   * @param {Record<Color, HTMLElement>} faces
   */
  constructor(play, faces) {
    this.play = play;
    this.faces = faces;
    play.host.addEventListener("banmen:change", (event) => {
      const { cause } = /** @type {CustomEvent<{cause: Cause}>} */ (event).detail;
      this.#hear(cause);
    });
    play.host.addEventListener("banmen:terms", () => this.#hear("load"));
    this.#hear("load");
  }

  get #time() {
    return TIMES[/** @type {keyof typeof TIMES} */ (this.play.course.terms.time)];
  }

  get #elapsed() {
    return this.#spent + (this.#since === null ? 0 : (performance.now() - this.#since) / 1000);
  }

  /** @param {Cause} cause */
  #hear(cause) {
    const { at } = this.play.course.tree;
    if (cause === "move" && this.#time && at.ply > 1) at.seconds = Math.round(this.#elapsed * 10) / 10;
    this.#spent = cause === "step" && !at.next ? this.#elapsed : 0;
    this.#since = null;
    clearInterval(this.#ticking);
    // The first move is free, and who looks back is not pressed.
    if (this.#time && at.ply > 0 && !at.next && this.play.view.moves.length) {
      this.#since = performance.now();
      this.#said = this.#left(this.play.view.turn);
      this.#ticking = setInterval(() => this.#tick(), 200);
    }
    this.#draw();
  }

  #tick() {
    // A board that was taken out of the page has no clock.
    if (!this.play.host.isConnected) clearInterval(this.#ticking);
    this.#draw();
    const { turn } = this.play.view;
    const isPersons = this.play.course.terms.players[turn] === null;
    const left = this.#left(turn);
    if (isPersons && left > 0) this.#warn(left);
    if (left > 0 || !isPersons || this.play.isPending) return;
    clearInterval(this.#ticking);
    this.play.course.end("time");
  }

  /** Says that only the time of one move is left, and that it is nearly up, to who cannot see the clock. @param {number} left */
  #warn(left) {
    const time = this.#time;
    const mark = [SHORT, time?.main ? time.move : 0].find((seconds) => left <= seconds && seconds < this.#said);
    if (!mark) return;
    this.#said = mark;
    this.play.panel.announce(this.play.voice.say("game_clock_short", { n: mark }));
  }

  /** Seconds that a side has left: of the whole game, and then of the move. @param {Color} color */
  #left(color) {
    const time = this.#time;
    if (!time) return Infinity;
    let used = 0;
    for (let at = this.play.course.tree.at; at.parent; at = at.parent) {
      if (at.text?.parts.color === color) used += at.seconds ?? 0;
    }
    const main = Math.max(0, time.main - used);
    return main + time.move - (color === this.play.view.turn ? this.#elapsed : 0);
  }

  #draw() {
    const time = this.#time;
    for (const color of /** @type {Color[]} */ (["b", "w"])) {
      const face = this.faces[color];
      face.hidden = !time;
      if (!time) continue;
      const left = Math.max(0, Math.ceil(this.#left(color)));
      // The seconds of each move only show when the time of the game is used up.
      const isLast = left <= time.move;
      const shown = isLast ? left : left - time.move;
      face.textContent = `${Math.floor(shown / 60)}:${String(shown % 60).padStart(2, "0")}`;
      const runs = this.#since !== null && color === this.play.view.turn;
      face.dataset.state = [runs && "runs", isLast && time.main && "last", left <= SHORT && "short"].filter(Boolean).join(" ");
    }
  }
}
