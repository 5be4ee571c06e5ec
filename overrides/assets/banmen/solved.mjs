// What best play comes to, where a game is solved: the verdict on the position shown, every move with its worth, and the best
// line. The engine names the parts of the table that it needs; they are fetched when a reader asks, never before.

import { BootError, CallError, call } from "./client.mjs";
import { styled } from "./need.mjs";
import { element } from "./stage.mjs";
import { written } from "./notation.mjs";
import { settings } from "./settings.mjs";

/** @import {Color, GameRecord, Verdict, Worth} from "./contract.d.ts" */
/** @import {Play} from "./play.mjs" */

/** A verdict takes the directory and the blocks of the moves; a table that wants more is not one. */
const ROUNDS = 4;

/** No line of best play is longer. */
const LONGEST = 200;

/** @type {WeakMap<Play, Solved>} */
const shown = new WeakMap();

/** A table, or a part of one, could not be had. */
export class TableError extends Error {
  /** @param {string} cause @param {"solved_failed" | "solved_none"} [key] of the sentence that says so */
  constructor(cause, key = "solved_failed") {
    super(cause);
    this.key = key;
  }
}

/**
 * The verdict on the end of a game. Throws a TableError where the table cannot be had.
 * @param {Pick<Play, "config">} play
 * @param {GameRecord} record
 * @param {AbortSignal} [signal] ends the fetching
 * @returns {Promise<Verdict>}
 */
export async function verdictOn({ config }, record, signal) {
  if (!config.solved?.table) throw new TableError("no table", "solved_none");
  const { table, folder } = config.solved;
  /** @type {Record<string, string>} */
  let blocks = {};
  for (let round = 0; round < ROUNDS; round++) {
    const found = await call("verdict", { record, table, blocks });
    if (!("need" in found)) return found;
    blocks = Object.fromEntries(await Promise.all(found.need.map(async ({ name }) => [name, await base64(await fetched(folder + name, signal))])));
  }
  throw new TableError("the table does not end");
}

/** @param {string} address @param {AbortSignal} [signal] @returns {Promise<Blob>} */
export async function fetched(address, signal) {
  try {
    const response = await fetch(new URL(address, document.baseURI), { signal });
    if (response.ok) return await response.blob();
    throw new Error(`${response.status} ${address}`);
  } catch (cause) {
    throw new TableError(String(cause));
  }
}

/** @param {Blob} bytes @returns {Promise<string>} */
export async function base64(bytes) {
  const reader = new FileReader();
  const read = new Promise((resolve) => reader.addEventListener("load", resolve));
  reader.readAsDataURL(bytes);
  await read;
  return String(reader.result).split(",")[1] ?? "";
}

/** Opens or closes the verdict. @param {Play} play */
export async function showVerdict(play) {
  await styled("analysis.css");
  const solved = shown.get(play) ?? new Solved(play);
  shown.set(play, solved);
  return solved.toggle();
}

class Solved {
  #asked = 0;
  #isOpen = false;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    const { voice } = play;
    this.root = element("section", "banmen-analysis", { "aria-label": voice.say("solved_title") });
    this.verdict = element("p", "banmen-verdict");
    this.moves = element("ul", "banmen-worths");
    this.line = element("button", "banmen-button", { type: "button" });
    this.line.textContent = voice.say("solved_line");
    this.line.addEventListener("click", () => this.#playLine());
    this.bar = element("progress", "banmen-bar", { max: "1" });
    this.root.append(this.bar, this.verdict, this.moves, this.line);
    play.host.addEventListener("banmen:change", () => this.#draw());
  }

  toggle() {
    this.#isOpen = !this.#isOpen;
    if (!this.#isOpen) return this.root.remove();
    this.play.panel.root.append(this.root);
    return this.#draw();
  }

  async #draw() {
    if (!this.#isOpen) return;
    const { play } = this;
    const asked = ++this.#asked;
    const { view, voice, past } = play;
    this.moves.replaceChildren();
    this.line.hidden = this.bar.hidden = true;
    this.verdict.textContent = view.moves.length ? voice.say("solved_asking") : voice.status(view);
    if (!view.moves.length) return;
    try {
      const verdict = await verdictOn(play, past);
      if (asked !== this.#asked) return;
      this.verdict.textContent = sentence(verdict, view.turn, play);
      this.line.hidden = verdict.result === null;
      play.panel.announce(this.verdict.textContent);
      const texts = await this.#texts(verdict.moves.map(({ usi }) => usi));
      if (asked === this.#asked) this.moves.replaceChildren(...verdict.moves.map((move) => this.#move(move, texts[move.usi] ?? move.usi)));
    } catch (error) {
      if (asked !== this.#asked) return;
      this.verdict.textContent = failure(error, play);
    }
  }

  /** Every move as the reader wants moves written. @param {string[]} moves */
  async #texts(moves) {
    const { past, voice } = this.play;
    const views = await Promise.all(moves.map((usi) => call("view", { record: { ...past, moves: [...(past.moves ?? []), usi] } })));
    return Object.fromEntries(
      views.map(({ texts }, index) => {
        const text = texts.at(-1);
        return [moves[index], text ? written(text, settings.get("notation"), voice) : moves[index]];
      }),
    );
  }

  /** @param {Worth & {usi: string}} move @param {string} text */
  #move({ usi, result, plies }, text) {
    const item = element("li", "", { "data-result": result ?? "" });
    const button = element("button", "banmen-move", { type: "button" });
    button.textContent = text;
    button.addEventListener("click", () => this.play.attempt(usi));
    const worth = element("span");
    worth.textContent = this.play.voice.say(`solved_${result ?? "unknown"}`, { n: plies });
    item.append(button, worth);
    return item;
  }

  /** Writes the best line into the game, to step through: as its end, or beside what was played. */
  async #playLine() {
    const { play } = this;
    const asked = ++this.#asked;
    const { record, past, ply, course } = play;
    /** @type {string[]} */
    const line = [];
    const total = (await verdictOn(play, past)).plies || LONGEST;
    this.bar.hidden = false;
    try {
      while (line.length < LONGEST) {
        this.bar.value = line.length / total;
        const at = { ...past, moves: [...(past.moves ?? []), ...line] };
        const { moves } = await call("view", { record: at });
        if (!moves.length) break;
        const [best] = (await verdictOn(play, at)).moves;
        if (asked !== this.#asked || !best?.result) return;
        line.push(best.usi);
      }
    } catch (error) {
      this.verdict.textContent = failure(error, play);
      return;
    } finally {
      this.bar.hidden = true;
    }
    const isEnd = !course.tree.at.next;
    const longer = isEnd ? { ...record, moves: [...(past.moves ?? []), ...line] } : { ...record, tree: [...(record.tree ?? []), { ply, moves: line }] };
    await play.load(longer, ply);
  }
}

/** Why there is no verdict. @param {unknown} error @param {Play} play */
export function failure(error, { voice }) {
  if (error instanceof TableError) return voice.say(error.key);
  if (error instanceof BootError) return voice.failure(error.failure);
  if (error instanceof CallError) return voice.error(error.code, error.details);
  throw error;
}

/** @param {Worth} verdict @param {Color} turn @param {Play} play */
function sentence({ result, plies }, turn, { voice }) {
  if (result === "draw") return voice.say("solved_best_draw");
  if (result === null) return voice.say("solved_unknown");
  const winner = (result === "win") === (turn === "b") ? "b" : "w";
  return voice.say(plies === 1 ? "solved_best_one" : "solved_best_win", { color: winner, n: plies });
}
