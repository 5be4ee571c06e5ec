// How a game went, as the computer sees it: the chances over its moves, how the position shown stands, and where most was lost.

import { CallError, call } from "./client.mjs";
import { turnAt } from "./course.mjs";
import { written } from "./notation.mjs";
import { styled } from "./need.mjs";
import { settings } from "./settings.mjs";
import { verdictOn } from "./solved.mjs";
import { element } from "./stage.mjs";

/** @import {Color, GameRecord, Thought} from "./contract.d.ts" */
/** @import {Play} from "./play.mjs" */
/** @import {Node} from "./tree.mjs" */

/**
 * @typedef {object} Judged
 * @property {Node} step
 * @property {number} chance the first player's, from 0 to 1
 * @property {number | null} mate plies to a forced end
 * @property {Color | null} winner of a forced end or of the game
 * @property {string | undefined} best what the computer would play
 */

/** Milliseconds for a position. */
const LOOK = 250;

/** A move that costs its player this much of the chances is worth a look. */
const MUCH = 0.15;
const MOST_SHOWN = 3;

/** Up to which chance of the better side its advantage has which name. */
const NAMES = /** @type {const} */ ([
  [0.6, "analysis_even"],
  [0.75, "analysis_slight"],
  [0.92, "analysis_clear"],
  [1, "analysis_winning"],
]);

const WIDTH = 400;
const HEIGHT = 100;
const SVG = "http://www.w3.org/2000/svg";

/** @type {WeakMap<Play, Analysis>} */
const analyses = new WeakMap();

/** @param {Play} play */
export async function analyse(play) {
  await styled("analysis.css");
  const analysis = analyses.get(play) ?? new Analysis(play);
  analyses.set(play, analysis);
  return analysis.run();
}

class Analysis {
  /** @type {Judged[]} */
  #judged = [];

  /** @type {AbortController | null} */
  #running = null;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    const { voice } = play;
    this.root = element("section", "banmen-analysis", { "aria-label": voice.say("analysis_title"), tabindex: "-1" });
    this.bar = element("progress", "banmen-bar", { max: "1" });
    this.graph = document.createElementNS(SVG, "svg");
    this.graph.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    this.graph.setAttribute("preserveAspectRatio", "none");
    this.graph.setAttribute("class", "banmen-graph");
    this.graph.setAttribute("role", "img");
    this.graph.addEventListener("click", (event) => this.#goTo(event));
    this.verdict = element("p", "banmen-verdict");
    this.turns = element("ul", "banmen-turns");
    this.note = element("p", "banmen-note");
    this.note.textContent = voice.say(play.config.solved?.table ? "analysis_by_table" : "analysis_by");
    this.root.append(this.bar, this.graph, this.verdict, this.turns, this.note);
    play.panel.root.append(this.root);
    play.host.addEventListener("banmen:change", () => this.#draw());
  }

  async run() {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.root.hidden = false;
    this.turns.replaceChildren();
    this.#judged = [];
    const { play } = this;
    const { line } = play.course.tree;
    const end = await play.ask(() => call("view", { record: play.course.tree.past(line.at(-1)) }), () => this.run());
    if (!end) return;
    play.draw();
    for (const [index, step] of line.entries()) {
      this.#show(index, line.length);
      const isEnd = index === line.length - 1;
      const judged = isEnd && !end.moves.length ? over(step, end.outcome?.winner ?? null) : await this.#judge(step, running.signal);
      if (running.signal.aborted || !judged) return;
      this.#judged.push(judged);
      this.#draw();
    }
    this.bar.hidden = true;
    await this.#tellTurns();
    play.panel.announce([this.verdict, this.turns].map(({ textContent }) => textContent).join(" "));
  }

  /** @param {number} n @param {number} limit */
  #show(n, limit) {
    this.bar.hidden = false;
    this.bar.value = n / limit;
    this.bar.setAttribute("aria-label", this.play.voice.say("analysis_running", { n: n + 1, limit }));
  }

  /** @param {Node} step @param {AbortSignal} signal @returns {Promise<Judged | null>} */
  async #judge(step, signal) {
    const record = { ...this.play.course.tree.past(step), end: undefined };
    try {
      return (await this.#lookUp(step, record)) ?? judged(step, await call("think", { record, time_ms: LOOK, seed: 0 }, { signal }));
    } catch (error) {
      console.error(error);
      this.bar.hidden = true;
      this.play.tell({ text: this.play.voice.failure("start"), kind: "failure" });
      return null;
    }
  }

  /** What the table of a solved game knows. @param {Node} step @param {GameRecord} record @returns {Promise<Judged | null>} */
  async #lookUp(step, record) {
    if (!this.play.config.solved?.table) return null;
    try {
      const { result, plies, moves } = await verdictOn(this.play, record);
      if (result === null) return null;
      const chance = { win: 1, draw: 0.5, loss: 0 }[result];
      return judged(step, { chance, mate: result === "draw" ? null : result === "win" ? plies : -plies, move: moves[0]?.usi });
    } catch (error) {
      // Under other rules, or with other pieces, nothing is known.
      if (error instanceof CallError && error.code.startsWith("oracle.")) return null;
      throw error;
    }
  }

  #draw() {
    const { voice, ply } = this.play;
    const points = this.#judged;
    if (!points.length) return;
    const total = Math.max(this.play.course.tree.line.length - 1, 1);
    const at = (/** @type {number} */ index) => (WIDTH * index) / total;
    const edge = points.map(({ chance }, index) => `${at(index).toFixed(1)} ${(HEIGHT * (1 - chance)).toFixed(1)}`).join("L");
    const shown = points.find(({ step }) => step === this.play.course.tree.at);
    this.graph.replaceChildren(
      path("banmen-graph-area", `M0 ${HEIGHT}L${edge}L${at(points.length - 1)} ${HEIGHT}Z`),
      path("banmen-graph-middle", `M0 ${HEIGHT / 2}H${WIDTH}`),
      path("banmen-graph-line", `M${edge}`),
      ...(shown ? [path("banmen-graph-here", `M${at(ply)} 0V${HEIGHT}`)] : []),
    );
    this.graph.setAttribute("aria-label", voice.say("analysis_graph", { color: "b" }));
    this.verdict.textContent = shown ? verdict(shown, this.play) : "";
  }

  /** The moves that cost most, with what was better. */
  async #tellTurns() {
    const { voice, course } = this.play;
    const costs = this.#judged.slice(1).map((after, index) => {
      const before = /** @type {Judged} */ (this.#judged[index]);
      const mover = turnAt(before.step);
      const [was, is] = [before, after].map(({ chance }) => (mover === "b" ? chance : 1 - chance));
      return { before, after, was: was ?? 0, is: is ?? 0, cost: (was ?? 0) - (is ?? 0) };
    });
    const worst = costs.filter(({ cost, before, after }) => cost >= MUCH && before.best !== after.step.usi);
    worst.sort((a, b) => b.cost - a.cost);
    const items = [];
    for (const { before, after, was, is } of worst.slice(0, MOST_SHOWN)) {
      const item = element("li");
      const go = element("button", "banmen-move", { type: "button" });
      const text = after.step.text ? written(after.step.text, settings.get("notation"), voice) : String(after.step.usi);
      const [from, to] = [was, is].map((chance) => Math.round(100 * chance));
      go.textContent = voice.say("analysis_turn", { n: after.step.ply, text, before: from, after: to });
      go.addEventListener("click", () => course.step(before.step));
      item.append(go, " ", await this.#better(before));
      items.push(item);
    }
    if (!items.length) {
      const none = element("li");
      none.textContent = voice.say("analysis_none");
      items.push(none);
    }
    this.turns.replaceChildren(...items);
  }

  /** @param {Judged} before */
  async #better({ step, best }) {
    if (!best) return "";
    const past = this.play.course.tree.past(step);
    const { texts } = await call("view", { record: { ...past, moves: [...(past.moves ?? []), best] } });
    const text = texts.at(-1);
    return text ? this.play.voice.say("analysis_better", { text: written(text, settings.get("notation"), this.play.voice) }) : "";
  }

  /** @param {MouseEvent} event */
  #goTo({ clientX }) {
    const { left, width } = this.graph.getBoundingClientRect();
    const { line } = this.play.course.tree;
    this.play.course.step(line[Math.round(((clientX - left) / width) * (line.length - 1))]);
  }
}

/** @param {Node} step @param {Color | null} winner @returns {Judged} */
const over = (step, winner) => ({ step, chance: winner ? Number(winner === "b") : 0.5, mate: null, winner, best: undefined });

/** @param {Node} step @param {Partial<Thought>} found @returns {Judged} */
function judged(step, { chance = 0.5, mate = null, move }) {
  const turn = turnAt(step);
  const other = turn === "b" ? "w" : "b";
  return {
    step,
    chance: turn === "b" ? chance : 1 - chance,
    mate,
    winner: mate === null ? null : mate > 0 ? turn : other,
    best: move,
  };
}

/** @param {Judged} shown @param {Play} play */
function verdict({ chance, mate, winner }, { voice, view }) {
  if (!view.moves.length) return voice.status(view);
  if (mate !== null && winner) {
    const n = Math.abs(mate);
    return voice.say(n === 1 ? "analysis_mate_one" : "analysis_mate", { color: winner, n });
  }
  const [, name] = NAMES.find(([most]) => Math.max(chance, 1 - chance) <= most) ?? NAMES[0];
  return voice.say(name, { color: chance > 0.5 ? "b" : "w" });
}

/** @param {string} name @param {string} d */
function path(name, d) {
  const made = document.createElementNS(SVG, "path");
  made.setAttribute("class", name);
  made.setAttribute("d", d);
  return made;
}
