// A page of tasks: counts those that are solved, marks them, leads to the next one, and remembers in this browser.

import { element } from "./stage.mjs";
import { format, load } from "./words.mjs";

/** @import {Args, Config} from "./contract.d.ts" */
/** @import {Play} from "./play.mjs" */

const KEPT = "banmen solved";

/** What is solved on any page, by the key of the task; in a browser that keeps nothing, for as long as the page is open. */
class Solved {
  /** Whether the browser keeps what is solved. */
  isKept = true;

  constructor() {
    /** @type {Set<string>} */
    this.keys = new Set(this.#read());
  }

  #read() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
      return Array.isArray(kept) ? kept.filter((key) => typeof key === "string") : [];
    } catch (error) {
      // Forbidden, or not ours: what is solved from now on replaces it.
      this.isKept = !(error instanceof DOMException);
      return [];
    }
  }

  /** @param {(keys: Set<string>) => void} change */
  change(change) {
    // Another page may have added to it.
    for (const key of this.#read()) this.keys.add(key);
    change(this.keys);
    try {
      localStorage.setItem(KEPT, JSON.stringify([...this.keys]));
      this.isKept = true;
    } catch {
      this.isKept = false;
    }
  }
}

/** A task is the same in every language and on every page. @param {Config} config */
function keyOf({ record, task, goal }) {
  return [record.game, record.start ?? "", ...(record.moves ?? []), "?", goal ? `${goal.kind} ${goal.plies}` : (task ?? []).join(" ")].join(" ");
}

/** @param {HTMLElement} place */
export async function furnish(place) {
  /** @type {Map<string, HTMLElement>} by their keys, the boards that set a task, in the order of the page */
  const boards = new Map();
  for (const board of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("banmen-board"))) {
    /** @type {Config} */
    const config = JSON.parse(board.querySelector("script")?.textContent ?? "{}");
    if (config.play === "task") boards.set(keyOf(config), board);
  }
  const words = await load(document.documentElement.lang);
  /** @param {string} key @param {Args} [args] */
  const say = (key, args) => format(words, words.ui[key] ?? key, args);
  const solved = new Solved();

  const bar = element("progress", "", { max: String(boards.size), "aria-label": say("lesson") });
  const count = element("span", "banmen-lesson-count", { role: "status" });
  const next = element("a", "banmen-button");
  next.textContent = say("lesson_next");
  const over = element("button", "banmen-button", { type: "button" });
  over.textContent = say("lesson_over");
  over.addEventListener("click", () => {
    solved.change((keys) => boards.forEach((_, key) => keys.delete(key)));
    draw();
  });
  document.addEventListener("banmen:solved", (event) => {
    const { play } = /** @type {CustomEvent<{play: Play}>} */ (event).detail;
    solved.change((keys) => keys.add(keyOf(play.config)));
    draw();
  });
  place.replaceChildren(bar, count, next, over);
  draw();

  function draw() {
    const done = [...boards.keys()].filter((key) => solved.keys.has(key)).length;
    bar.setAttribute("value", String(done));
    const text = [say(done === boards.size ? "lesson_all" : "lesson_count", { n: done, all: boards.size })];
    if (done && !solved.isKept) text.push(say("lesson_unkept"));
    count.textContent = text.join(" ");
    over.hidden = !done;
    let open = "";
    let number = 0;
    for (const [key, board] of boards) {
      const figure = /** @type {HTMLElement} */ (board.closest("figure"));
      figure.id ||= `task-${++number}`;
      mark(figure, solved.keys.has(key) ? say("lesson_done") : "");
      if (!solved.keys.has(key)) open ||= figure.id;
    }
    next.hidden = !open;
    next.setAttribute("href", `#${open}`);
  }
}

/** @param {HTMLElement} figure @param {string} text empty where the task is open */
function mark(figure, text) {
  const caption = figure.querySelector("figcaption");
  const found = caption?.querySelector(".banmen-done");
  if (!text || found) return text ? undefined : found?.remove();
  const done = element("span", "banmen-done");
  done.textContent = `✓ ${text}`;
  caption?.append(done);
}
