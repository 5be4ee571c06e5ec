// Games in the browser: nothing is lost without a word when storage is full, forbidden, shared with another page or spoilt.
import assert from "node:assert/strict";
import test from "node:test";

import { CodedError } from "../overrides/assets/banmen/record.mjs";
import { Games, fromFile, toFile } from "../overrides/assets/banmen/storage.mjs";

/** @import {Kept} from "../overrides/assets/banmen/storage.mjs" */

/** Storage for so many characters. @returns {Storage} */
function room(size = Infinity) {
  /** @type {any} */
  const storage = {};
  const methods = {
    getItem: (/** @type {string} */ key) => (Object.hasOwn(storage, key) ? storage[key] : null),
    removeItem: (/** @type {string} */ key) => void delete storage[key],
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => {
      const taken = Object.entries(storage).reduce((sum, [name, text]) => sum + (name === key ? 0 : text.length), value.length);
      if (taken > size) throw new DOMException("no room", "QuotaExceededError");
      storage[key] = value;
    },
  };
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(storage, name, { value });
  return storage;
}

/** @param {string} moves @returns {Kept} */
const kept = (moves, more = {}) => {
  const record = { v: /** @type {1} */ (1), game: "shogi", moves: moves ? moves.split(" ") : [] };
  return { record, ply: record.moves.length, bottom: "b", page: "/play/shogi/", at: 5, name: undefined, extras: undefined, ...more };
};

const PLACE = "/play/shogi/#0";
const coded = (/** @type {string} */ code) => (/** @type {unknown} */ error) => error instanceof CodedError && error.code === code;

test("a game in progress comes back", () => {
  const storage = room();
  assert.equal(new Games(() => storage).keep(PLACE, kept("7g7f", { bottom: "w", extras: { players: { b: null, w: "easy" }, time: "none", turning: false } })), false);
  assert.deepEqual(new Games(() => storage).inProgress(PLACE), kept("7g7f", { bottom: "w", extras: { players: { b: null, w: "easy" }, time: "none", turning: false } }));
  assert.equal(new Games(() => storage).inProgress("/play/shogi/#1"), null);
});

test("what the reader does to a game replaces it, a move taken back too", () => {
  const games = new Games(((storage) => () => storage)(room()));
  assert.equal(games.keep(PLACE, kept("7g7f 3c3d")), false);
  assert.equal(games.keep(PLACE, kept("7g7f")), false);
  assert.equal(games.keep(PLACE, kept("2g2f")), false);
  assert.deepEqual(games.saved(), []);
});

test("another game in the same place is moved aside", () => {
  const storage = room();
  const [one, other] = [new Games(() => storage), new Games(() => storage)];
  one.keep(PLACE, kept("7g7f"));
  assert.equal(other.keep(PLACE, kept("7g7f 3c3d")), false, "it goes on");
  assert.equal(one.keep(PLACE, kept("2g2f")), true);
  assert.deepEqual(one.saved().map((entry) => entry.kept), [kept("7g7f 3c3d")]);
  one.part(PLACE);
  assert.equal(one.keep(PLACE, kept("5g5f")), true);
  one.forget(PLACE);
  assert.equal(one.inProgress(PLACE), null);
  assert.equal(one.saved().length, 2);
});

test("a board that is cleared does not take another page's game with it", () => {
  const storage = room();
  const [one, other] = [new Games(() => storage), new Games(() => storage)];
  one.keep(PLACE, kept("7g7f"));
  other.keep(PLACE, kept("7g7f 3c3d"));
  one.forget(PLACE);
  assert.deepEqual(one.inProgress(PLACE), kept("7g7f 3c3d"));
});

for (const spoilt of ["", "{", "null", "[]", '{"v":2}', '{"v":1,"page":"/","record":{"game":"shogi","moves":[1]}}', '{"v":1,"record":{"game":"shogi"}}']) {
  test(`a spoilt entry is kept and reported: ${spoilt}`, () => {
    const storage = room();
    storage.setItem(`banmen game ${PLACE}`, spoilt);
    const games = new Games(() => storage);
    assert.throws(() => games.inProgress(PLACE), coded("storage.damaged"));
    assert.deepEqual(games.saved().map(({ kept: game, raw }) => [game, raw]), [[null, spoilt]]);
    assert.equal(games.keep(PLACE, kept("7g7f")), false);
  });
}

test("full storage is reported, and what stood there stays", () => {
  const storage = room(300);
  const games = new Games(() => storage);
  games.keep(PLACE, kept("7g7f"));
  const before = { ...storage };
  assert.throws(() => games.keep(PLACE, kept("7g7f ".repeat(60).trim())), coded("storage.full"));
  games.part(PLACE);
  assert.throws(() => games.keep(PLACE, kept("2g2f ".repeat(20).trim())), coded("storage.full"));
  assert.deepEqual({ ...storage }, before);
});

test("forbidden storage is reported", () => {
  const games = new Games(() => {
    throw new DOMException("forbidden", "SecurityError");
  });
  for (const ask of [() => games.inProgress(PLACE), () => games.keep(PLACE, kept("")), () => games.saved(), () => games.save(kept(""))]) {
    assert.throws(ask, coded("storage.blocked"));
  }
});

test("saved games are listed, renamed, deleted and brought back", () => {
  const games = new Games(((storage) => () => storage)(room()));
  games.save(kept("7g7f", { at: 1, name: "old" }));
  games.save(kept("2g2f", { at: 2, name: "new" }));
  const [first, second] = games.saved();
  assert.ok(first && second);
  assert.deepEqual([first.kept?.name, second.kept?.name], ["new", "old"]);
  games.rename(second.id, "  oldest ");
  assert.equal(games.saved()[1]?.kept?.name, "oldest");
  games.delete(first.id);
  assert.equal(games.saved().length, 1);
  games.restore(first);
  assert.deepEqual(games.saved()[0], first);
});

test("files are written and read", () => {
  const all = [kept("7g7f", { name: "one" }), kept("2g2f 3c3d", { name: "two", ply: 1 })];
  for (const some of [all, all.slice(1)]) {
    assert.deepEqual(fromFile(toFile(some), "/here/").map(({ extras, ...game }) => game), some.map(({ extras, ...game }) => ({ ...game, page: "/here/" })));
  }
  assert.equal(fromFile('{"game":"hasami"}', "/")[0]?.record.game, "hasami");
});

for (const [text, code] of [
  ["", "file.unreadable"],
  ["7g7f", "file.unreadable"],
  ["null", "file.unreadable"],
  ['{"games":7}', "file.unreadable"],
  [`{"games":[${"{},".repeat(1000)}{}]}`, "file.unreadable"],
  [" ".repeat(4_000_001), "file.unreadable"],
  ['{"games":[null]}', "record.shape"],
  ["{}", "record.shape"],
  ['{"v":2,"game":"shogi"}', "record.version"],
]) {
  test(`a file that holds no games is ${code}: ${text?.slice(0, 20)}`, () => {
    assert.throws(() => fromFile(text ?? "", "/"), coded(code ?? ""));
  });
}
