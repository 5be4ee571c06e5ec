// What a reader sees and points at: the squares, the hands and the promotion choice, laid over the picture that the build
// drew. The picture stays as the face of the board; its pieces give way to live ones from the same sprite.

import { colorOf, isHand } from "./moves.mjs";

/** @import {Color, Config, View} from "./contract.d.ts" */
/** @import {SquareState, Voice} from "./voice.mjs" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {object} Scene
 * @property {View} view
 * @property {boolean} flipped
 * @property {string | null} selected an origin
 * @property {Set<string>} targets
 * @property {Set<string>} proof squares that prove a refusal
 * @property {Set<string>} marked
 * @property {boolean} busy the engine has not confirmed what is shown
 */

export class Stage {
  /** Called after each drawing with the views before and after it. @type {(before: View, after: View) => void} */
  drawn = () => {};

  /** @type {View | null} */
  #shown = null;

  /**
   * @param {Config} config
   * @param {Voice} voice
   * @param {SVGSVGElement} picture
   * @param {string} helpId
   */
  constructor({ view, hand, art, pieces, caption, flip, drops }, voice, picture, helpId) {
    this.voice = voice;
    this.sprite = `${pieces}#${art}-`;
    this.files = view.files;
    this.ranks = view.ranks;
    this.drops = drops;
    this.turned = flip;
    this.picture = picture;
    picture.setAttribute("aria-hidden", "true");
    picture.removeAttribute("role");

    this.frame = element("div", "banmen-frame");
    this.frame.style.setProperty("--banmen-files", String(view.files));
    this.hands = { far: this.#hand("far", hand), near: this.#hand("near", hand) };
    this.sides = { far: sideElement("far"), near: sideElement("near") };
    this.grid = element("div", "banmen-grid", { role: "grid", "aria-label": caption, "aria-describedby": helpId });
    /** @type {HTMLElement[]} */
    this.squares = [];
    for (let rank = 0; rank < view.ranks; rank++) this.grid.append(this.#rank(view.files));
    this.squares[0]?.setAttribute("tabindex", "0");
    this.grid.addEventListener("focusin", ({ target }) => this.#stopAt(target));
    this.frame.append(picture, this.sides.far, this.hands.far, this.grid, this.hands.near, this.sides.near);
  }

  /** @param {number} files */
  #rank(files) {
    const row = element("div", "banmen-rank", { role: "row" });
    for (let file = 0; file < files; file++) {
      const square = element("div", "banmen-square", { role: "gridcell", tabindex: "-1" });
      square.append(pieceElement());
      this.squares.push(square);
      row.append(square);
    }
    return row;
  }

  /**
   * @param {"far" | "near"} side
   * @param {string[]} kinds
   */
  #hand(side, kinds) {
    const hand = element("div", "banmen-hand", { role: "group", "data-side": side });
    for (const kind of kinds) {
      const held = element("button", "banmen-held", { type: "button", "data-origin": `${kind}*` });
      held.append(pieceElement(), element("span", "banmen-count", { "aria-hidden": "true" }));
      hand.append(held);
    }
    return hand;
  }

  /** @param {Scene} scene */
  draw(scene) {
    const { view, flipped, busy } = scene;
    this.voice.speakOf(view);
    this.#turn(flipped);
    drawSide(this.sides.near, flipped ? "w" : "b", view);
    drawSide(this.sides.far, flipped ? "b" : "w", view);
    this.grid.setAttribute("aria-busy", String(busy));
    this.squares.forEach((square, index) => this.#drawSquare(square, this.nameOf(index), scene));
    this.#drawHand(this.hands.near, flipped ? "w" : "b", scene);
    this.#drawHand(this.hands.far, flipped ? "b" : "w", scene);
    this.frame.dataset.toMove = view.outcome || view.problems.length ? "" : (view.turn === "w") === flipped ? "near" : "far";
    const before = this.#shown ?? view;
    this.#shown = view;
    this.drawn(before, view);
  }

  /** The USI name of the square in a place of the grid, which a turned board reads backwards. @param {number} index */
  nameOf(index) {
    const place = this.turned ? this.squares.length - 1 - index : index;
    const file = this.files - (place % this.files);
    return `${file}${String.fromCharCode(97 + Math.floor(place / this.files))}`;
  }

  /** @param {string} name */
  squareNamed(name) {
    return this.squares.find((square) => square.dataset.square === name);
  }

  /**
   * @param {HTMLElement} square
   * @param {string} name
   * @param {Scene} scene
   */
  #drawSquare(square, name, { view, flipped, selected, targets, proof, marked }) {
    const symbol = view.pieces[name];
    /** @type {SquareState[]} */
    const states = [];
    if (selected === name) states.push("selected");
    if (targets.has(name)) states.push(symbol ? "capture" : "target");
    if (view.last && (view.last.from === name || view.last.to === name)) states.push("last");
    if (view.check.includes(name)) states.push("check");
    if (proof.has(name)) states.push("proof");
    if (marked.has(name)) states.push("marked");
    square.dataset.square = name;
    square.dataset.state = states.join(" ");
    square.toggleAttribute("data-taken", !symbol && view.captured.includes(name)); // spoken with the move
    square.toggleAttribute("data-liftable", symbol !== undefined && colorOf(symbol) === view.turn);
    square.setAttribute("aria-label", this.voice.square(view, name, states));
    square.setAttribute("aria-selected", String(selected === name));
    this.#drawPiece(square, symbol, flipped);
  }

  /**
   * @param {HTMLElement} hand
   * @param {Color} color
   * @param {Scene} scene
   */
  #drawHand(hand, color, { view, flipped, selected }) {
    hand.setAttribute("aria-label", this.voice.say("hand", { color }));
    for (const held of heldIn(hand)) {
      const origin = held.dataset.origin ?? "";
      const kind = origin.slice(0, -1);
      const n = view.hands[color][kind] ?? 0;
      const mine = color === view.turn;
      // Captured men that never come back are still the other side's.
      const isBlack = (color === "b") === this.drops;
      const symbol = isBlack ? kind : kind.toLowerCase();
      held.hidden = n === 0;
      held.dataset.color = color;
      held.dataset.state = mine && selected === origin ? "selected" : "";
      held.toggleAttribute("data-liftable", mine && n > 0);
      held.setAttribute("aria-pressed", String(mine && selected === origin));
      held.setAttribute("aria-label", this.voice.held(symbol, color, n, this.drops));
      const count = held.querySelector(".banmen-count");
      if (count) count.textContent = n > 1 ? String(n) : "";
      this.#drawPiece(held, symbol, flipped);
    }
    rove(heldIn(hand).filter((held) => !held.hidden));
  }

  /**
   * @param {HTMLElement} place
   * @param {string | undefined} symbol
   * @param {boolean} flipped
   */
  #drawPiece(place, symbol, flipped) {
    const piece = place.querySelector("svg");
    const use = piece?.firstElementChild;
    if (!piece || !use) return;
    piece.toggleAttribute("hidden", !symbol);
    if (!symbol) return;
    const href = this.sprite + symbol.replace("+", "x");
    if (use.getAttribute("href") !== href) use.setAttribute("href", href);
    piece.dataset.faces = (colorOf(symbol) === "w") === flipped ? "near" : "far";
  }

  /** Turns the coordinates of the picture with the board; the grid's tab stop stays at its square. @param {boolean} flipped */
  #turn(flipped) {
    if (flipped === this.turned) return;
    const stop = this.squares.findIndex((square) => square.tabIndex === 0);
    this.turned = flipped;
    this.#stopAt(this.squares[this.squares.length - 1 - stop]);
    for (const axis of [".banmen-files", ".banmen-ranks"]) {
      const labels = [...this.picture.querySelectorAll(`${axis} text`)];
      const texts = labels.map((label) => label.textContent).reverse();
      labels.forEach((label, index) => (label.textContent = texts[index] ?? ""));
    }
  }

  /**
   * Asks at the target square which of two moves is meant. Resolves to null when the choice is cancelled.
   * @param {string} target
   * @param {{usi: string, symbol: string, text: string}[]} options
   * @param {string} question
   * @param {AbortSignal} signal
   * @returns {Promise<string | null>}
   */
  choose(target, options, question, signal) {
    const index = this.squares.findIndex((square) => square.dataset.square === target);
    const dialog = element("div", "banmen-choice", { role: "dialog", "aria-modal": "true", "aria-label": question });
    dialog.style.setProperty("--column", String(index % this.files));
    dialog.style.setProperty("--row", String(Math.floor(index / this.files)));
    const buttons = options.map(({ usi, symbol, text }) => {
      const button = element("button", "banmen-option", { type: "button", value: usi });
      const label = element("span");
      label.textContent = text;
      button.append(pieceElement(), label);
      this.#drawPiece(button, symbol, this.turned);
      return button;
    });
    dialog.append(...buttons);
    this.frame.append(dialog);
    buttons[0]?.focus();
    return new Promise((resolve) => {
      const settle = (/** @type {string | null} */ usi) => {
        dialog.remove();
        this.focus(target);
        resolve(usi);
      };
      for (const button of buttons) button.addEventListener("click", () => settle(button.value));
      dialog.addEventListener("keydown", (event) => {
        const to = { Tab: 1, ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (!to) return;
        event.preventDefault();
        const at = buttons.findIndex((button) => button === document.activeElement);
        buttons.at((at + to) % buttons.length)?.focus();
      });
      signal.addEventListener("abort", () => settle(null), { once: true });
    });
  }

  /** Shakes the piece whose move was refused. @param {string} origin @param {Color} color */
  shake(origin, color) {
    const place = isHand(origin)
      ? this.frame.querySelector(`[data-origin="${CSS.escape(origin)}"][data-color="${color}"]`)
      : this.squareNamed(origin);
    const piece = place?.querySelector("svg");
    piece?.classList.add("banmen-shaken");
    piece?.addEventListener("animationend", () => piece.classList.remove("banmen-shaken"), { once: true });
  }

  /** Moves the grid's one tab stop to a square, and the focus with it. @param {string} name */
  focus(name) {
    this.squareNamed(name)?.focus({ preventScroll: true });
  }

  /** @param {unknown} stop */
  #stopAt(stop) {
    for (const square of this.squares) square.tabIndex = square === stop ? 0 : -1;
  }
}

/** Beside each hand, whose it is. @param {"far" | "near"} side */
function sideElement(side) {
  const made = element("div", "banmen-side", { "data-side": side, "aria-hidden": "true" });
  made.append(element("span", "banmen-mark"), element("span", "", { lang: "ja" }));
  return made;
}

/** In games with a handicap the sides are called after their strength, in Japanese everywhere. */
const HANDICAP_SIDES = { b: "下手", w: "上手" };

/**
 * @param {HTMLElement} side
 * @param {Color} color
 * @param {View} view
 */
function drawSide({ firstElementChild: mark, lastElementChild: name }, color, { handicap }) {
  mark?.setAttribute("data-color", color);
  if (name) name.textContent = handicap ? HANDICAP_SIDES[color] : "";
}

/** @param {HTMLElement} hand */
export function heldIn(hand) {
  return /** @type {HTMLButtonElement[]} */ ([...hand.querySelectorAll(".banmen-held")]);
}

/** Leaves one tab stop in a row of buttons: the focused one, or the first. @param {HTMLElement[]} buttons */
function rove(buttons) {
  const stop = buttons.find((button) => button === document.activeElement) ?? buttons[0];
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}

export function pieceElement() {
  const piece = document.createElementNS(SVG, "svg");
  piece.setAttribute("class", "banmen-piece");
  piece.setAttribute("viewBox", "0 0 100 110");
  piece.setAttribute("aria-hidden", "true");
  piece.append(document.createElementNS(SVG, "use"));
  return piece;
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} [className]
 * @param {Record<string, string>} [attributes]
 */
export function element(tag, className = "", attributes = {}) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
