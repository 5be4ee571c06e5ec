// Records with branches: what is read is written again, and what is no record is refused.

import assert from "node:assert/strict";
import test from "node:test";

import { Tree } from "../overrides/assets/banmen/tree.mjs";

const RECORD = {
  v: 1,
  game: "shogi",
  rules: { impasse: "24" },
  moves: ["7g7f", "3c3d", "2g2f"],
  end: "resign",
  times: [1, null, 3.5],
  tree: [
    { ply: 1, moves: ["8c8d", "2g2f"], end: "interrupted", tree: [{ ply: 2, moves: ["6i7h"] }] },
    { ply: 2, moves: ["8h2b+"], times: [4] },
  ],
};

test("a record with branches is written as it was read", () => {
  assert.deepEqual(new Tree(RECORD).record, RECORD);
  assert.deepEqual(new Tree({ game: "shogi" }).record, { v: 1, game: "shogi", moves: [] });
});

test("the line follows the position shown, and nothing is lost", () => {
  const tree = new Tree(RECORD);
  const branch = tree.root.next?.children[1];
  assert.ok(branch);
  tree.go(branch);
  assert.deepEqual(tree.past(), { v: 1, game: "shogi", rules: { impasse: "24" }, moves: ["7g7f", "8c8d"] });
  const { moves, end, tree: branches } = tree.record;
  assert.deepEqual(moves, ["7g7f", "8c8d", "2g2f"]);
  assert.equal(end, "interrupted");
  assert.deepEqual(branches?.map(({ ply, moves }) => [ply, ...moves]), [[1, "3c3d", "2g2f"], [2, "6i7h"]]);
});

test("what is no record is refused by its code", () => {
  const wrong = [
    [null, "record.shape"],
    [{ game: "shogi", moves: "7g7f" }, "record.shape"],
    [{ game: "shogi", moves: [7] }, "record.shape"],
    [{ game: "shogi", times: {} }, "record.shape"],
    [{ game: "shogi", tree: [null] }, "record.shape"],
    [{ game: "shogi", tree: [{ ply: 4, moves: ["7g7f"] }] }, "record.shape"],
    [{ game: "shogi", moves: Array(20_001).fill("7g7f") }, "record.length"],
  ];
  for (const [record, code] of wrong) assert.throws(() => new Tree(/** @type {any} */ (record)), { code });
});
