// What a piece is called, how it moves and where it could go, shown while the pointer, the focus or a long press rests on it.

import { colorOf, targets } from "./moves.mjs";
import { settings } from "./settings.mjs";
import { element, pieceElement } from "./stage.mjs";
import { format } from "./words.mjs";

/** @import {Play} from "./play.mjs" */

/** How long a pointer rests, and a finger presses, before anything shows. */
const REST = 350;
const PRESS = 550;

/** A finger that lies still moves less than this, in CSS pixels. */
const STILL = 5;

/** The piece set that shows by dots where each piece may step, for games that have it. */
const DOTTED = "international";

/**
 * @param {Play} play
 * @param {EventTarget | null} touched what a finger rests on already
 */
export function hover(play, touched) {
  const { frame } = play.stage;
  const label = new Label(play);
  let timer = 0;
  /** @type {{x: number, y: number} | null} where a finger lies still */
  let pressed = null;
  let isHeld = false;
  const later = (/** @type {HTMLElement} */ place, /** @type {number} */ wait, /** @type {boolean} */ isTouch) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => (isHeld = label.show(place, isTouch) && isTouch), wait);
  };
  const leave = () => {
    clearTimeout(timer);
    label.hide();
  };
  frame.addEventListener("pointerover", ({ target, pointerType, buttons }) => {
    const place = placeOf(target);
    if (pointerType === "touch" || inLabel(target)) return;
    leave();
    if (place && !buttons) later(place, REST, false);
  });
  frame.addEventListener("pointerleave", ({ pointerType }) => pointerType !== "touch" && leave());
  frame.addEventListener("pointerdown", ({ target, pointerType, clientX, clientY }) => {
    isHeld = false;
    if (inLabel(target)) return;
    leave();
    pressed = pointerType === "touch" ? { x: clientX, y: clientY } : null;
    const place = placeOf(target);
    if (place && pressed) later(place, PRESS, true);
  });
  frame.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) > STILL) leave();
  });
  for (const end of ["pointerup", "pointercancel"]) {
    frame.addEventListener(end, () => {
      clearTimeout(timer);
      pressed = null;
    });
  }
  // Some browsers make a click of a long press: who has asked what a piece is does not pick it up.
  play.host.addEventListener(
    "click",
    (event) => {
      if (isHeld && !inLabel(event.target)) event.stopPropagation();
      isHeld = false;
    },
    { capture: true },
  );
  frame.addEventListener("focusin", ({ target }) => {
    if (isHeld) return;
    const place = placeOf(target);
    leave();
    if (place?.matches(":focus-visible")) later(place, REST, false);
  });
  frame.addEventListener("focusout", () => isHeld || leave());
  frame.addEventListener("keydown", leave);
  // What brought this here may rest on a piece already.
  const [finger, mouse] = [placeOf(touched), placeOf(frame.querySelector(":is([data-square], [data-origin]):hover"))];
  if (finger) later(finger, PRESS, true);
  else if (mouse && matchMedia("(hover: hover)").matches) later(mouse, REST, false);
}

/** The name beside the piece, and dots where it could go. */
class Label {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.root = element("div", "banmen-name");
    this.text = element("span");
    this.link = element("a");
    this.link.textContent = play.voice.say("set_how_it_moves");
    if (play.config.rules_page !== null) this.link.href = `${play.config.rules_page}#pieces`;
    const sets = play.host.closest("[data-sets]")?.getAttribute("data-sets")?.split(" ") ?? [];
    this.picture = sets.includes(DOTTED) ? pieceElement() : null;
    this.root.append(...(this.picture ? [this.picture] : []), this.text, this.link);
    this.root.hidden = true;
    play.stage.frame.append(this.root);
  }

  /**
   * Whether there was anything to show.
   * @param {HTMLElement} place
   * @param {boolean} isTouch a finger can go on to the link
   */
  show(place, isTouch) {
    const { stage, voice, view } = this.play;
    const { square, origin, color } = place.dataset;
    const kind = origin?.slice(0, -1);
    const symbol = square ? view.pieces[square] : color === "w" ? kind?.toLowerCase() : kind;
    if (!symbol || stage.frame.querySelector(".banmen-choice, .banmen-ghost")) return false;
    this.text.textContent = format(voice.words, "{piece}", { piece: voice.piece(symbol) });
    this.#drawPicture(symbol);
    this.link.hidden = !isTouch || !this.link.href;
    this.root.hidden = false;
    this.#stand(place, isTouch || colorOf(symbol) === (stage.turned ? "b" : "w"), isTouch && square !== undefined);
    if (!square || !settings.get("targets") || colorOf(symbol) !== view.turn || this.play.isPending) return true;
    for (const goal of targets(view, square)) stage.squareNamed(goal)?.setAttribute("data-hint", view.pieces[goal] ? "capture" : "target");
    return true;
  }

  /**
   * Where neither a finger nor the name itself hides the square in front of the piece.
   * @param {HTMLElement} place
   * @param {boolean} isAbove
   * @param {boolean} isApart
   */
  #stand(place, isAbove, isApart) {
    const [frame, box] = [this.play.stage.frame, place].map((shown) => shown.getBoundingClientRect());
    if (!frame || !box) return;
    const { style, offsetWidth } = this.root;
    const left = box.left - frame.left + (box.width - offsetWidth) / 2;
    style.left = `${Math.max(0, Math.min(left, frame.width - offsetWidth))}px`;
    style.bottom = isAbove ? `${frame.bottom - box.top + (isApart ? box.height : 2)}px` : "auto";
    style.top = isAbove ? "auto" : `${box.bottom - frame.top + 2}px`;
  }

  /** How the piece moves, seen from the side that it is seen from on the board. @param {string} symbol */
  #drawPicture(symbol) {
    const { sprite, turned } = this.play.stage;
    if (!this.picture) return;
    this.picture.toggleAttribute("hidden", sprite.endsWith(`#${DOTTED}-`)); // the piece itself shows it
    this.picture.dataset.faces = (colorOf(symbol) === "w") === turned ? "near" : "far";
    const set = sprite.replace(/\w+\.svg#\w+-$/, `${DOTTED}.svg#${DOTTED}-`);
    this.picture.firstElementChild?.setAttribute("href", set + symbol.replace("+", "x"));
  }

  hide() {
    this.root.hidden = true;
    for (const square of this.play.stage.squares) square.removeAttribute("data-hint");
  }
}

/** @param {EventTarget | null} target */
const inLabel = (target) => target instanceof Element && target.closest(".banmen-name") !== null;

/**
 * @param {EventTarget | null} target
 * @returns {HTMLElement | null}
 */
const placeOf = (target) => (target instanceof Element ? target.closest("[data-square], [data-origin]") : null);
