// Links: what goes in comes out, and nothing that comes from outside does harm or is silently misread.
import assert from "node:assert/strict";
import test from "node:test";
import { deflateRawSync } from "node:zlib";

import { pack, unpack } from "../overrides/assets/banmen/link.mjs";
import { CodedError, clean, continues } from "../overrides/assets/banmen/record.mjs";

/** @import {GameRecord} from "../overrides/assets/banmen/contract.d.ts" */

const SHARED = "ln1gkg2l/2s4s1/p1pp+Bpnpp/1r4p2/7P1/P8/2GPPPP1P/2S6/LN2KG+r1L b BPsn3p 1";

/** The same moves for every run. @param {number} n */
function someMoves(n) {
  let seed = 7;
  const next = (/** @type {number} */ below) => (seed = (seed * 48271) % 2147483647) % below;
  const square = () => `${next(9) + 1}${"abcdefghi"[next(9)]}`;
  return Array.from({ length: n }, () => (next(5) ? square() + square() + (next(6) ? "" : "+") : `${"PLNSGBR"[next(7)]}*${square()}`));
}

/** @type {Record<string, GameRecord>} */
const RECORDS = {
  empty: { v: 1, game: "shogi", moves: [] },
  short: { v: 1, game: "shogi", moves: ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"] },
  position: { v: 1, game: "shogi", start: SHARED, moves: [] },
  options: { v: 1, game: "hasami", rules: { target: "8", move_limit: 200 }, moves: ["5i5e"], end: "resign", times: [12.5] },
  branches: {
    v: 1,
    game: "dobutsu",
    moves: someMoves(6),
    tree: [{ ply: 2, moves: someMoves(3), end: "agreement", times: [1, null, 3] }, { ply: 1, moves: [], tree: [{ ply: 1, moves: ["a", "10a9b", "x+y"] }] }],
  },
  "wide board": { v: 1, game: "taikyoku", moves: ["10a10b", "12l12k+"] },
  "one odd move": { v: 1, game: "shogi", moves: ["7g"] },
  long: { v: 1, game: "shogi", moves: someMoves(5000) },
};

for (const [name, record] of Object.entries(RECORDS)) {
  test(`round trip: ${name}`, async () => {
    const last = record.moves?.length ?? 0;
    for (const [ply, bottom] of /** @type {const} */ ([[last, "b"], [0, "w"], [Math.min(1, last), "b"]])) {
      const packed = await pack({ record, ply, bottom });
      assert.match(packed, /^1z?\.[\w-]+$/);
      assert.deepEqual(await unpack(packed), { record, ply, bottom });
      const read = new URLSearchParams(`g=${packed}&b=2`);
      assert.equal(read.get("g"), packed, "a form decoder changes nothing");
    }
  });
}

test("a plus sign in a position is never turned into a space (N-URL-01)", async () => {
  const link = new URL(`https://example.org/#g=${await pack({ record: { game: "shogi", start: SHARED }, ply: 0, bottom: "b" })}`);
  assert.doesNotMatch(link.hash, /\+/);
  const { record } = await unpack(new URLSearchParams(link.hash.slice(1)).get("g") ?? "");
  assert.equal(record.start, SHARED);
});

test("links stay short", async () => {
  const length = async (/** @type {number} */ n) =>
    (await pack({ record: { game: "shogi", moves: someMoves(n) }, ply: n, bottom: "b" })).length;
  assert.ok((await length(10)) < 100, String(await length(10)));
  assert.ok((await length(100)) < 420, String(await length(100)));
  assert.ok((await length(400)) < 1600, String(await length(400)));
});

/** @param {Promise<unknown>} unpacking @param {string} code */
const refused = (unpacking, code) => assert.rejects(unpacking, (error) => error instanceof CodedError && error.code === code);

/** @param {unknown} value @param {(bytes: Buffer) => Buffer} [packing] */
function forged(value, packing) {
  const json = Buffer.from(typeof value === "string" ? value : JSON.stringify(value));
  const bytes = packing ? packing(json) : json;
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 255;
    b = (b + a) % 255;
  }
  return `1${packing ? "z" : ""}.${Buffer.from([a, b, ...bytes]).toString("base64url")}`;
}

test("a forged link is read, so that the next tests test something", async () => {
  assert.deepEqual((await unpack(forged({ g: "shogi" }))).record, { v: 1, game: "shogi", moves: [] });
  assert.deepEqual((await unpack(forged({ g: "shogi", p: 9 }, deflateRawSync))).ply, 0);
});

const deep = (/** @type {number} */ n) => `{"g":"shogi","b":${'[{"p":0,"b":'.repeat(n)}[]${"}]".repeat(n)}}`;

/** @type {[string, string, string][]} */
const HOSTILE = [
  ["nothing", "", "link.damaged"],
  ["no version", "z.AAAA", "link.damaged"],
  ["version 0", "0.AAAA", "link.damaged"],
  ["a later version", "2.AAAA", "link.newer"],
  ["a much later version", "999999q.AAAA", "link.newer"],
  ["an unknown packing", "1q.AAAA", "link.damaged"],
  ["no bytes", "1.", "link.damaged"],
  ["one sign of base64", "1.A", "link.damaged"],
  ["a wrong checksum", "1.AAAAAAAA", "link.damaged"],
  ["not JSON", forged("g=shogi"), "link.damaged"],
  ["not UTF-8", forged("", () => Buffer.from([1, 200, 200])), "link.damaged"],
  ["not deflated", forged("{}").replace("1.", "1z."), "link.damaged"],
  ["null", forged(null), "link.damaged"],
  ["a list", forged([]), "record.shape"],
  ["no game", forged({ m: "7g7f" }), "record.shape"],
  ["a game of a strange name", forged({ g: "__proto__" }), "record.shape"],
  ["moves that are no text", forged({ g: "shogi", m: 7 }), "record.shape"],
  ["moves of strange signs", forged({ g: "shogi", m: "<b>x" }), "record.shape"],
  ["a long start", forged({ g: "shogi", s: "9".repeat(2000) }), "record.shape"],
  ["options of strange names", forged('{"g":"shogi","r":{"__proto__":{"x":1}}}'), "record.shape"],
  ["options that are things", forged({ g: "shogi", r: { try: {} } }), "record.shape"],
  ["a wrong time", forged({ g: "shogi", t: [-1] }), "record.shape"],
  ["a wrong branch", forged({ g: "shogi", b: [null] }), "record.shape"],
  ["a branch before the start", forged({ g: "shogi", b: [{ p: -1 }] }), "record.shape"],
  ["many moves", forged({ g: "shogi", m: "7g7f".repeat(5001) }, deflateRawSync), "record.length"],
  ["many branches", forged({ g: "shogi", b: Array.from({ length: 600 }, () => ({ p: 0 })) }, deflateRawSync), "record.branches"],
  ["deep branches", forged(deep(50)), "record.branches"],
  ["very deep branches", forged(deep(10_000), deflateRawSync), "record.branches"],
  ["a bomb", forged({ g: "x".repeat(20_000_000) }, deflateRawSync), "link.too_long"],
  ["a long link", `1.${"A".repeat(100_000)}`, "link.too_long"],
];

for (const [name, link, code] of HOSTILE) {
  test(`${name} is ${code}`, () => refused(unpack(link), code));
}

test("nothing reaches the prototype of objects", async () => {
  const { record } = await unpack(forged('{"g":"shogi","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'));
  assert.deepEqual(record, { v: 1, game: "shogi", moves: [] });
  assert.equal(/** @type {any} */ ({}).polluted, undefined);
});

test("a link that is cut off or changed on its way is known as damaged", async () => {
  const record = { game: "shogi", moves: someMoves(40) };
  const link = await pack({ record, ply: 40, bottom: "b" });
  for (let length = 0; length < link.length; length++) await refused(unpack(link.slice(0, length)), "link.damaged");
  assert.deepEqual((await unpack(`${link}).`)).ply, 40, "what a sentence puts behind it does no harm");
  const signs = "ABCDwxyz0189-_.~%+";
  for (let round = 0; round < 3000; round++) {
    const at = (round * 7919) % link.length;
    const sign = signs[(round * 31) % signs.length] ?? "";
    const changed = link.slice(0, at) + sign + link.slice(at + (round % 2));
    try {
      // The checksum may miss a change, but never the form of what is read.
      clean((await unpack(changed)).record);
    } catch (error) {
      assert.ok(error instanceof CodedError, `${changed}: ${error}`);
    }
  }
});

test("what goes on from a game has lost nothing of it", () => {
  const before = { game: "shogi", moves: ["7g7f"] };
  assert.ok(continues(before, { game: "shogi", moves: ["7g7f", "3c3d"], end: "resign" }));
  assert.ok(!continues(before, { game: "shogi", moves: ["2g2f", "3c3d"] }));
  assert.ok(!continues(before, { game: "shogi", moves: [] }));
  assert.ok(!continues(before, { game: "shogi", moves: ["7g7f"], rules: { try: "safe" } }));
  assert.ok(!continues({ ...before, end: "resign" }, { game: "shogi", moves: ["7g7f", "3c3d"] }));
  assert.ok(!continues({ ...before, tree: [{ ply: 0, moves: ["2g2f"] }] }, before));
});
