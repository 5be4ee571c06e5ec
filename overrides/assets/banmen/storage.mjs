// Games in the browser's localStorage: one in progress for each board, and those that were saved. Nothing that stands
// there is overwritten unless it goes on in what replaces it: it is moved among the saved games instead, even where it
// cannot be read. What goes wrong is a CodedError `storage.blocked`, `storage.full` or `storage.damaged`.

import { CodedError, clean, continues } from "./record.mjs";

/** @import {Color, GameRecord, Terms} from "./contract.d.ts" */

/**
 * @typedef {object} Kept
 * @property {GameRecord} record
 * @property {number} ply how many of its moves are shown
 * @property {Color} bottom
 * @property {string} page where it was played: the page's path in the site's first language
 * @property {number} at when, in milliseconds
 * @property {string} [name]
 * @property {Terms} [extras] who plays, and on what terms
 */

/** @typedef {{id: string, kept: Kept | null, raw: string}} Entry `kept` is null where the text makes no sense */

const VERSION = 1;
const IN_PROGRESS = "banmen game ";
const SAVED = "banmen saved ";
const LONGEST_NAME = 120;

const LARGEST_FILE = 4_000_000;
const MOST_IN_FILE = 1000;

export class Games {
  /** What this page last read or wrote in a place. @type {Map<string, string>} */
  #seen = new Map();

  /** @param {() => Storage} open can throw, as asking for localStorage does where it is forbidden */
  constructor(open = () => localStorage) {
    this.open = open;
  }

  /**
   * The game in progress in a place. One that cannot be read is moved among the saved games.
   * @param {string} place
   * @returns {Kept | null}
   */
  inProgress(place) {
    const raw = this.#get(IN_PROGRESS + place);
    if (raw === null) return null;
    const kept = parsed(raw);
    if (!kept) {
      this.#put(SAVED + newId(), raw);
      this.#delete(IN_PROGRESS + place);
      throw new CodedError("storage.damaged");
    }
    this.#seen.set(place, raw);
    return kept;
  }

  /** The game in progress in a place, if there is one and it can be read; nothing follows from looking. @param {string} place */
  peek(place) {
    try {
      return parsed(this.#get(IN_PROGRESS + place) ?? "");
    } catch {
      return null;
    }
  }

  /**
   * Keeps the game in progress in a place. True if another one stood there, which is now among the saved games.
   * @param {string} place
   * @param {Kept} kept
   */
  keep(place, kept) {
    const before = this.#get(IN_PROGRESS + place);
    const known = before === null ? null : parsed(before);
    const isOther = before !== null && before !== this.#seen.get(place) && !(known && continues(known.record, kept.record));
    const aside = SAVED + newId();
    if (isOther) this.#put(aside, before);
    const raw = written(kept);
    try {
      this.#put(IN_PROGRESS + place, raw);
    } catch (error) {
      if (isOther) this.#delete(aside); // it still stands where it stood
      throw error;
    }
    this.#seen.set(place, raw);
    return isOther;
  }

  /** The next game in this place is another one, not what becomes of the one that stands there. @param {string} place */
  part(place) {
    this.#seen.delete(place);
  }

  /** The reader cleared the board, but another page may have played on it since. @param {string} place */
  forget(place) {
    if (this.#get(IN_PROGRESS + place) === this.#seen.get(place)) this.#delete(IN_PROGRESS + place);
  }

  /** The saved games, the newest first. @returns {Entry[]} */
  saved() {
    const ids = this.#ask((storage) => Object.keys(storage)).filter((key) => key.startsWith(SAVED));
    return ids
      .map((key) => this.entry(key.slice(SAVED.length)))
      .filter((entry) => entry !== null)
      .sort((a, b) => (b.kept?.at ?? 0) - (a.kept?.at ?? 0));
  }

  /** @param {string} id @returns {Entry | null} */
  entry(id) {
    const raw = this.#get(SAVED + id);
    return raw === null ? null : { id, raw, kept: parsed(raw) };
  }

  /** @param {Kept} kept */
  save(kept) {
    this.#put(SAVED + newId(), written(kept));
  }

  /**
   * @param {string} id
   * @param {string} name
   */
  rename(id, name) {
    const kept = this.entry(id)?.kept;
    if (kept) this.#put(SAVED + id, written({ ...kept, name: name.trim().slice(0, LONGEST_NAME) }));
  }

  /** @param {string} id */
  delete(id) {
    this.#delete(SAVED + id);
  }

  /** Brings a deleted game back. @param {Entry} entry */
  restore({ id, raw }) {
    this.#put(SAVED + id, raw);
  }

  /** @param {string} key */
  #get(key) {
    return this.#ask((storage) => storage.getItem(key));
  }

  /** @param {string} key */
  #delete(key) {
    this.#ask((storage) => storage.removeItem(key));
  }

  /**
   * @param {string} key
   * @param {string} value
   */
  #put(key, value) {
    this.#ask((storage) => storage.setItem(key, value));
  }

  /**
   * @template T
   * @param {(storage: Storage) => T} question
   */
  #ask(question) {
    try {
      return question(this.open());
    } catch (error) {
      const isFull = error instanceof DOMException && /quota/i.test(error.name);
      throw new CodedError(isFull ? "storage.full" : "storage.blocked");
    }
  }
}

/**
 * The text of a file with these games: a lone one is its record, with its name beside it.
 * @param {Kept[]} games
 */
export function toFile(games) {
  const all = games.map(({ record, name, ply, at }) => ({ ...record, name, ply, at }));
  return `${JSON.stringify(all.length === 1 ? all[0] : { v: VERSION, games: all }, null, 1)}\n`;
}

/**
 * The games of a file that `toFile` wrote, or of any record's JSON. Throws CodedError `file.unreadable` or those of records.
 * @param {string} text
 * @param {string} page where they are said to have been played
 * @returns {Kept[]}
 */
export function fromFile(text, page) {
  if (text.length > LARGEST_FILE) throw new CodedError("file.unreadable");
  const value = json(text);
  if (typeof value !== "object" || value === null) throw new CodedError("file.unreadable");
  const all = "games" in value ? value.games : [value];
  if (!Array.isArray(all) || all.length > MOST_IN_FILE) throw new CodedError("file.unreadable");
  return all.map((item) => {
    const record = clean(item);
    return { ...seenParts(item, record), record, page, bottom: "b" };
  });
}

const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

/** @param {Kept} kept */
const written = (kept) => JSON.stringify({ v: VERSION, ...kept });

/** @param {string} raw @returns {Kept | null} */
function parsed(raw) {
  const value = json(raw);
  if (typeof value !== "object" || value === null || !("v" in value) || value.v !== VERSION) return null;
  const { record, page, bottom, extras } = /** @type {Record<string, unknown>} */ (value);
  if (typeof page !== "string") return null;
  try {
    const game = clean(record);
    return { ...seenParts(value, game), record: game, page, bottom: bottom === "w" ? "w" : "b", extras: terms(extras) };
  } catch {
    return null;
  }
}

/**
 * @param {any} value
 * @param {GameRecord} record
 */
function seenParts({ ply, at, name }, { moves = [] }) {
  return {
    ply: Number.isSafeInteger(ply) && ply >= 0 ? Math.min(ply, moves.length) : moves.length,
    at: Number.isSafeInteger(at) ? at : Date.now(),
    name: typeof name === "string" ? name.slice(0, LONGEST_NAME) : undefined,
  };
}

/** @param {any} value @returns {Terms | undefined} */
function terms(value) {
  const { b = null, w = null } = value?.players ?? {};
  const isPlayer = (/** @type {unknown} */ player) => player === null || typeof player === "string";
  if (typeof value?.time !== "string" || !isPlayer(b) || !isPlayer(w)) return undefined;
  return { players: { b, w }, time: value.time, turning: value.turning === true };
}

/** @param {string} text @returns {unknown} */
function json(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
