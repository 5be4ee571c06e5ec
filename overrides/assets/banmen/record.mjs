// What comes from outside and calls itself a game's record: its form is checked here and rebuilt from known parts alone.
// Whether it is a game at all, only the engine can say.

/** @import {Args, Branch, GameRecord} from "./contract.d.ts" */

/** Something from outside cannot be used; `code` is the key of a sentence in `words.errors`. */
export class CodedError extends Error {
  /**
   * @param {string} code
   * @param {Args} [details]
   */
  constructor(code, details = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

/** As many moves as the engine reads, and as many again for each branch of a large analysis. */
const MOST_MOVES = 5000;
const MOST_BRANCHES = 500;
const DEEPEST = 40;
const LONGEST_TEXT = 1000;

const MOVE = /^[0-9A-Za-z*+]{1,8}$/;
const KEY = /^[a-z][a-z0-9_]{0,39}$/;

/**
 * A record made of nothing but what a record may hold. Throws CodedError `record.shape`, `record.version`, `record.length` or `record.branches`.
 * @param {unknown} value
 * @returns {GameRecord}
 */
export function clean(value) {
  const { v = 1, game, rules, start, moves = [], end, times, tree } = object(value);
  if (v !== 1) throw new CodedError(Number.isInteger(v) ? "record.version" : "record.shape");
  /** @type {GameRecord} */
  const record = { v: 1, game: key(game), moves: line(moves) };
  if (rules !== undefined) record.rules = options(rules);
  if (start !== undefined) record.start = text(start);
  if (end !== undefined) record.end = key(end);
  if (times !== undefined) record.times = seconds(times);
  if (tree !== undefined) record.tree = branches(tree, { left: MOST_BRANCHES }, DEEPEST);
  return record;
}

/**
 * Whether one record is what the other became by playing on, so that nothing of it is lost.
 * @param {GameRecord} before
 * @param {GameRecord} after
 */
export function continues(before, after) {
  const ended = before.end === undefined || before.end === after.end;
  const kept = (before.tree ?? []).length <= (after.tree ?? []).length;
  const same = before.game === after.game && before.start === after.start && sameRules(before, after);
  return same && ended && kept && (before.moves ?? []).every((move, index) => move === after.moves?.[index]);
}

/**
 * @param {GameRecord} one
 * @param {GameRecord} other
 */
function sameRules({ rules: one = {} }, { rules: other = {} }) {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => one[name] === other[name]);
}

/** @param {string} [reason] @returns {never} */
function wrong(reason = "record.shape") {
  throw new CodedError(reason);
}

/** @param {unknown} value @returns {Record<string, unknown>} */
function object(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) wrong();
  return Object.fromEntries(Object.entries(value));
}

/** @param {unknown} value @returns {unknown[]} */
function list(value) {
  if (!Array.isArray(value)) wrong();
  if (value.length > MOST_MOVES) throw new CodedError("record.length", { found: value.length, expected: MOST_MOVES });
  return value;
}

/** @param {unknown} value */
function text(value) {
  return typeof value === "string" && value.length <= LONGEST_TEXT ? value : wrong();
}

/** @param {unknown} value */
function key(value) {
  return typeof value === "string" && KEY.test(value) ? value : wrong();
}

/** @param {unknown} value */
function line(value) {
  return list(value).map((move) => (typeof move === "string" && MOVE.test(move) ? move : wrong()));
}

/** @param {unknown} value */
function seconds(value) {
  return list(value).map((time) => (time === null || (typeof time === "number" && time >= 0 && time < 1e7) ? time : wrong()));
}

/** @param {unknown} value @returns {Record<string, string | number>} */
function options(value) {
  const entries = Object.entries(object(value));
  if (entries.length > 20) wrong();
  return Object.fromEntries(entries.map(([name, chosen]) => [key(name), Number.isSafeInteger(chosen) ? Number(chosen) : text(chosen)]));
}

/**
 * @param {unknown} value
 * @param {{left: number}} allowed how many more branches there may be in the whole tree
 * @param {number} depth
 * @returns {Branch[]}
 */
function branches(value, allowed, depth) {
  return list(value).map((item) => {
    if (--allowed.left < 0 || depth === 0) wrong("record.branches");
    const { ply, moves, end, times, tree } = object(item);
    if (!Number.isSafeInteger(ply) || Number(ply) < 0) wrong();
    /** @type {Branch} */
    const branch = { ply: Number(ply), moves: line(moves) };
    if (end !== undefined) branch.end = key(end);
    if (times !== undefined) branch.times = seconds(times);
    if (tree !== undefined) branch.tree = branches(tree, allowed, depth - 1);
    return branch;
  });
}
