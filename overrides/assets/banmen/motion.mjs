// Moves that are seen to happen: a piece slides to its square, and what it captures goes to the hand.

import { colorOf } from "./moves.mjs";

/** @import {Color, View} from "./contract.d.ts" */
/** @import {Stage} from "./stage.mjs" */

const SLIDE = { duration: 190, easing: "cubic-bezier(0.3, 0.1, 0.2, 1)" };
const FLIGHT = { duration: 320, easing: "ease-in" };

/** More pieces than this in new places are another position, not a move. */
const MOST = 2;

/**
 * What happened between two positions.
 * @typedef {object} Change
 * @property {{from: string, to: string}[]} slides from a square or a kind in hand ("P*")
 * @property {string[]} taken squares that lost a piece to the other side
 */

/**
 * @param {View} before
 * @param {View} after
 * @returns {Change | null}
 */
export function changes(before, after) {
  const differs = (/** @type {string} */ square) => before.pieces[square] !== after.pieces[square];
  const come = Object.keys(after.pieces).filter(differs);
  const left = new Set(Object.keys(before.pieces).filter(differs));
  if (come.length > MOST) return null;
  const slides = [];
  for (const to of come) {
    const symbol = after.pieces[to] ?? "";
    const from = [...left].find((square) => square !== to && kindOf(before.pieces[square] ?? "") === kindOf(symbol));
    if (from) {
      slides.push({ from, to });
      left.delete(from);
    } else if (after.last?.to === to && after.last.from === null) {
      slides.push({ from: `${symbol.toUpperCase()}*`, to });
    }
  }
  return { slides, taken: [...left].filter((square) => colorOf(before.pieces[square] ?? "") !== before.turn) };
}

/** The kind and the owner; promotion changes neither. @param {string} symbol */
const kindOf = (symbol) => symbol.replace("+", "");

export class Motion {
  #carried = false;

  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    // A piece that was carried to its square by hand need not slide there again.
    stage.frame.addEventListener(
      "pointerup",
      () => {
        this.#carried = stage.frame.querySelector(".banmen-ghost") !== null;
        setTimeout(() => (this.#carried = false));
      },
      { capture: true },
    );
  }

  /**
   * @param {View} before
   * @param {View} after
   */
  show(before, after) {
    const change = matchMedia("(prefers-reduced-motion: reduce)").matches ? null : changes(before, after);
    if (!change) return;
    for (const square of change.taken) this.#fly(square, before.pieces[square] ?? "", before.turn);
    if (!this.#carried) for (const { from, to } of change.slides) this.#slide(from, to, before.turn);
  }

  /**
   * @param {string} from
   * @param {string} to
   * @param {Color} color
   */
  #slide(from, to, color) {
    const square = this.stage.squareNamed(to);
    const piece = square?.querySelector("svg");
    const origin = from.endsWith("*") ? this.#inHand(from, color) : this.stage.squareNamed(from)?.getBoundingClientRect();
    if (!square || !piece || !origin) return;
    const target = square.getBoundingClientRect();
    square.style.zIndex = "2";
    const slide = piece.animate({ translate: [`${origin.left - target.left}px ${origin.top - target.top}px`, "0 0"] }, SLIDE);
    slide.onfinish = slide.oncancel = () => square.style.removeProperty("z-index");
  }

  /**
   * @param {string} from
   * @param {string} symbol
   * @param {Color} color whose hand it goes to
   */
  #fly(from, symbol, color) {
    const { frame, sprite, turned } = this.stage;
    const square = this.stage.squareNamed(from);
    const flying = /** @type {SVGSVGElement | undefined} */ (square?.querySelector("svg")?.cloneNode(true));
    if (!square || !flying) return;
    const start = square.getBoundingClientRect();
    const end = this.#inHand(`${kindOf(symbol).toUpperCase()}*`, color);
    const [origin, { width, height }] = [frame.getBoundingClientRect(), start];
    flying.removeAttribute("hidden");
    flying.firstElementChild?.setAttribute("href", sprite + symbol.replace("+", "x"));
    flying.dataset.faces = (colorOf(symbol) === "w") === turned ? "near" : "far";
    flying.classList.add("banmen-flying");
    const [left, top] = [start.left - origin.left, start.top - origin.top];
    Object.assign(flying.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    frame.append(flying);
    const flight = flying.animate(
      { translate: ["0 0", `${end.left - start.left}px ${end.top - start.top}px`], opacity: [1, 1, 0.2] },
      FLIGHT,
    );
    flight.onfinish = flight.oncancel = () => flying.remove();
  }

  /**
   * Where a kind lies in a hand, or would lie.
   * @param {string} origin
   * @param {Color} color
   */
  #inHand(origin, color) {
    const isNear = (color === "b") !== this.stage.turned;
    const hand = isNear ? this.stage.hands.near : this.stage.hands.far;
    const held = hand.querySelector(`[data-origin="${CSS.escape(origin)}"]:not([hidden])`);
    if (held) return held.getBoundingClientRect();
    const { left, right, top, height } = hand.getBoundingClientRect();
    return { left: isNear ? left : right - height, top };
  }
}
