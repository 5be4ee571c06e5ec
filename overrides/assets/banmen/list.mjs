// The moves of a game to read and to click: the line, and in brackets what was played instead.

import { call } from "./client.mjs";
import { written } from "./notation.mjs";
import { settings } from "./settings.mjs";
import { element } from "./stage.mjs";

/** @import {Play} from "./play.mjs" */
/** @import {Node} from "./tree.mjs" */

export class MoveList {
  #learning = false;

  /** @type {WeakSet<Node>} ends of lines that the engine does not take */
  #refused = new WeakSet();

  /**
   * @param {Play} play
   * @param {HTMLElement} root
   */
  constructor(play, root) {
    this.play = play;
    this.root = root;
    play.host.addEventListener("banmen:change", () => this.draw());
    settings.on(() => this.draw());
    this.draw();
  }

  draw() {
    this.#learn();
    const hadFocus = this.root.contains(document.activeElement);
    const [root, ...line] = this.play.course.tree.line;
    const start = root && this.#move(root, this.play.voice.say("game_start"));
    this.root.replaceChildren(...(start ? [start] : []), ...this.#line(line));
    const shown = this.root.querySelector("[aria-current]");
    if (!(shown instanceof HTMLElement)) return;
    shown.tabIndex = 0;
    if (hadFocus) shown.focus({ preventScroll: true });
    // Only the list scrolls, never the page.
    const { offsetTop, offsetHeight } = shown;
    const { scrollTop, clientHeight } = this.root;
    if (offsetTop < scrollTop) this.root.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > scrollTop + clientHeight) this.root.scrollTop = offsetTop + offsetHeight - clientHeight;
  }

  /** Asks for the texts of branches that came with a record, one after the other, so that a reader's question never waits long. */
  async #learn() {
    if (this.#learning) return;
    const { tree } = this.play.course;
    const end = leafWithoutText(tree.root, this.#refused);
    if (!end) return;
    this.#learning = true;
    try {
      tree.learn(end, await call("view", { record: tree.past(end) }));
    } catch {
      // It stays in USI, and says why when it is chosen.
      this.#refused.add(end);
    }
    this.#learning = false;
    this.draw();
  }

  /** Moves, each followed by its alternatives. @param {Node[]} line @returns {HTMLElement[]} */
  #line(line) {
    return line.flatMap((step) => [
      this.#move(step),
      ...(step.parent?.next === step ? step.parent.children : []).filter((other) => other !== step).map((other) => this.#branch(other)),
    ]);
  }

  /** @param {Node} first */
  #branch(first) {
    const line = [first];
    for (let { next } = first; next; next = next.next) line.push(next);
    const label = this.play.voice.say("game_branch", { n: first.ply });
    const branch = element("span", "banmen-branch", { role: "group", "aria-label": label });
    // A branch's first move has the line's as its alternative, which stands before it.
    branch.append(this.#move(first), ...this.#line(line.slice(1)));
    return branch;
  }

  /** @param {Node} step @param {string} [text] */
  #move(step, text = this.#text(step)) {
    const move = element("button", "banmen-move", { type: "button", tabindex: "-1" });
    move.textContent = text;
    if (step === this.play.course.tree.at) move.setAttribute("aria-current", "step");
    if (step.ply) move.dataset.ply = String(step.ply);
    if (step.text) move.title = this.play.voice.move(step.text.parts);
    move.addEventListener("click", () => this.play.course.step(step));
    return move;
  }

  /** @param {Node} step */
  #text({ usi, text }) {
    return text ? written(text, settings.get("notation"), this.play.voice) : String(usi);
  }
}

/**
 * The end of a line whose moves nobody has put into words yet.
 * @param {Node} root
 * @param {WeakSet<Node>} refused
 */
function leafWithoutText(root, refused) {
  const open = [root];
  for (let step = open.pop(); step; step = open.pop()) {
    if (!step.children.length && step.usi && !step.text && !refused.has(step)) return step;
    open.push(...step.children);
  }
  return null;
}
