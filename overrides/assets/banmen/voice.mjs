// Every sentence the board shows or speaks, made from the words of the page's language.

import { colorOf } from "./moves.mjs";
import { format, own } from "./words.mjs";

/** @import {Args, BootFailure, Color, Config, MoveParts, Refusal, View, Words} from "./contract.d.ts" */

/** @typedef {"selected" | "target" | "capture" | "last" | "check" | "proof" | "marked"} SquareState */

/** @type {Record<SquareState, string>} */
const STATE_KEYS = {
  selected: "is_selected",
  target: "is_target",
  capture: "is_capture",
  last: "is_last",
  check: "is_check",
  proof: "is_proof",
  marked: "is_marked",
};

/** @type {Record<BootFailure, string>} */
const FAILURE_KEYS = {
  worker: "failed_worker",
  wasm: "failed_wasm",
  download: "failed_download",
  start: "failed_start",
  none: "failed_none",
};

export class Voice {
  /** @type {Words} */
  #plain;

  /**
   * @param {Words} words
   * @param {Config} config
   */
  constructor(words, { names, check, view }) {
    this.#plain = words;
    this.words = words;
    this.names = names;
    this.isCheck = check;
    this.speakOf(view);
  }

  /** Calls the sides by the names they have in a game. @param {View} view */
  speakOf({ handicap }) {
    const { handicap_colors: colors } = this.#plain;
    this.words = handicap ? { ...this.#plain, colors } : this.#plain;
  }

  /** @param {string} key */
  label(key) {
    return own(this.words.ui, key) ?? key;
  }

  /**
   * @param {string} key
   * @param {Args} [args]
   */
  say(key, args) {
    return format(this.words, this.label(key), args);
  }

  /**
   * One sentence out of several fragments.
   * @param {string[]} keys
   * @param {Args} args
   */
  sayAll(keys, args) {
    return format(this.words, keys.map((key) => this.label(key)).join(", "), args);
  }

  /** @param {string} symbol the name key of the piece, whoever owns it */
  piece(symbol) {
    return own(this.names, symbol.toUpperCase()) ?? symbol;
  }

  /**
   * @param {View} view
   * @param {string} square
   * @param {SquareState[]} states
   */
  square(view, square, states) {
    const symbol = view.pieces[square];
    const keys = [symbol ? "square_piece" : "square_empty", ...states.map((state) => this.#stateKey(state))];
    return this.sayAll(keys, symbol ? { square, piece: this.piece(symbol), color: colorOf(symbol) } : { square });
  }

  /** Where a royal piece may be left to be taken, an attack on it is not a check. @param {SquareState} state */
  #stateKey(state) {
    return state === "check" && !this.isCheck ? "is_threat" : STATE_KEYS[state];
  }

  /**
   * @param {string} symbol
   * @param {Color} color whose hand it is
   * @param {number} n
   * @param {boolean} drops whether it can come back
   */
  held(symbol, color, n, drops) {
    const args = { piece: this.piece(symbol), color, n };
    return drops ? this.say("hand_piece", args) : this.say("hand_taken", args);
  }

  /**
   * How things stand: a result, what is wrong with the position, or whose turn it is.
   * @param {View} view
   */
  status({ outcome, problems, turn, check, pieces }) {
    if (outcome) return this.outcome(outcome);
    if (problems.length) {
      const reasons = problems.map((code) => this.#sentence(this.words.problems, code, {}));
      return [this.say("unplayable"), ...reasons].join(" ");
    }
    const square = check.find((square) => colorOf(pieces[square] ?? "") === turn);
    if (!square) return this.say("turn", { color: turn });
    const args = { color: turn, square, piece: this.piece(pieces[square] ?? "") };
    return this.isCheck ? this.say("turn_check", args) : this.say("turn_threat", args);
  }

  /** @param {NonNullable<View["outcome"]>} outcome */
  outcome({ winner, ending }) {
    const { win = "", draw = "" } = own(this.words.endings, ending) ?? {};
    if (!winner) return format(this.words, draw);
    return format(this.words, win, { winner, loser: winner === "b" ? "w" : "b" });
  }

  /** @param {MoveParts} parts */
  move({ color, piece, from, to, capture, captured, promotes, drop, check }) {
    const takes = capture && captured.includes(to);
    const keys = [drop ? "said_drop" : takes ? "said_takes" : "said_move"];
    if (promotes) keys.push("said_promotes");
    if (promotes === false) keys.push("said_stays");
    if (!takes && captured.length) keys.push("said_captured");
    if (check) keys.push("said_check");
    return this.sayAll(keys, { color, piece, from, to, capture, squares: captured });
  }

  /** The symbol of a kind, as in SFEN, by its name key. @param {string} name */
  symbol(name) {
    return Object.keys(this.names).find((symbol) => this.names[symbol] === name);
  }

  /** @param {MoveParts} parts */
  moved(parts) {
    return `${this.move(parts)}.`;
  }

  /** A rule option, and what was chosen. @param {string} key @param {string | number} value */
  rule(key, value) {
    const { name = key, values = {} } = own(this.words.options, key) ?? {};
    return this.say("game_rule", { text: name, value: own(values, String(value)) ?? String(value) });
  }

  /** One reason for a move. @param {{code: string, details: Args}} reason */
  hint({ code, details }) {
    return this.#sentence(this.words.hints, code, details);
  }

  /** @param {Refusal} refusal */
  refusal({ code, details }) {
    return this.#sentence(this.words.refusals, own(details, "reason") ? `${code}.${details.reason}` : code, details);
  }

  /**
   * @param {string} code
   * @param {Args} details
   */
  error(code, details) {
    return this.#sentence(this.words.errors, code, details);
  }

  /** @param {BootFailure} failure */
  failure(failure) {
    return this.say(FAILURE_KEYS[failure]);
  }

  /**
   * A sentence for a code of the engine's. One that this page's words do not know yet must not silence the board.
   * @param {Record<string, string>} table
   * @param {string} code
   * @param {Args} details
   */
  #sentence(table, code, details) {
    try {
      return format(this.words, own(table, code) ?? this.words.errors.default ?? code, details);
    } catch (error) {
      console.error(error);
      return format(this.words, this.words.errors.default ?? code);
    }
  }
}
