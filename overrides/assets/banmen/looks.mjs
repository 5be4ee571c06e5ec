// How the boards of a page look and move, as the reader has set it: colours, piece sets and coordinates of every diagram,
// and for a board that is played on what comes alive under the pointer. Loads the parts when they are first needed.

import { need } from "./need.mjs";
import { settings } from "./settings.mjs";
import { element } from "./stage.mjs";

/** @import {View} from "./contract.d.ts" */
/** @import {Motion} from "./motion.mjs" */
/** @import {Play} from "./play.mjs" */

/** A piece in a sprite: the folder, the set twice, and the symbol. */
const PIECE = /^(.*\/)\w+\.svg#\w+-(\w+)$/;

const NUMERALS = "一二三四五六七八九";
const LETTERS = "abcdefghi";

/** Dresses what is in the page, now and after each change. */
function dressPage() {
  const { dataset } = document.documentElement;
  const theme = settings.get("theme");
  const wantsContrast = theme === "auto" && matchMedia("(prefers-contrast: more)").matches;
  dataset.banmenTheme = wantsContrast ? "contrast" : theme;
  dataset.banmenUpright = String(settings.get("upright"));
  for (const figure of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".banmen[data-sets]"))) {
    const set = setOf(figure);
    for (const use of figure.querySelectorAll("use")) {
      const href = use.getAttribute("href") ?? "";
      const worn = href.replace(PIECE, `$1${set}.svg#${set}-$2`);
      if (worn !== href) use.setAttribute("href", worn);
    }
    const [from, to] = settings.get("coordinates") === "japanese" ? [LETTERS, NUMERALS] : [NUMERALS, LETTERS];
    for (const label of figure.querySelectorAll(".banmen-ranks text")) {
      const rank = from.indexOf(label.textContent ?? "");
      if (rank >= 0) label.textContent = to[rank] ?? "";
    }
  }
}

/** The piece set that a figure is shown with. @param {HTMLElement} figure */
function setOf(figure) {
  const [own = "", ...others] = (figure.dataset.sets ?? "").split(" ");
  const chosen = settings.get("pieces")[own] ?? own;
  return others.includes(chosen) ? chosen : own;
}

dressPage();
settings.on(dressPage);

/** Gives a board that is played on its looks, and a quiet button to change them. @param {Play} play */
export function dress(play) {
  const { stage, panel, voice, host } = play;
  const figure = /** @type {HTMLElement | null} */ (host.closest(".banmen[data-sets]"));
  const wear = () => {
    if (figure) stage.sprite = stage.sprite.replace(/\w+\.svg#\w+-$/, `${setOf(figure)}.svg#${setOf(figure)}-`);
    play.draw();
  };
  wear();
  settings.on(wear);

  const button = element("button", "banmen-button", { type: "button", "aria-haspopup": "dialog", "aria-expanded": "false" });
  button.textContent = voice.say("set_settings");
  const sets = figure?.dataset.sets?.split(" ") ?? [];
  button.addEventListener("click", async () => (await need(play, import("./preferences.mjs")))?.toggle(play, button, sets));
  panel.controls.append(button);

  /** @type {EventTarget | null} what a finger rests on, perhaps already while the parts are on their way */
  let touched = null;
  stage.frame.addEventListener("pointerdown", ({ target, pointerType }) => (touched = pointerType === "touch" ? target : null));
  for (const type of ["pointerup", "pointercancel"]) stage.frame.addEventListener(type, () => (touched = null));

  let isAlive = false;
  const enliven = async () => {
    if (isAlive) return;
    isAlive = true;
    const parts = await Promise.all([import("./motion.mjs"), import("./arrows.mjs"), import("./hover.mjs")]);
    const [{ Motion }, { Arrows }, { hover }] = parts;
    const [motion, arrows] = [new Motion(stage), new Arrows(stage)];
    hover(play, touched);
    stage.drawn = (before, after) => {
      arrows.draw();
      if (before !== after) follow(motion, before, after);
    };
  };
  // A board that cannot be had alive is still a board.
  for (const type of ["pointerenter", "focusin"]) stage.frame.addEventListener(type, () => enliven().catch(console.error));
}

/**
 * Shows and sounds what happened between two views.
 * @param {Motion} motion
 * @param {View} before
 * @param {View} after
 */
async function follow(motion, before, after) {
  if (settings.get("animation")) motion.show(before, after);
  if (settings.get("sound")) (await import("./sound.mjs")).sound(before, after);
}
