// One board's game: what has been played on it, what the reader is trying, and what the engine said.

import { BootError, CallError, call, onBoot } from "./client.mjs";
import { listen } from "./input.mjs";
import { afterMove, between, colorOf, isHand, originOf, promotes, symbolAt, targets } from "./moves.mjs";
import { Panel } from "./panel.mjs";
import { Stage, element } from "./stage.mjs";

/** @import {Boot, Config, GameRecord, Refusal, View} from "./contract.d.ts" */
/** @import {Place} from "./input.mjs" */
/** @import {Message} from "./panel.mjs" */
/** @import {Voice} from "./voice.mjs" */

let boards = 0;

export class Play {
  /** @type {{usi: string, view: View}[]} moves made here, each with the engine's view after it */
  #played = [];

  /** @type {{usi: string, view: View} | null} a move that is shown and not yet confirmed */
  #pending = null;

  /** @type {string | null} an origin */
  #selected = null;

  /** @type {AbortController | null} ends an open promotion choice */
  #choosing = null;

  /** @type {(Message & {squares?: string[]}) | null} what stands instead of the status */
  #message = null;

  /** @type {(() => void) | null} what to do again after a failure */
  #again = null;

  /** What the engine is asked carries a number; an answer to an older question is dropped. */
  #question = 0;
  #waiting = false;

  /** @type {Boot} */
  #boot = { stage: "idle" };

  /**
   * @param {HTMLElement} host
   * @param {SVGSVGElement} picture
   * @param {Config} config
   * @param {Voice} voice
   */
  constructor(host, picture, config, voice) {
    this.config = config;
    this.voice = voice;
    this.flipped = config.flip;
    const help = element("p", "", { id: `banmen-help-${++boards}`, hidden: "" });
    help.textContent = voice.say("board_help");
    this.stage = new Stage(config, voice, picture, help.id);
    this.panel = new Panel(voice, {
      takeBack: () => this.#takeBack(),
      reset: () => this.#reset(),
      flip: () => this.#flip(),
      retry: () => this.#again?.(),
    });
    host.append(this.stage.frame, this.panel.root, help);
    host.dataset.live = "";
    this.#draw();
  }

  /** Hears the reader and the engine until the signal comes. @param {AbortSignal} signal */
  listen(signal) {
    listen(
      this.stage,
      {
        choose: (place) => this.#choose(place),
        lift: (place) => this.#lift(place),
        put: (target) => this.#put(target),
        cancel: () => this.#cancel(),
        leave: () => this.#selected && this.#cancel(),
      },
      signal,
    );
    onBoot((boot) => {
      this.#boot = boot;
      this.#draw();
    }, signal);
  }

  /** @returns {View} */
  get view() {
    return (this.#pending ?? this.#played.at(-1) ?? this.config).view;
  }

  /** @returns {GameRecord} */
  get record() {
    const { record } = this.config;
    return { ...record, moves: [...(record.moves ?? []), ...this.#played.map(({ usi }) => usi)] };
  }

  get #solutions() {
    const { play, task } = this.config;
    return play === "task" && task && !this.#played.length ? [task].flat() : null;
  }

  #draw() {
    const { view } = this;
    const loading = this.panel.drawBoot(this.#boot, this.#waiting);
    const initial = !this.#pending && !this.#played.length;
    this.stage.draw({
      view,
      flipped: this.flipped,
      selected: this.#selected,
      targets: targets(view, this.#selected),
      proof: new Set(this.#message?.squares),
      marked: new Set(initial ? this.config.marks : []),
      busy: this.#pending !== null,
    });
    const message = loading ? this.#status(loading) : (this.#message ?? this.#standing());
    this.panel.draw(message, !initial);
  }

  /** @param {string} text @returns {Message} */
  #status(text) {
    return { text, kind: "status" };
  }

  /** @returns {Message} */
  #standing() {
    const { view } = this;
    if (this.#pending) return this.#status(this.voice.say("asking"));
    const solved = this.config.play === "task" && this.#played.length === 1;
    if (solved) return this.#status([this.voice.say("task_solved"), view.outcome && this.voice.outcome(view.outcome)].filter(Boolean).join(" "));
    const over = view.outcome || view.problems.length;
    const text = this.#solutions && !over ? this.voice.say("task", { color: view.turn }) : this.voice.status(view);
    return { text, kind: "status", mark: over ? null : view.turn };
  }

  // What the reader does

  /** @param {Place} place */
  #choose(place) {
    if (!this.#isOpen()) return;
    if (this.#choosing) return this.#cancel();
    if (this.#selected === place.origin && !this.#isOthers(place)) return this.#cancel();
    if (this.#canLift(place)) return this.#select(place.origin);
    if (place.hand) return this.#refuse(this.voice.say("not_your_hand", { color: this.view.turn }), [], null, place);
    if (this.#selected) return this.#put(place.origin);
    if (!this.view.pieces[place.origin]) return;
    // Any move of the other side's piece gets the same reason.
    const elsewhere = this.stage.squares.map((_, index) => this.stage.nameOf(index)).find((name) => name !== place.origin);
    this.#explain(place.origin + elsewhere);
  }

  /** @param {Place} place */
  #lift(place) {
    if (!this.#isOpen() || !this.#canLift(place)) return false;
    this.#select(place.origin);
    return true;
  }

  /** Moves what is selected, as far as the engine allows. @param {string} target */
  async #put(target) {
    const origin = this.#selected;
    if (!origin || !this.#isOpen()) return;
    if (origin === target) return this.#cancel();
    const moves = between(this.view, origin, target);
    const [move] = moves;
    if (!move) return this.#explain(origin + target);
    const chosen = moves.length > 1 ? await this.#choosePromotion(origin, target, moves) : move;
    if (chosen) this.#move(chosen);
  }

  /**
   * @param {string} origin
   * @param {string} target
   * @param {string[]} moves
   */
  async #choosePromotion(origin, target, moves) {
    const { view, voice } = this;
    const symbol = symbolAt(view, origin) ?? "";
    const options = moves
      .toSorted((a, b) => Number(promotes(b)) - Number(promotes(a)))
      .map((usi) => ({
        usi,
        symbol: promotes(usi) ? `+${symbol}` : symbol,
        text: promotes(usi) ? voice.say("promote") : voice.say("keep"),
      }));
    this.#choosing = new AbortController();
    const question = voice.say("promotion", { piece: voice.piece(symbol) });
    const chosen = await this.stage.choose(target, options, question, this.#choosing.signal);
    this.#choosing = null;
    return chosen;
  }

  #cancel() {
    if (this.#pending || this.#waiting) return;
    if (!this.#selected && !this.#message) return;
    if (this.#selected) this.panel.announce(this.voice.say("put_back"));
    this.#clear();
    this.#draw();
  }

  #takeBack() {
    this.#clear();
    if (this.#pending) this.#pending = null;
    else this.#played.pop();
    this.panel.announce([this.voice.say("taken_back"), this.voice.status(this.view)].join(" "));
    this.#draw();
  }

  #reset() {
    this.#clear();
    this.#pending = null;
    this.#played = [];
    this.panel.announce([this.voice.say("was_reset"), this.voice.status(this.view)].join(" "));
    this.#draw();
  }

  #flip() {
    this.flipped = !this.flipped;
    this.panel.announce(this.voice.say("turned", { color: this.flipped ? "w" : "b" }));
    this.#draw();
  }

  // What follows

  #isOpen() {
    return !this.#pending && !this.view.problems.length;
  }

  /** @param {Place} place */
  #canLift({ origin, hand }) {
    if (hand) return hand === this.view.turn;
    const symbol = this.view.pieces[origin];
    return symbol !== undefined && colorOf(symbol) === this.view.turn;
  }

  /** @param {Place} place */
  #isOthers({ hand }) {
    return hand !== null && hand !== this.view.turn;
  }

  /** @param {string} origin */
  #select(origin) {
    this.#clear();
    this.#selected = origin;
    const args = { piece: this.voice.piece(symbolAt(this.view, origin) ?? ""), n: targets(this.view, origin).size };
    this.panel.announce(
      isHand(origin) ? this.voice.say("picked_up_hand", args) : this.voice.say("picked_up", { ...args, square: origin }),
    );
    this.#draw();
  }

  /** Leaves everything that was begun, and stops listening for the answer to it. */
  #clear() {
    this.#question++;
    this.#waiting = false;
    this.#choosing?.abort();
    this.#choosing = null;
    this.#selected = null;
    this.#message = null;
    this.#again = null;
  }

  /** Shows a legal move at once and asks the engine what it leads to. @param {string} usi */
  #move(usi) {
    if (this.#solutions && !this.#solutions.includes(usi)) {
      const origin = this.#selected;
      return this.#refuse(this.voice.say("task_wrong"), [], null, origin ? { origin, hand: isHand(origin) ? this.view.turn : null } : null);
    }
    this.#clear();
    this.#pending = { usi, view: afterMove(this.view, usi) };
    this.#confirm();
  }

  async #confirm() {
    const pending = this.#pending;
    if (!pending) return;
    const record = { ...this.record, moves: [...(this.record.moves ?? []), pending.usi] };
    const view = await this.#ask(() => call("view", { record }), () => this.#confirm());
    if (!view) return;
    this.#pending = null;
    this.#played.push({ usi: pending.usi, view });
    const parts = view.texts.at(-1)?.parts;
    const { text } = this.#standing();
    this.panel.announce([parts && `${this.voice.move(parts)}.`, text].filter(Boolean).join(" "));
    this.#draw();
  }

  /** Asks why a move is refused, and shows it. @param {string} usi */
  async #explain(usi) {
    const origin = originOf(usi);
    const tried = { origin, hand: isHand(origin) ? this.view.turn : null };
    const { record } = this;
    this.#clear();
    const answer = await this.#ask(() => call("explain", { record, move: usi }), () => this.#explain(usi));
    if (!answer) return;
    if (answer.legal) return this.#move(usi);
    const { refusal } = answer;
    this.#refuse(this.voice.refusal(refusal), refusal.squares, this.#linkTo(refusal), tried);
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
  #refuse(text, squares, link, tried) {
    this.#clear();
    this.#message = { text, kind: "refusal", squares, link };
    this.panel.announce(text);
    this.#draw();
    if (tried) this.stage.shake(tried.origin, tried.hand ?? this.view.turn);
  }

  /**
   * Waits for the engine. Null when it failed, which is then shown with a way to try again, or when the reader went on meanwhile.
   * @template T
   * @param {() => Promise<T>} question
   * @param {() => void} again
   * @returns {Promise<T | null>}
   */
  async #ask(question, again) {
    this.#clear();
    const asked = this.#question;
    this.#waiting = true;
    this.#message = this.#status(this.voice.say("asking"));
    if (this.#boot.stage !== "ready") this.panel.announce(this.voice.say("starting"));
    this.#draw();
    try {
      const answer = await question();
      if (asked !== this.#question) return null;
      this.#clear();
      return answer;
    } catch (error) {
      if (asked !== this.#question) return null;
      this.#clear();
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
      this.#again = again;
      this.#message = { text: this.voice.failure(error.failure), kind: "failure" };
    }
    const { text } = this.#message;
    this.panel.announce(text);
    this.#draw();
  }
}
