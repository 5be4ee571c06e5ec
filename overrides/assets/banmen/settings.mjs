// What the reader likes, the same on every board and on every page. Kept by the browser, where it keeps anything.

/** Where the browser keeps it. */
export const KEY = "banmen settings";

/**
 * The first value of each is what holds until the reader chooses.
 * `pieces` is not listed: it holds the piece set chosen for each set of a game's own, {"kanji": "international"}.
 */
export const CHOICES = Object.freeze({
  /** Colours of the board; `auto` follows the page. */
  theme: Object.freeze(["auto", "wood", "light", "dark", "contrast"]),
  /** How squares are named beside the board: 7g or 7七. */
  coordinates: Object.freeze(["usi", "japanese"]),
  /** Letters of the list of moves. */
  notation: Object.freeze(["local", "western", "japanese", "usi"]),
  /** Whether the squares are shown that a piece may go to. */
  targets: Object.freeze([true, false]),
  /** Whether a move that no rule allows can be tried, and is explained. */
  tries: Object.freeze([true, false]),
  animation: Object.freeze([true, false]),
  sound: Object.freeze([false, true]),
  /** Whether the far side's characters stand upright for the reader. The piece itself points where it goes. */
  upright: Object.freeze([false, true]),
});

/**
 * @typedef {object} Settings
 * @property {Record<string, string>} pieces
 * @property {"auto" | "wood" | "light" | "dark" | "contrast"} theme
 * @property {"usi" | "japanese"} coordinates
 * @property {"local" | "western" | "japanese" | "usi"} notation
 * @property {boolean} targets
 * @property {boolean} tries
 * @property {boolean} animation
 * @property {boolean} sound
 * @property {boolean} upright
 */

/** @type {Partial<Settings>} what was chosen, nothing else */
let chosen = read();

const heard = new EventTarget();

export const settings = {
  /**
   * @template {keyof Settings} Name
   * @param {Name} name
   * @returns {Settings[Name]}
   */
  get(name) {
    const value = chosen[name] ?? (name === "pieces" ? {} : CHOICES[/** @type {keyof typeof CHOICES} */ (name)][0]);
    return /** @type {Settings[Name]} */ (value);
  },

  /**
   * Remembers a choice; a value that is none of the setting's changes nothing.
   * @template {keyof Settings} Name
   * @param {Name} name
   * @param {Settings[Name]} value
   */
  set(name, value) {
    if (!allows(name, value)) return;
    chosen = { ...chosen, [name]: value };
    try {
      localStorage.setItem(KEY, JSON.stringify(chosen));
    } catch {
      // Full or blocked: the choice holds until the page is left.
    }
    heard.dispatchEvent(new Event("change"));
  },

  /**
   * Calls after every change, also one made in another window.
   * @param {() => void} hear
   * @param {AbortSignal} [signal]
   */
  on(hear, signal) {
    heard.addEventListener("change", hear, signal ? { signal } : {});
  },
};

addEventListener("storage", ({ key }) => {
  if (key !== KEY && key !== null) return;
  chosen = read();
  heard.dispatchEvent(new Event("change"));
});

/** What the browser kept, without anything that is not ours. @returns {Partial<Settings>} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (!isRecord(kept)) return {};
    return Object.fromEntries(Object.entries(kept).filter(([name, value]) => allows(name, value)));
  } catch {
    return {};
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function allows(name, value) {
  if (name === "pieces") return isRecord(value) && Object.values(value).every((set) => typeof set === "string");
  const choices = Object.hasOwn(CHOICES, name) ? CHOICES[/** @type {keyof typeof CHOICES} */ (name)] : [];
  return /** @type {readonly unknown[]} */ (choices).includes(value);
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
