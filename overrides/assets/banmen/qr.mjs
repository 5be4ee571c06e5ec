// QR codes (ISO/IEC 18004) of links: bytes, error correction of level L, which is enough on a screen.

const SVG = "http://www.w3.org/2000/svg";

// By version, for level L: how many bytes of error correction each block has, and how many blocks there are.
// Codes of higher versions than 25 have more modules than a phone's camera tells apart.
const CORRECTION = [0, 7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26];
const BLOCKS = [0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12];

const QUIET = 4;

/** @type {((x: number, y: number) => number)[]} a module is inverted where its mask is 0 */
const MASKS = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/**
 * The code as a picture, or null if the text is too long.
 * @param {string} text
 */
export function qrPicture(text) {
  const rows = qrRows(text);
  if (!rows) return null;
  const size = rows.length + 2 * QUIET;
  const picture = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ viewBox: `0 0 ${size} ${size}`, class: "banmen-qr", role: "img", "shape-rendering": "crispEdges" })) {
    picture.setAttribute(name, value);
  }
  const paper = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ width: size, height: size, fill: "#fff" })) paper.setAttribute(name, String(value));
  const ink = document.createElementNS(SVG, "path");
  const modules = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")));
  ink.setAttribute("d", modules.join(""));
  picture.append(paper, ink);
  return picture;
}

/**
 * The rows of dark and light modules, or null if the text is too long.
 * @param {string} text
 * @returns {boolean[][] | null}
 */
export function qrRows(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = BLOCKS.findIndex((_, v) => v > 0 && bytes.length + (v < 10 ? 2 : 3) <= room(v));
  if (version < 0) return null;
  const code = new Code(version);
  code.fill(withCorrection(padded(bytes, version), version));
  return code.masked();
}

/** @param {number} version */
const sizeOf = (version) => 17 + 4 * version;

/** All bytes of a code: its square of modules without patterns and information. @param {number} version */
function total(version) {
  const centres = alignment(version).length;
  const finders = 3 * 64;
  const aligned = centres ? 25 * (centres ** 2 - 3) - 10 * (centres - 2) : 0;
  const timing = 2 * (sizeOf(version) - 16);
  const information = 31 + (version >= 7 ? 36 : 0);
  return Math.floor((sizeOf(version) ** 2 - finders - aligned - timing - information) / 8);
}

/** Bytes of data. @param {number} version */
const room = (version) => total(version) - (CORRECTION[version] ?? 0) * (BLOCKS[version] ?? 0);

/** Where the centres of alignment patterns lie, in either direction. @param {number} version @returns {number[]} */
function alignment(version) {
  if (version === 1) return [];
  const n = Math.floor(version / 7) + 2;
  const step = 2 * Math.ceil((version * 4 + 4) / (2 * n - 2));
  return [6, ...Array.from({ length: n - 1 }, (_, i) => sizeOf(version) - 7 - (n - 2 - i) * step)];
}

/**
 * The data with its mode and length before it and padding behind it.
 * @param {number[]} bytes
 * @param {number} version
 */
function padded(bytes, version) {
  const length = bytes.length.toString(2).padStart(version < 10 ? 8 : 16, "0");
  const bits = `0100${length}${bytes.map((byte) => byte.toString(2).padStart(8, "0")).join("")}0000`;
  const data = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
  for (let pad = 0xec; data.length < room(version); pad ^= 0xec ^ 0x11) data.push(pad);
  return data;
}

/**
 * Splits the data into blocks, gives each its error correction, and interleaves them.
 * @param {number[]} data
 * @param {number} version
 */
function withCorrection(data, version) {
  const [n, extra] = [BLOCKS[version] ?? 0, CORRECTION[version] ?? 0];
  const short = Math.floor(data.length / n);
  const shorter = n - (data.length % n);
  const generator = generatorOf(extra);
  let at = 0;
  const blocks = Array.from({ length: n }, (_, i) => data.slice(at, (at += short + (i < shorter ? 0 : 1))));
  const corrections = blocks.map((block) => remainder(block, generator));
  const interleaved = (/** @type {number[][]} */ lists, /** @type {number} */ length) =>
    Array.from({ length }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat();
  return [...interleaved(blocks, short + 1), ...interleaved(corrections, extra)];
}

/** In the field of 256 elements. @param {number} a @param {number} b */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

/** The product of (x - 2^i), without its first coefficient. @param {number} degree */
function generatorOf(degree) {
  let [generator, root] = [[1], 1];
  for (let i = 0; i < degree; i++) {
    const moved = [...generator, 0];
    generator = moved.map((coefficient, k) => coefficient ^ times(generator[k - 1] ?? 0, root));
    root = times(root, 2);
  }
  return generator.slice(1);
}

/** @param {number[]} block @param {number[]} generator */
function remainder(block, generator) {
  let rest = generator.map(() => 0);
  for (const byte of block) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = generator.map((coefficient, i) => (rest[i + 1] ?? 0) ^ times(coefficient, factor));
  }
  return rest;
}

/** @typedef {boolean | undefined} Module nothing is there yet */

class Code {
  /** @param {number} version */
  constructor(version) {
    this.version = version;
    this.size = sizeOf(version);
    /** @type {Module[][]} */
    this.rows = Array.from({ length: this.size }, () => Array(this.size));
    this.#patterns();
    this.#inform(0);
    this.isData = this.rows.map((row) => Array.from(row, (module) => module === undefined));
  }

  /** @param {number} x @param {number} y @param {boolean} dark */
  #set(x, y, dark) {
    const row = this.rows[y];
    if (row && x >= 0 && x < this.size) row[x] = dark;
  }

  #patterns() {
    const { size, version } = this;
    for (let i = 0; i < size; i++) {
      this.#set(6, i, i % 2 === 0);
      this.#set(i, 6, i % 2 === 0);
    }
    for (const [x, y] of /** @type {const} */ ([[3, 3], [size - 4, 3], [3, size - 4]])) this.#rings(x, y, 4, [0, 1, 3]);
    const centres = alignment(version);
    const last = size - 7;
    for (const x of centres) {
      for (const y of centres) {
        const isFinder = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
        if (!isFinder) this.#rings(x, y, 2, [0, 2]);
      }
    }
    if (version < 7) return;
    const bits = (version << 12) | divided(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const [near, far] = [Math.floor(i / 3), size - 11 + (i % 3)];
      this.#set(near, far, ((bits >> i) & 1) === 1);
      this.#set(far, near, ((bits >> i) & 1) === 1);
    }
  }

  /** @param {number} x @param {number} y @param {number} radius @param {number[]} dark which rings, from the centre */
  #rings(x, y, radius, dark) {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) this.#set(x + dx, y + dy, dark.includes(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  }

  /** Writes which level and mask are used, twice. @param {number} mask */
  #inform(mask) {
    const { size } = this;
    const level = 0b01 << 3;
    const bits = (((level | mask) << 10) | divided(level | mask, 0x537, 10)) ^ 0x5412;
    for (let i = 0; i < 15; i++) {
      const dark = ((bits >> i) & 1) === 1;
      this.#set(8, i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, dark);
      this.#set(i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i, 8, dark);
    }
    this.#set(8, size - 8, true);
  }

  /** Lays the bytes in columns two wide, up and down, from the right. @param {number[]} bytes */
  fill(bytes) {
    const { size } = this;
    let bit = 0;
    for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
      if (right === 6) right = 5;
      for (let i = 0; i < size; i++) {
        const y = isUp ? size - 1 - i : i;
        for (const x of [right, right - 1]) {
          if (!this.isData[y]?.[x]) continue;
          this.#set(x, y, (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1);
          bit++;
        }
      }
    }
  }

  /** The code under the mask that is the easiest to read. */
  masked() {
    /** @type {boolean[][]} */
    let best = [];
    let least = Infinity;
    MASKS.forEach((mask, number) => {
      this.#inform(number);
      const rows = this.rows.map((row, y) => row.map((dark, x) => (this.isData[y]?.[x] && mask(x, y) === 0 ? !dark : dark === true)));
      const penalty = penaltyOf(rows);
      if (penalty < least) [best, least] = [rows, penalty];
    });
    return best;
  }
}

/** The rest of a number shifted by `degree` bits, divided by a polynomial of that degree. @param {number} value @param {number} by @param {number} degree */
function divided(value, by, degree) {
  let rest = value;
  for (let i = 0; i < degree; i++) rest = (rest << 1) ^ ((rest >> (degree - 1)) * by);
  return rest;
}

/** How hard the code is to read: runs, blocks, what looks like a finder, and too much of one colour. @param {boolean[][]} rows */
function penaltyOf(rows) {
  const columns = rows.map((_, x) => rows.map((row) => row[x] ?? false));
  let [penalty, dark] = [0, 0];
  for (const line of [...rows, ...columns]) {
    const text = line.map(Number).join("");
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2;
    penalty += 40 * [...text.matchAll(/(?=00001011101|10111010000)/g)].length;
  }
  rows.forEach((row, y) =>
    row.forEach((module, x) => {
      if (module) dark++;
      const below = rows[y + 1];
      if (below && x + 1 < row.length && module === row[x + 1] && module === below[x] && module === below[x + 1]) penalty += 3;
    }),
  );
  const share = (100 * dark) / rows.length ** 2;
  return penalty + 10 * Math.floor(Math.abs(share - 50) / 5);
}
