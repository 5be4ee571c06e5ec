// The reader's settings, in a small box under a board. Everything shows at once on the board above it.

import { CHOICES, settings } from "./settings.mjs";
import { element } from "./stage.mjs";

/** @import {Play} from "./play.mjs" */
/** @import {Settings} from "./settings.mjs" */
/** @import {Voice} from "./voice.mjs" */

/** @type {(() => void) | null} closes the box that is open */
let close = null;

/**
 * Opens the box, or closes it if it is open at this button.
 * @param {Play} play
 * @param {HTMLElement} button
 * @param {string[]} sets the piece sets of the game, its own first
 */
export function toggle(play, button, sets) {
  const wasOpen = button.getAttribute("aria-expanded") === "true";
  close?.();
  if (!wasOpen) open(play, button, sets);
}

/**
 * @param {Play} play
 * @param {HTMLElement} button
 * @param {string[]} sets
 */
function open({ panel, voice }, button, sets) {
  const box = element("div", "banmen-settings", { role: "dialog", "aria-label": voice.say("set_settings") });
  const [own = ""] = sets;
  box.append(
    choice(voice, "set_pieces", sets, settings.get("pieces")[own] ?? own, (set) =>
      settings.set("pieces", { ...settings.get("pieces"), [own]: set }),
    ),
    listed(voice, "theme"),
    listed(voice, "coordinates"),
    listed(voice, "notation"),
    ...["targets", "tries", "animation", "sound", "upright"].map((name) => checked(voice, name)),
  );
  if (matchMedia("(hover: hover)").matches) {
    const hint = element("p");
    hint.textContent = voice.say("set_arrows");
    box.append(hint);
  }
  const done = element("button", "banmen-button", { type: "button" });
  done.textContent = voice.say("set_close");
  box.append(done);

  const listening = new AbortController();
  const { signal } = listening;
  close = () => {
    listening.abort();
    const hadFocus = box.contains(document.activeElement);
    box.remove();
    button.setAttribute("aria-expanded", "false");
    if (hadFocus) button.focus();
    close = null;
  };
  done.addEventListener("click", () => close?.());
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close?.();
  });
  document.addEventListener(
    "pointerdown",
    ({ target }) => {
      // The board above stays in use: that is where a choice shows.
      if (target instanceof Node && !panel.root.parentElement?.contains(target)) close?.();
    },
    { signal },
  );
  button.setAttribute("aria-expanded", "true");
  panel.root.append(box);
  box.querySelector("select")?.focus();
}

/**
 * @param {Voice} voice
 * @param {"theme" | "coordinates" | "notation"} name
 */
function listed(voice, name) {
  return choice(voice, `set_${name}`, CHOICES[name], settings.get(name), (value) =>
    settings.set(name, /** @type {Settings[typeof name]} */ (value)),
  );
}

/**
 * @param {Voice} voice
 * @param {string} key its words are of this key, its values' of this key, "_" and the value
 * @param {readonly string[]} values
 * @param {string} current
 * @param {(value: string) => void} choose
 */
function choice(voice, key, values, current, choose) {
  const label = element("label", "banmen-setting");
  const name = element("span");
  // Without it, what is chosen would be read as part of the name.
  const select = element("select", "", { "aria-label": voice.say(key) });
  name.textContent = voice.say(key);
  const shown = new Set();
  for (const value of values) {
    const text = voice.say(`${key}_${value}`);
    // In English the language's letters and the western ones are the same.
    if (shown.has(text)) continue;
    shown.add(text);
    select.add(new Option(text, value, false, value === current));
  }
  select.addEventListener("change", () => choose(select.value));
  label.append(name, select);
  return label;
}

/**
 * @param {Voice} voice
 * @param {string} name
 */
function checked(voice, name) {
  const setting = /** @type {"targets" | "tries" | "animation" | "sound" | "upright"} */ (name);
  const label = element("label", "banmen-setting");
  const box = element("input", "", { type: "checkbox" });
  const text = element("span");
  text.textContent = voice.say(`set_${name}`);
  box.checked = settings.get(setting);
  box.addEventListener("change", () => settings.set(setting, box.checked));
  label.append(box, text);
  return label;
}
