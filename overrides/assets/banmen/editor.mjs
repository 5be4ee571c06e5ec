// Sets up a position by hand: every piece of the game stays on the board or in a hand and goes wherever the reader puts it.
// While it is open it stands in for the board's grip, so that mouse, touch and keys work as they do in a game.

import { call } from "./client.mjs";
import { colorOf, isHand } from "./moves.mjs";
import { element } from "./stage.mjs";
import { leave } from "./thinking.mjs";

/** @import {Color, View} from "./contract.d.ts" */
/** @import {Place} from "./input.mjs" */
/** @import {Play} from "./play.mjs" */

const COLORS = /** @type {Color[]} */ (["b", "w"]);

/** @param {Color} color @returns {Color} */
const other = (color) => (color === "b" ? "w" : "b");

/** @param {string} symbol */
const kindOf = (symbol) => symbol.replace("+", "").toUpperCase();

/** @param {Play} play */
export function editPosition(play) {
  if (!play.editing) new Editor(play);
}

class Editor {
  /** @type {string | null} an origin */
  selected = null;

  /** @type {Color | null} whose hand the selected piece lies in */
  #holder = null;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.before = play.grip;
    const { view, voice } = play;
    /** @type {View} */
    this.view = structuredClone({ ...view, moves: [], check: [], last: null, captured: [], problems: [], outcome: null, texts: [] });
    this.root = element("div", "banmen-editor", { role: "group", "aria-label": voice.say("edit") });
    this.toHand = { b: this.#button(voice.say("hand", { color: "b" }), () => this.#hold("b")), w: this.#button(voice.say("hand", { color: "w" }), () => this.#hold("w")) };
    this.side = this.#button(voice.say("edit_side"), () => this.#change(changeCase));
    this.promote = this.#button(voice.say("edit_promote"), () => this.#change((symbol) => (symbol.startsWith("+") ? symbol.slice(1) : `+${symbol}`)));
    this.#button(voice.say("edit_turn"), () => this.#turn());
    this.#button(voice.say("edit_done"), () => this.#finish());
    this.#button(voice.say("edit_cancel"), () => this.#close());
    leave(play);
    play.drop();
    play.editing = this.view;
    play.grip = this;
    play.host.dataset.editing = "";
    play.panel.controls.before(this.root);
    this.#tell();
    this.#draw();
  }

  /** @param {string} text @param {() => void} act */
  #button(text, act) {
    const made = element("button", "banmen-button", { type: "button" });
    made.textContent = text;
    made.addEventListener("click", act);
    this.root.append(made);
    return made;
  }

  /** What the board is told when it lets go of everything. */
  clear() {
    this.selected = null;
    this.#holder = null;
  }

  cancel() {
    this.clear();
    this.#draw();
  }

  /** @param {Place} place */
  choose({ origin, hand }) {
    if (this.selected === origin && this.#holder === hand) return this.cancel();
    if (this.selected && !hand) return this.put(origin);
    if (this.selected && hand && this.#canHold(hand)) return this.#hold(hand);
    if (hand || this.view.pieces[origin]) this.#select(origin, hand);
  }

  /** @param {Place} place */
  lift({ origin, hand }) {
    if (!hand && !this.view.pieces[origin]) return false;
    this.#select(origin, hand);
    return true;
  }

  /** Puts what is selected on a square; what stands there changes places with it. @param {string} target */
  put(target) {
    const { pieces } = this.view;
    const { selected } = this;
    const symbol = this.#symbol();
    const there = pieces[target];
    const holder = this.#holder;
    if (!selected || !symbol || selected === target) return this.cancel();
    if (holder && there && !this.#isHeld(there)) return this.#select(target, null);
    this.#take();
    if (there && holder) this.#give(kindOf(there), holder, 1);
    else if (there) pieces[selected] = there;
    pieces[target] = symbol;
    this.clear();
    this.play.panel.announce(this.play.voice.square(this.view, target, []));
    this.#draw();
  }

  /** @param {string} origin @param {Color | null} hand */
  #select(origin, hand) {
    this.selected = origin;
    this.#holder = hand;
    const { voice, panel } = this.play;
    const symbol = this.#symbol() ?? "";
    panel.announce(hand ? voice.held(symbol, hand, this.view.hands[hand][kindOf(symbol)] ?? 0, this.play.config.drops) : voice.square(this.view, origin, ["selected"]));
    this.#draw();
  }

  /** The selected piece as it would stand on the board. */
  #symbol() {
    const { selected } = this;
    if (!selected) return undefined;
    if (!isHand(selected)) return this.view.pieces[selected];
    const kind = selected.slice(0, -1);
    // Captured men that never come back are still the other side's.
    return (this.#holder === "b") === this.play.config.drops ? kind : kind.toLowerCase();
  }

  /** Whether such a piece can lie in a hand. @param {string} symbol */
  #isHeld(symbol) {
    return this.play.config.hand.includes(kindOf(symbol));
  }

  /** Whether the selected piece can go to a hand. @param {Color} color */
  #canHold(color) {
    const symbol = this.#symbol();
    return symbol !== undefined && this.#holder !== color && this.#isHeld(symbol) && (this.play.config.drops || colorOf(symbol) !== color);
  }

  /** @param {string} kind @param {Color} color @param {number} n */
  #give(kind, color, n) {
    const hand = this.view.hands[color];
    hand[kind] = (hand[kind] ?? 0) + n;
    if (!hand[kind]) delete hand[kind];
  }

  /** Takes the selected piece from where it is. */
  #take() {
    const { selected } = this;
    if (!selected) return;
    if (this.#holder) this.#give(selected.slice(0, -1), this.#holder, -1);
    else delete this.view.pieces[selected];
  }

  /** @param {Color} color */
  #hold(color) {
    const symbol = this.#symbol();
    if (!symbol || !this.#canHold(color)) return;
    this.#take();
    this.#give(kindOf(symbol), color, 1);
    this.clear();
    this.play.panel.announce(this.play.voice.held(symbol, color, this.view.hands[color][kindOf(symbol)] ?? 0, this.play.config.drops));
    this.#draw();
  }

  /** Changes the selected piece on its square. @param {(symbol: string) => string} how */
  #change(how) {
    const { selected } = this;
    const symbol = this.#symbol();
    if (!selected || !symbol || this.#holder) return;
    this.view.pieces[selected] = how(symbol);
    this.play.panel.announce(this.play.voice.square(this.view, selected, ["selected"]));
    this.#draw();
  }

  #turn() {
    this.view.turn = other(this.view.turn);
    this.#tell();
    this.#draw();
  }

  #tell() {
    const { voice } = this.play;
    const { selected } = this;
    const holder = this.#holder;
    this.play.tell({ text: `${voice.say("edit_help")} ${voice.say("turn", { color: this.view.turn })}.`, kind: "status", mark: this.view.turn });
    this.selected = selected;
    this.#holder = holder;
  }

  #draw() {
    const symbol = this.#holder ? undefined : this.#symbol();
    const { names } = this.play.config;
    for (const color of COLORS) this.toHand[color].disabled = !this.#canHold(color);
    this.side.disabled = !symbol;
    this.promote.disabled = !symbol || !(`+${kindOf(symbol)}` in names);
    this.play.draw();
  }

  async #finish() {
    const { play } = this;
    const { pieces, hands, turn, game, rules } = this.view;
    const set = await play.ask(() => call("arrange", { game, pieces, hands, turn }), () => this.#finish());
    if (!set) return;
    this.#close();
    await play.load({ v: 1, game, rules, start: set.start, moves: [] });
  }

  #close() {
    const { play } = this;
    play.editing = null;
    play.grip = this.before;
    delete play.host.dataset.editing;
    this.root.remove();
    play.clear();
    // The computer looks at the board again.
    play.settle({});
  }
}

/** @param {string} symbol */
function changeCase(symbol) {
  return symbol === symbol.toUpperCase() ? symbol.toLowerCase() : symbol.toUpperCase();
}
