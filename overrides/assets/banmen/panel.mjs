// Below the board: how things stand or what the engine says, the start-up bar, the controls, and the live region.

import { element } from "./stage.mjs";

/** @import {Boot, Color, Thought} from "./contract.d.ts" */
/** @import {Voice} from "./voice.mjs" */

/** @typedef {"takeBack" | "reset" | "flip" | "retry" | "stop"} Act */

/**
 * @typedef {object} Message
 * @property {string} text
 * @property {"status" | "refusal" | "failure"} kind
 * @property {Color | null} [mark] whose mark stands before it
 * @property {string | null} [link] the paragraph of the rule
 * @property {string[]} [marks] the squares it speaks of
 */

export class Panel {
  /**
   * @param {Voice} voice
   * @param {Record<Act, () => void>} acts
   */
  constructor(voice, acts) {
    this.voice = voice;
    const button = (/** @type {Act} */ act, /** @type {string} */ text) => {
      const made = element("button", "banmen-button", { type: "button" });
      made.textContent = text;
      made.addEventListener("click", acts[act]);
      return made;
    };
    this.mark = element("span", "banmen-mark", { "aria-hidden": "true" });
    this.text = element("span", "banmen-text");
    this.link = element("a", "banmen-link");
    this.link.textContent = voice.say("rule");
    this.retry = button("retry", voice.say("retry"));
    this.message = element("div", "banmen-message");
    this.message.append(this.mark, this.text, " ", this.link, this.retry);

    this.bar = element("progress", "banmen-bar", { max: "1" });
    this.takeBack = button("takeBack", voice.say("take_back"));
    this.reset = button("reset", voice.say("reset"));
    this.controls = element("div", "banmen-controls", { role: "group", "aria-label": voice.say("controls") });
    this.flip = button("flip", voice.say("flip"));
    this.stop = button("stop", voice.say("game_stop"));
    this.controls.append(this.flip, this.takeBack, this.reset, this.stop);
    /** Where boards with all tools have theirs; tools.mjs fills it. @type {HTMLElement | null} */
    this.tools = null;

    this.live = element("div", "banmen-hidden", { "aria-live": "polite" });
    this.root = element("div", "banmen-panel");
    this.root.append(this.message, this.bar, this.controls, this.live);
  }

  /**
   * @param {Message} message
   * @param {boolean} hasMoves
   */
  draw({ text, kind, mark = null, link = null }, hasMoves) {
    this.message.dataset.kind = kind;
    this.mark.hidden = !mark;
    this.mark.dataset.color = mark ?? "";
    this.text.textContent = text;
    this.link.hidden = !link;
    if (link) this.link.href = link;
    else this.link.removeAttribute("href");
    this.retry.hidden = kind !== "failure";
    for (const button of [this.takeBack, this.reset]) this.show(button, hasMoves);
  }

  /** The focus never gets lost with the button that had it. @param {HTMLElement} button @param {boolean} isThere */
  show(button, isThere) {
    if (!isThere && button === document.activeElement) this.flip.focus();
    button.hidden = !isThere;
  }

  /**
   * The bar while the engine starts for this board or the computer thinks; its words, or null when there is nothing to wait for.
   * @param {Boot} boot
   * @param {boolean} waiting
   * @param {Partial<Thought> | null} thought
   * @returns {string | null}
   */
  drawWait(boot, waiting, thought) {
    this.show(this.stop, thought !== null && boot.stage === "ready");
    if (boot.stage === "loading" && (waiting || thought)) {
      const share = boot.total > 0 ? boot.loaded / boot.total : 1;
      return share < 1 ? this.#drawBar(share, "loading", Math.floor(100 * share)) : this.#drawBar(null, "starting");
    }
    if (thought) return this.#drawBar(thought.done ?? null, "game_thinking", thought.depth ?? 0);
    this.bar.hidden = true;
    return null;
  }

  /**
   * @param {number | null} share of the whole; null where there is nothing to count
   * @param {string} key
   * @param {number} [n]
   */
  #drawBar(share, key, n) {
    this.bar.hidden = false;
    if (share === null) this.bar.removeAttribute("value");
    else this.bar.value = share;
    const text = this.voice.say(key, { n });
    this.bar.setAttribute("aria-label", text);
    return text;
  }

  /** Says a sentence to who cannot see the board. @param {string} text */
  announce(text) {
    // A live region is silent about a text that does not change.
    this.live.textContent = this.live.textContent === text ? `${text}\u00a0` : text;
  }
}
