// Turns taps, drags and keys on a stage into what the reader means: choose a place, put a piece somewhere, cancel.

import { heldIn } from "./stage.mjs";

/** @import {Stage} from "./stage.mjs" */

/** How far a pointer travels before it drags, in CSS pixels. */
const SLACK = 5;

/** Two taps are one double tap if they are this close in time (milliseconds) and place (CSS pixels). */
const DOUBLE = 350;
const NEAR = 24;

/**
 * A square, or a kind in the hand of whoever the place belongs to.
 * @typedef {object} Place
 * @property {string} origin
 * @property {"b" | "w" | null} hand
 */

/**
 * @typedef {object} Intents
 * @property {(place: Place) => void} choose a place was tapped, or Enter pressed on it
 * @property {(place: Place) => boolean} lift a drag begins; false if there is nothing to drag
 * @property {(target: string) => void} put a dragged piece was let go over a square
 * @property {() => void} cancel Escape, or a tap beside the squares
 * @property {() => void} leave a click outside of the board
 */

/**
 * @param {Stage} stage
 * @param {Intents} intents
 * @param {AbortSignal} signal ends all listening
 */
export function listen(stage, intents, signal) {
  const { frame } = stage;
  const drag = new Drag(stage, intents);
  frame.addEventListener("pointerdown", (event) => drag.press(event), { signal });
  frame.addEventListener("pointermove", (event) => drag.move(event), { signal });
  frame.addEventListener("pointerup", (event) => drag.release(event), { signal });
  frame.addEventListener("pointercancel", () => drag.lose(), { signal });
  frame.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape") drag.lose();
      press(stage, intents, event);
    },
    { signal },
  );
  frame.addEventListener("click", halfTaps(), { capture: true, signal });
  frame.addEventListener(
    "click",
    (event) => {
      // The click that ends a drag means nothing.
      if (drag.justEnded || inChoice(event.target)) return;
      const place = placeOf(event.target);
      if (place) intents.choose(place);
      else intents.cancel();
    },
    { signal },
  );
  document.addEventListener(
    "click",
    ({ target }) => {
      if (target instanceof Node && !frame.contains(target)) intents.leave();
    },
    { signal },
  );
}

/**
 * Swallows the second half of a double tap, so that it neither plays a second move nor answers the promotion choice that
 * the first half has opened under the finger. Browsers count taps by fingers differently, if at all.
 * @returns {(event: MouseEvent) => void}
 */
function halfTaps() {
  let [time, x, y] = [-Infinity, 0, 0];
  return (event) => {
    if (event.detail === 0) return; // made by a key
    const isSecond = event.timeStamp - time < DOUBLE && Math.hypot(event.clientX - x, event.clientY - y) < NEAR;
    if (isSecond) event.stopImmediatePropagation();
    [time, x, y] = [event.timeStamp, event.clientX, event.clientY];
  };
}

/** A piece carried by mouse, pen or finger. */
class Drag {
  /**
   * @param {Stage} stage
   * @param {Intents} intents
   */
  constructor(stage, intents) {
    this.stage = stage;
    this.intents = intents;
    this.justEnded = false;
    /** @type {{id: number, x: number, y: number, from: HTMLElement, ghost: SVGSVGElement | null} | null} */
    this.held = null;
    /** @type {HTMLElement | null} the square below */
    this.over = null;
  }

  /** @param {PointerEvent} event */
  press(event) {
    const from = placeElement(event.target);
    if (!event.isPrimary || event.button !== 0 || this.held || !from?.hasAttribute("data-liftable")) return;
    this.held = { id: event.pointerId, x: event.clientX, y: event.clientY, from, ghost: null };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { held } = this;
    if (held?.id !== event.pointerId) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.ghost) {
      if (Math.hypot(x, y) < SLACK) return;
      const place = placeOf(held.from);
      if (!place || !this.intents.lift(place)) return this.drop();
      held.ghost = this.#carry(held.from);
      this.stage.frame.setPointerCapture(event.pointerId);
    }
    if (!held.ghost) return;
    held.ghost.style.translate = `${x}px ${y}px`;
    this.#point(this.#below(event));
  }

  /** The browser took the pointer away, or Escape was pressed. */
  lose() {
    if (this.held?.ghost) this.intents.cancel();
    this.drop();
  }

  /** @param {PointerEvent} event */
  release(event) {
    if (this.held?.id !== event.pointerId) return;
    const dragged = this.held.ghost !== null;
    this.drop();
    if (!dragged) return;
    this.justEnded = true;
    setTimeout(() => (this.justEnded = false));
    const square = this.#below(event)?.dataset.square;
    if (square) this.intents.put(square);
    else this.intents.cancel();
  }

  drop() {
    this.#point(null);
    this.held?.ghost?.remove();
    this.held?.from.removeAttribute("data-carried");
    this.held = null;
  }

  /** The square below the pointer. @param {PointerEvent} event */
  #below({ clientX, clientY }) {
    const below = placeElement(document.elementFromPoint(clientX, clientY));
    return below?.dataset.square && this.stage.frame.contains(below) ? below : null;
  }

  /** Shows where the piece would land, which a finger covers. @param {HTMLElement | null} over */
  #point(over) {
    if (over === this.over) return;
    this.over?.removeAttribute("data-over");
    over?.setAttribute("data-over", "");
    this.over = over;
  }

  /** @param {HTMLElement} from */
  #carry(from) {
    const piece = from.querySelector("svg");
    const ghost = piece && /** @type {SVGSVGElement} */ (piece.cloneNode(true));
    if (!ghost) return null;
    const { left, top, width, height } = from.getBoundingClientRect();
    ghost.classList.add("banmen-ghost");
    Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    from.setAttribute("data-carried", "");
    this.stage.frame.append(ghost);
    return ghost;
  }
}

/**
 * @param {Stage} stage
 * @param {Intents} intents
 * @param {KeyboardEvent} event
 */
function press(stage, intents, event) {
  if (event.altKey || event.metaKey) return;
  if (event.key === "Escape") {
    intents.cancel();
    return;
  }
  const at = placeElement(event.target);
  if (!at || inChoice(event.target)) return;
  const place = placeOf(at);
  if (place && !place.hand && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    if (!event.repeat) intents.choose(place);
    return;
  }
  const key = event.ctrlKey ? `Ctrl${event.key}` : event.key;
  const next = place?.hand ? besideHeld(stage, at, key) : besideSquare(stage, at, key);
  if (!next) return;
  event.preventDefault();
  if (next.dataset.square) stage.focus(next.dataset.square);
  else next.focus();
}

/**
 * Where a key leads from a square: beyond the first and the last rank lie the hands.
 * @param {Stage} stage
 * @param {HTMLElement} square
 * @param {string} key
 */
function besideSquare({ squares, files, hands }, square, key) {
  const index = squares.indexOf(square);
  const column = index % files;
  switch (key) {
    case "ArrowLeft":
      return column > 0 ? squares[index - 1] : undefined;
    case "ArrowRight":
      return column < files - 1 ? squares[index + 1] : undefined;
    case "ArrowUp":
      return squares[index - files] ?? tabStop(hands.far);
    case "ArrowDown":
      return squares[index + files] ?? tabStop(hands.near);
    case "Home":
      return squares[index - column];
    case "End":
      return squares[index - column + files - 1];
    case "CtrlHome":
      return squares[0];
    case "CtrlEnd":
      return squares.at(-1);
  }
  return undefined;
}

/**
 * Where a key leads from a piece in hand: along the hand, or back to the board.
 * @param {Stage} stage
 * @param {HTMLElement} held
 * @param {string} key
 */
function besideHeld({ squares, files, hands }, held, key) {
  const isFar = hands.far.contains(held);
  const row = heldIn(isFar ? hands.far : hands.near).filter((other) => !other.hidden);
  if (isFar) row.reverse(); // the far hand is laid out from its owner's left
  const index = row.findIndex((other) => other === held);
  switch (key) {
    case "ArrowLeft":
      return row[index - 1];
    case "ArrowRight":
      return row[index + 1];
    case "Home":
      return row[0];
    case "End":
      return row.at(-1);
    case "ArrowDown":
      return isFar ? squares[0] : undefined;
    case "ArrowUp":
      return isFar ? undefined : squares[squares.length - files];
  }
  return undefined;
}

/** @param {HTMLElement} hand */
const tabStop = (hand) => heldIn(hand).find((held) => !held.hidden && held.tabIndex === 0);

/** @param {EventTarget | null} target */
const inChoice = (target) => target instanceof Element && target.closest(".banmen-choice") !== null;

/**
 * @param {EventTarget | null} target
 * @returns {HTMLElement | null}
 */
const placeElement = (target) => (target instanceof Element ? target.closest("[data-square], [data-origin]") : null);

/**
 * @param {EventTarget | null} target
 * @returns {Place | null}
 */
function placeOf(target) {
  const place = placeElement(target);
  if (!place) return null;
  const { square, origin = "", color } = place.dataset;
  return square ? { origin: square, hand: null } : { origin, hand: color === "w" ? "w" : "b" };
}
