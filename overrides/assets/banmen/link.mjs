// A game in the address: `#g=1z.<text>`, the same in every language.
//
//   1     the version of this form; a page refuses a higher one, and says that it is newer
//   z     the bytes are deflated (left out where that would not make them fewer)
//   text  base64url of two bytes of checksum (Fletcher's, so that a link cut off on its way is known as such) and of
//         JSON in UTF-8, whose keys are one letter: g game, r rules, s start, m moves, e end, t times, b branches of
//         {p ply, m moves, e end, t times, b branches}; and of what is seen: p the ply shown if it is not the last, w 1 if the
//         second player sits at the bottom. Moves are USI without anything between them, as "7g7f3c3dP*5e8h2b+".
//
// The page knows no rules: what is unpacked is only known to have a record's form, and the engine says what it is.

import { CodedError, clean } from "./record.mjs";

/** @import {Branch, Color, GameRecord} from "./contract.d.ts" */

/**
 * @typedef {object} Point what a link leads to
 * @property {GameRecord} record
 * @property {number} ply how many of its moves are shown
 * @property {Color} bottom who sits at the bottom
 */

const VERSION = 1;

/** Five thousand moves take 15 000 characters; whatever is far longer was not made here. */
const LONGEST = 60_000;
const MOST_BYTES = 200_000;

const FORM = /^(\d{1,6})([a-z]?)\.([\w-]*)/;

/**
 * @param {Point} point
 * @returns {Promise<string>}
 */
export async function pack({ record, ply, bottom }) {
  const { game, rules, start, moves = [], end, times, tree } = record;
  const short = {
    g: game,
    r: rules && Object.keys(rules).length ? rules : undefined,
    s: start,
    m: moves.length ? run(moves) : undefined,
    e: end,
    t: times?.length ? times : undefined,
    b: tree?.length ? tree.map(shortened) : undefined,
    p: ply < moves.length ? ply : undefined,
    w: bottom === "w" ? 1 : undefined,
  };
  const bytes = new TextEncoder().encode(JSON.stringify(short));
  const deflated = await deflate(bytes);
  const packed = deflated && deflated.length < bytes.length ? deflated : bytes;
  return `${VERSION}${packed === deflated ? "z" : ""}.${base64url([...checksum(packed), ...packed])}`;
}

/**
 * Throws CodedError `link.damaged`, `link.newer`, `link.too_long` or `link.unsupported`, and those of records.
 * @param {string} text
 * @returns {Promise<Point>}
 */
export async function unpack(text) {
  if (text.length > LONGEST) throw new CodedError("link.too_long");
  const [, version, packing, body = ""] = FORM.exec(text) ?? [];
  if (Number(version) > VERSION) throw new CodedError("link.newer");
  if (Number(version) !== VERSION || (packing !== "" && packing !== "z")) throw damaged();
  const [first, second, ...rest] = fromBase64url(body);
  const packed = Uint8Array.from(rest);
  const [a, b] = checksum(packed);
  if (first !== a || second !== b) throw damaged();
  const bytes = packing ? await inflate(packed) : packed;
  let short;
  try {
    short = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw damaged();
  }
  if (typeof short !== "object" || short === null) throw damaged();
  const record = clean({
    game: short.g,
    rules: short.r,
    start: short.s,
    moves: parted(short.m),
    end: short.e,
    times: short.t,
    tree: lengthened(short.b),
  });
  const last = record.moves?.length ?? 0;
  const ply = Number.isInteger(short.p) && short.p >= 0 ? Math.min(short.p, last) : last;
  return { record, ply, bottom: short.w === 1 ? "w" : "b" };
}

const damaged = () => new CodedError("link.damaged");

/**
 * Moves of four signs, and perhaps a plus, are told apart without anything between them; others get a space behind each.
 * @param {string[]} moves
 */
function run(moves) {
  return moves.every((move) => /^[^+]{4}\+?$/.test(move)) ? moves.join("") : moves.map((move) => `${move} `).join("");
}

/** @param {unknown} text */
function parted(text) {
  if (text === undefined) return [];
  if (typeof text !== "string") return text;
  return text.includes(" ") ? text.trim().split(" ") : (text.match(/[^+]{4}\+?|.+/g) ?? []);
}

/** @param {Branch} branch @returns {object} */
function shortened({ ply, moves, end, times, tree }) {
  return { p: ply, m: run(moves), e: end, t: times, b: tree?.length ? tree.map(shortened) : undefined };
}

/** @param {unknown} tree @returns {unknown} */
function lengthened(tree, depth = 0) {
  // What is wrong here or nested too deep is left as it is, for the record's check to refuse.
  if (!Array.isArray(tree) || depth > 100) return tree;
  return tree.map((branch) => ({ ply: branch?.p, moves: parted(branch?.m), end: branch?.e, times: branch?.t, tree: lengthened(branch?.b, depth + 1) }));
}

/** @param {Uint8Array} bytes */
function checksum(bytes) {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 255;
    b = (b + a) % 255;
  }
  return [a, b];
}

/** @param {number[]} bytes */
function base64url(bytes) {
  const text = btoa(bytes.map((byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
function fromBase64url(text) {
  try {
    return Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  } catch {
    throw damaged();
  }
}

/** Null in a browser that cannot. @param {Uint8Array<ArrayBuffer>} bytes */
async function deflate(bytes) {
  const stream = makeStream(() => new CompressionStream("deflate-raw"));
  return stream && read(bytes, stream, Infinity);
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function inflate(bytes) {
  const stream = makeStream(() => new DecompressionStream("deflate-raw"));
  if (!stream) throw new CodedError("link.unsupported");
  return read(bytes, stream, MOST_BYTES);
}

/**
 * @template T
 * @param {() => T} make
 * @returns {T | null}
 */
function makeStream(make) {
  try {
    return make();
  } catch {
    return null; // neither the class nor this kind of deflating is everywhere
  }
}

/**
 * What comes out of a stream, given up as soon as it is more than `most` bytes: a few thousand can swell to millions.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {GenericTransformStream} stream
 * @param {number} most
 */
async function read(bytes, stream, most) {
  /** @type {ReadableStreamDefaultReader<Uint8Array>} */
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  /** @type {Uint8Array[]} */
  const chunks = [];
  let total = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      total += value.length;
      if (total > most) break;
      chunks.push(value);
    }
  } catch {
    throw damaged();
  }
  if (total > most) {
    reader.cancel().catch(() => {}); // nobody waits for what is left of it
    throw new CodedError("link.too_long");
  }
  return new Uint8Array(await new Blob(/** @type {BlobPart[]} */ (chunks)).arrayBuffer());
}
