// Where a piece could go and what it is called, shown while the pointer, the focus or a long press rests on it.

import { colorOf, targets } from "./moves.mjs";
import { settings } from "./settings.mjs";
import { element } from "./stage.mjs";
import { format } from "./words.mjs";

/** @import {Play} from "./play.mjs" */

/** How long a pointer rests, and a finger presses, before anything shows. */
const REST = 350;
const PRESS = 550;

/** @param {Play} play */
export function hover(play) {
  const { frame } = play.stage;
  const label = new Label(play);
  let timer = 0;
  const later = (/** @type {HTMLElement} */ square, /** @type {number} */ wait, /** @type {boolean} */ isTouch) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => label.show(square, isTouch), wait);
  };
  const leave = () => {
    clearTimeout(timer);
    label.hide();
  };
  frame.addEventListener("pointerover", ({ target, pointerType, buttons }) => {
    const square = squareOf(target);
    if (pointerType === "touch" || inLabel(target)) return;
    leave();
    if (square && !buttons) later(square, REST, false);
  });
  frame.addEventListener("pointerleave", ({ pointerType }) => pointerType !== "touch" && leave());
  frame.addEventListener("pointerdown", ({ target, pointerType }) => {
    if (inLabel(target)) return;
    leave();
    const square = squareOf(target);
    if (square && pointerType === "touch") later(square, PRESS, true);
  });
  frame.addEventListener("pointermove", ({ pointerType, movementX, movementY }) => {
    if (pointerType === "touch" && Math.hypot(movementX, movementY) > 3) clearTimeout(timer);
  });
  for (const end of ["pointerup", "pointercancel"]) frame.addEventListener(end, () => clearTimeout(timer));
  frame.addEventListener("focusin", ({ target }) => {
    const square = squareOf(target);
    leave();
    if (square?.matches(":focus-visible")) later(square, REST, false);
  });
  frame.addEventListener("focusout", leave);
  frame.addEventListener("keydown", leave);
  // The pointer that brought this here may rest already.
  const under = squareOf(frame.querySelector("[data-square]:hover"));
  if (under && matchMedia("(hover: hover)").matches) later(under, REST, false);
}

/** The name at the square, and dots where the piece could go. */
class Label {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.root = element("div", "banmen-name");
    this.text = element("span");
    this.link = element("a");
    this.link.textContent = play.voice.say("set_how_it_moves");
    if (play.config.rules_page !== null) this.link.href = `${play.config.rules_page}#pieces`;
    this.root.append(this.text, this.link);
    this.root.hidden = true;
    play.stage.frame.append(this.root);
  }

  /**
   * @param {HTMLElement} square
   * @param {boolean} isTouch a finger can go on to the link
   */
  show(square, isTouch) {
    const { stage, voice, view } = this.play;
    const name = square.dataset.square ?? "";
    const symbol = view.pieces[name];
    if (!symbol || stage.frame.querySelector(".banmen-choice, .banmen-ghost")) return;
    const index = stage.squares.indexOf(square);
    this.text.textContent = format(voice.words, "{piece}", { piece: voice.piece(symbol) });
    this.link.hidden = !isTouch || !this.link.href;
    this.root.style.setProperty("--column", String(index % stage.files));
    this.root.style.setProperty("--row", String(Math.floor(index / stage.files)));
    this.root.hidden = false;
    if (!settings.get("targets") || colorOf(symbol) !== view.turn || this.play.isPending) return;
    const goals = targets(view, name);
    for (const goal of goals) stage.squareNamed(goal)?.setAttribute("data-hint", view.pieces[goal] ? "capture" : "target");
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
const squareOf = (target) => (target instanceof Element ? target.closest("[data-square]") : null);
