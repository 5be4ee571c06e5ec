// The moves of a game, with every branch that was left when the reader stepped back and played on.

import { CallError } from "./client.mjs";

/** @import {Branch, GameRecord, MoveText, View} from "./contract.d.ts" */

/** More than this many moves in all branches is not read; the engine sets the bound of one line. */
const MOST = 20_000;
const DEEPEST = 100;

/**
 * A position of the game: the start, or what a move has led to.
 * @typedef {object} Node
 * @property {string | null} usi
 * @property {Node | null} parent
 * @property {number} ply moves from the start
 * @property {Node[]} children
 * @property {Node | null} next the child that the line goes on with
 * @property {View | null} view as the engine told it, once it was asked
 * @property {MoveText | null} text
 * @property {number | null} seconds the mover's time
 * @property {string | null} end an ending that the position does not show
 * @property {View | null} ended the view with that ending
 */

/**
 * @param {string | null} usi
 * @param {Node | null} parent
 * @returns {Node}
 */
const node = (usi, parent) => ({
  usi,
  parent,
  ply: parent ? parent.ply + 1 : 0,
  children: [],
  next: null,
  view: null,
  text: null,
  seconds: null,
  end: null,
  ended: null,
});

/** @param {string} key */
const misshapen = (key) => new CallError({ code: "record.shape", details: { key } });

export class Tree {
  #size = 0;

  /** @param {GameRecord} record anything that claims to be one; throws a CallError where its shape is wrong */
  constructor(record) {
    if (typeof record !== "object" || record === null) throw misshapen("record");
    const { game, rules, start } = record;
    this.origin = { game, ...(rules && { rules }), ...(start !== undefined && { start }) };
    this.version = record.v ?? 1;
    this.root = node(null, null);
    /** The position shown. */
    this.at = this.#grow(this.root, record, 0);
  }

  /**
   * @param {Node} from
   * @param {Pick<GameRecord, "moves" | "end" | "times" | "tree">} line
   * @param {number} depth
   * @returns {Node} the end of the line
   */
  #grow(from, { moves = [], end, times = [], tree = [] }, depth) {
    if (!isTexts(moves)) throw misshapen("moves");
    if (!Array.isArray(times)) throw misshapen("times");
    if (!Array.isArray(tree) || depth > DEEPEST) throw misshapen("tree");
    this.#size += moves.length;
    if (this.#size > MOST) throw new CallError({ code: "record.length", details: { found: this.#size, expected: MOST } });
    const line = [from];
    for (const [index, usi] of moves.entries()) {
      const added = this.#child(/** @type {Node} */ (line.at(-1)), usi);
      const seconds = times[index];
      added.seconds = typeof seconds === "number" && seconds >= 0 ? seconds : null;
      line.push(added);
    }
    const last = /** @type {Node} */ (line.at(-1));
    if (end !== undefined) last.end = String(end);
    for (const branch of tree) {
      const at = line.find(({ ply }) => ply === branch?.ply);
      if (!at || !branch.moves?.length) throw misshapen("tree");
      const { next } = at;
      this.#grow(at, branch, depth + 1);
      at.next = next ?? at.next;
    }
    return last;
  }

  /**
   * @param {Node} parent
   * @param {string} usi
   */
  #child(parent, usi) {
    const known = parent.children.find((child) => child.usi === usi);
    const child = known ?? node(usi, parent);
    if (!known) parent.children.push(child);
    parent.next = child;
    return child;
  }

  /** Plays a move from the position shown. @param {string} usi @param {View} view */
  play(usi, view) {
    this.at = this.#child(this.at, usi);
    this.learn(this.at, view);
  }

  /** Ends the game in the position shown. @param {string} end @param {View} view */
  end(end, view) {
    this.at.end = end;
    this.learn(this.at, view);
  }

  /** Shows another position; the line then runs through it. @param {Node} to */
  go(to) {
    for (let { parent } = to, child = to; parent; child = parent, parent = parent.parent) parent.next = child;
    this.at = to;
  }

  /** Keeps what the engine says about a position and the moves to it. @param {Node} about @param {View} view */
  learn(about, view) {
    if (about.end) about.ended = view;
    else about.view = view;
    for (const [index, step] of path(about).entries()) step.text = view.texts[index] ?? step.text;
  }

  /** Every position of the line from the start to its end. */
  get line() {
    const line = [this.root];
    for (let { next } = this.root; next; next = next.next) line.push(next);
    return line;
  }

  /** The record up to a position. @param {Node} [to] @returns {GameRecord} */
  past(to = this.at) {
    return {
      v: /** @type {1} */ (this.version),
      ...this.origin,
      moves: path(to).map(({ usi }) => String(usi)),
      ...(to.end && { end: to.end }),
    };
  }

  /** The whole game. @returns {GameRecord} */
  get record() {
    const { line } = this;
    const { moves, ...rest } = this.past(line.at(-1));
    return { ...rest, moves, ...timesOf(line.slice(1)), ...branchesOf(line) };
  }
}

/** The positions after each move from the start to here. @param {Node} to */
function path(to) {
  const steps = [];
  for (let step = to; step.parent; step = step.parent) steps.unshift(step);
  return steps;
}

/** @param {Node[]} steps @returns {{times?: (number | null)[]}} */
function timesOf(steps) {
  const times = steps.map(({ seconds }) => seconds);
  return times.some((seconds) => seconds !== null) ? { times } : {};
}

/** What leaves a line. @param {Node[]} line @returns {{tree?: Branch[]}} */
function branchesOf(line) {
  const tree = line.flatMap((from) => from.children.filter((child) => child !== from.next).map(branch));
  return tree.length ? { tree } : {};
}

/** @param {Node} first @returns {Branch} */
function branch(first) {
  const line = [first];
  for (let { next } = first; next; next = next.next) line.push(next);
  const end = line.at(-1)?.end;
  return {
    ply: first.ply - 1,
    moves: line.map(({ usi }) => String(usi)),
    ...(end && { end }),
    ...timesOf(line),
    ...branchesOf(line),
  };
}

/** @param {unknown} moves @returns {moves is string[]} */
const isTexts = (moves) => Array.isArray(moves) && moves.every((move) => typeof move === "string");
