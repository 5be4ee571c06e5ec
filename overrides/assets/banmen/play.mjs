// One board's game: what has been played on it, what the reader is trying, and what the engine said.

import { BootError, CallError, call, onBoot } from "./client.mjs";
import { Course } from "./course.mjs";
import { Grip } from "./grip.mjs";
import { listen } from "./input.mjs";
import { afterMove, isHand, originOf, targets } from "./moves.mjs";
import { need } from "./need.mjs";
import { Panel } from "./panel.mjs";
import { settings } from "./settings.mjs";
import { Stage, element } from "./stage.mjs";

/** @import {Boot, Color, Config, GameRecord, Refusal, Terms, Thought, View} from "./contract.d.ts" */
/** @import {Cause} from "./course.mjs" */
/** @import {Hold} from "./grip.mjs" */
/** @import {Place} from "./input.mjs" */
/** @import {Message} from "./panel.mjs" */
/** @import {Task} from "./task.mjs" */
/** @import {Voice} from "./voice.mjs" */

let boards = 0;

export class Play {
  /** @type {{usi: string, view: View} | null} a move that is shown and not yet confirmed */
  #pending = null;

  /** @type {(Message & {squares?: string[]}) | null} what stands instead of the status */
  #message = null;

  /** @type {(() => void) | null} what to do again after a failure */
  #again = null;

  /** What the engine is asked carries a number; an answer to an older question is dropped. */
  #question = 0;
  #waiting = false;

  /** @type {Partial<Thought> | null} what the computer has found so far, while it thinks */
  #thought = null;

  /** @type {Boot} */
  #boot = { stage: "idle" };

  /** A position that is being set up. @type {View | null} */
  editing = null;

  /** Ends what the computer is thinking; set by thinking.mjs. */
  stopThinking = () => {};

  /** What the page asks of the reader; set by board.mjs. @type {Task | null} */
  task = null;

  /**
   * @param {HTMLElement} host
   * @param {SVGSVGElement} picture
   * @param {Config} config
   * @param {Voice} voice
   */
  constructor(host, picture, config, voice) {
    this.host = host;
    this.config = config;
    this.voice = voice;
    this.flipped = config.flip;
    this.course = new Course(this);
    /** @type {Hold} */
    this.grip = new Grip(this);
    const help = element("p", "", { id: `banmen-help-${++boards}`, hidden: "" });
    help.textContent = voice.say("board_help");
    this.stage = new Stage(config, voice, picture, help.id);
    this.panel = new Panel(voice, {
      takeBack: () => this.course.takeBack(),
      reset: () => this.course.reset(),
      flip: () => this.flip(),
      retry: () => this.#again?.(),
      stop: () => this.stopThinking(),
    });
    host.append(this.stage.frame, this.panel.root, help);
    host.dataset.live = "";
    this.draw();
  }

  /** Seats the computer, and tells who waits for it that the board is whole. */
  async begin() {
    if (this.config.play === "computer") await this.settle({});
    this.host.dispatchEvent(new CustomEvent("banmen:ready", { bubbles: true, detail: { play: this } }));
  }

  /** Who plays and on what terms, which no record says: plain data that can be kept with a game. */
  get extras() {
    return this.course.terms;
  }

  set extras(terms) {
    this.settle(terms);
  }

  /** Changes the terms of the game. What is not told stays. @param {Partial<Terms>} terms */
  async settle(terms) {
    const { players, time, turning } = { ...this.course.terms, ...terms };
    // They may come from what a browser has kept.
    const [b, w] = [players?.b, players?.w].map((level) => (typeof level === "string" ? level : null));
    this.course.terms = { players: { b: b ?? null, w: w ?? null }, time: String(time), turning: turning === true };
    if (b || w) (await need(this, import("./opponent.mjs")))?.opponentOf(this);
    this.draw();
    this.host.dispatchEvent(new CustomEvent("banmen:terms", { bubbles: true, detail: { play: this } }));
  }

  /** Hears the reader and the engine until the signal comes. @param {AbortSignal} signal */
  listen(signal) {
    listen(
      this.stage,
      {
        choose: (place) => this.grip.choose(place),
        lift: (place) => this.grip.lift(place),
        put: (target) => this.grip.put(target),
        cancel: () => this.grip.cancel(),
        leave: () => this.grip.selected && this.grip.cancel(),
      },
      signal,
    );
    onBoot((boot) => {
      this.#boot = boot;
      this.draw();
    }, signal);
  }

  /** @returns {View} */
  get view() {
    const { at } = this.course.tree;
    return /** @type {View} */ (this.editing ?? this.#pending?.view ?? at.ended ?? at.view);
  }

  /** The whole game, with what lies ahead of the position shown and with all branches. @returns {GameRecord} */
  get record() {
    return this.course.tree.record;
  }

  /** The game up to the position shown. @returns {GameRecord} */
  get past() {
    return this.course.tree.past();
  }

  get ply() {
    return this.course.tree.at.ply;
  }

  /** Whether a move is shown that the engine has not confirmed. */
  get isPending() {
    return this.#pending !== null;
  }

  get isAsking() {
    return this.isPending || this.#waiting;
  }

  get hasMessage() {
    return this.#message !== null;
  }

  /** Whether the reader may move. */
  get isOpen() {
    return !this.#pending && !this.view.problems.length && !this.#isComputers && !this.task?.isAnswering;
  }

  /** Whether the computer is to move and does not think. */
  get isStopped() {
    return this.#isComputers && !this.#thought && !this.#pending;
  }

  get #isComputers() {
    return this.course.terms.players[this.view.turn] !== null && !this.view.outcome;
  }

  draw() {
    const { view } = this;
    const loading = this.panel.drawWait(this.#boot, this.#waiting, this.#thought);
    const { first, before } = this.course;
    const isOfPage = !this.#pending && this.ply === first;
    this.stage.draw({
      view,
      flipped: this.flipped,
      selected: this.grip.selected,
      targets: settings.get("targets") ? targets(view, this.grip.selected) : new Set(),
      proof: new Set(this.#message?.squares),
      marked: new Set([...(isOfPage ? this.config.marks : []), ...(this.#message?.marks ?? [])]),
      busy: this.#pending !== null,
    });
    const message = loading ? this.#status(loading) : (this.#message ?? this.#standing());
    this.panel.draw(message, before !== null);
  }

  /** @param {string} text @returns {Message} */
  #status(text) {
    return { text, kind: "status" };
  }

  /** @returns {Message} */
  #standing() {
    const { view } = this;
    if (this.#pending) return this.#status(this.voice.say("asking"));
    const over = view.outcome || view.problems.length;
    const text = this.task?.standing ?? this.voice.status(view);
    return { text, kind: "status", mark: over ? null : view.turn };
  }

  /** Plays a legal move and explains one that is refused, as if it were made on the board. @param {string} usi */
  attempt(usi) {
    if (!this.isOpen) return;
    if (this.view.moves.includes(usi)) this.move(usi);
    else this.explain(usi);
  }

  /** The computer's move. @param {string} usi */
  answer(usi) {
    this.#thought = null;
    if (this.view.moves.includes(usi)) this.move(usi);
  }

  /** Shows that the computer thinks, or that it has stopped. @param {Partial<Thought> | null} thought */
  think(thought) {
    const begins = thought && !this.#thought;
    this.#thought = thought;
    if (begins) {
      this.clear();
      this.panel.announce(this.voice.say("game_thinks"));
    }
    this.draw();
  }

  /**
   * Puts another game on the board and says whether that could be done; if not, the reader is told why.
   * @param {GameRecord} record
   * @param {number} [ply] the position to show; the last one if not told
   */
  load(record, ply) {
    return this.course.load(record, ply);
  }

  flip() {
    this.turnTo(this.flipped ? "b" : "w");
    this.panel.announce(this.voice.say("turned", { color: this.flipped ? "w" : "b" }));
  }

  /** Puts a side at the bottom. @param {Color} color */
  turnTo(color) {
    this.flipped = color === "w";
    this.draw();
  }

  /** Draws what the engine has confirmed, and tells who listens. @param {Cause} cause */
  changed(cause) {
    this.draw();
    const { record, ply, view } = this;
    this.host.dispatchEvent(new CustomEvent("banmen:change", { bubbles: true, detail: { play: this, record, ply, view, cause } }));
  }

  /** Says what has happened and how things stand, to who cannot see it. @param {string} text */
  announce(text) {
    this.panel.announce([text, this.#standing().text].filter(Boolean).join(" "));
  }

  /** Leaves a move that is not confirmed too. */
  drop() {
    this.#pending = null;
    this.clear();
  }

  /** Leaves everything that was begun, and stops listening for the answer to it. */
  clear() {
    this.#question++;
    this.#waiting = false;
    this.grip.clear();
    this.#message = null;
    this.#again = null;
  }

  /** Shows a legal move at once and asks the engine what it leads to. @param {string} usi */
  move(usi) {
    this.clear();
    this.#pending = { usi, view: afterMove(this.view, usi) };
    this.confirm();
  }

  async confirm() {
    const pending = this.#pending;
    if (!pending || (this.task?.isAsked && !(await this.task.accepts(pending.usi)))) return;
    const record = { ...this.past, moves: [...(this.past.moves ?? []), pending.usi] };
    const view = await this.ask(() => call("view", { record }), () => this.confirm());
    if (!view) return;
    this.#pending = null;
    this.course.tree.play(pending.usi, view);
    const parts = view.texts.at(-1)?.parts;
    this.announce(parts ? this.voice.moved(parts) : "");
    this.changed("move");
  }

  /** Asks why a move is refused, and shows it. @param {string} usi */
  async explain(usi) {
    const origin = originOf(usi);
    const tried = { origin, hand: isHand(origin) ? this.view.turn : null };
    const record = this.past;
    this.clear();
    const answer = await this.ask(() => call("explain", { record, move: usi }), () => this.explain(usi));
    if (!answer) return;
    if (answer.legal) return this.move(usi);
    this.refuse(answer.refusal, tried);
  }

  /** @param {Refusal} refusal @param {Place | null} [tried] */
  refuse(refusal, tried = null) {
    this.refuseWith(this.voice.refusal(refusal), refusal.squares, this.#linkTo(refusal), tried);
  }

  /** Says a sentence below the board, and aloud. @param {Message} message */
  tell(message) {
    this.clear();
    this.#message = message;
    this.panel.announce(message.text);
    this.draw();
  }

  /** @param {Refusal} refusal */
  #linkTo({ code }) {
    const page = this.config.rules_page;
    return page === null ? null : `${page}#${encodeURIComponent(code)}`;
  }

  /**
   * @param {string} text
   * @param {string[]} squares
   * @param {string | null} link
   * @param {Place | null} tried
   */
  refuseWith(text, squares, link, tried) {
    this.clear();
    this.#message = { text, kind: "refusal", squares, link };
    this.panel.announce(text);
    this.draw();
    if (tried) this.stage.shake(tried.origin, tried.hand ?? this.view.turn);
  }

  /** Says what failed, and offers to do it again. @param {string} text @param {() => void} again */
  tellAgain(text, again) {
    this.tell({ text, kind: "failure" });
    this.#again = again;
  }

  /**
   * Waits for the engine. Null when it failed, which is then shown with a way to try again, or when the reader went on meanwhile.
   * @template T
   * @param {() => Promise<T>} question
   * @param {() => void} again
   * @returns {Promise<T | null>}
   */
  async ask(question, again) {
    this.clear();
    const asked = this.#question;
    this.#waiting = true;
    this.#message = this.#status(this.voice.say("asking"));
    if (this.#boot.stage !== "ready") this.panel.announce(this.voice.say("starting"));
    this.draw();
    try {
      const answer = await question();
      if (asked !== this.#question) return null;
      this.clear();
      return answer;
    } catch (error) {
      if (asked !== this.#question) return null;
      this.clear();
      this.#fail(error, again);
      return null;
    }
  }

  /**
   * @param {unknown} error
   * @param {() => void} again
   */
  #fail(error, again) {
    if (error instanceof CallError) {
      // The engine disagrees with what was shown, so that asking again would not help.
      this.#pending = null;
      this.#message = { text: this.voice.error(error.code, error.details), kind: "refusal" };
    } else {
      if (!(error instanceof BootError)) throw error;
      // Where there is no engine, there is nothing to try again.
      const canBe = error.failure !== "none";
      this.#again = canBe ? again : null;
      this.#message = { text: this.voice.failure(error.failure), kind: canBe ? "failure" : "refusal" };
    }
    const { text } = this.#message;
    this.panel.announce(text);
    this.draw();
  }
}
