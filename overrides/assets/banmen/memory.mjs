// What outlives a page: a link in the address opens its game, boards with all tools go on where they were left, the
// links to other languages lead to the same point, and Share and Saved games open their windows. All of it is loaded
// when it is first needed.
//
// Of `ui`: link_share · link_saved · link_moved_aside · link_made · link_send_back · link_failed. Of `errors`: link.*, storage.*,
// file.*, record.*.

import { element } from "./stage.mjs";

/** @import {Color, GameRecord} from "./contract.d.ts" */
/** @import {Cause} from "./course.mjs" */
/** @import {Point} from "./link.mjs" */
/** @import {Play} from "./play.mjs" */
/** @import {Games, Kept} from "./storage.mjs" */

const LINK = "#g=";

/** Long enough to let someone step through a game with a key held down. */
const ADDRESS_DELAY = 150;

/** @type {Map<Play, Memory>} */
const memories = new Map();

/** @type {Promise<Games> | null} one for all boards, as it knows what this page has seen */
let opening = null;

/** Errors that were told once: whoever cannot keep games need not hear it with every move. @type {Set<string>} */
const told = new Set();

/** All boards ask the same about an address. @type {{hash: string, answer: ReturnType<typeof answerTo>} | null} */
let asking = null;

/** What the language links lead to besides the page. */
let fragment = location.hash;

export class Memory {
  /** Whether the board shows what the address asked for. */
  #isLinked = false;

  /** Changes count from when it is known what the board begins with. */
  #isBegun = false;

  #timer = 0;
  #round = 0;

  /** @type {HTMLElement | null} */
  #notice = null;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.index = boards().indexOf(play.host);
    this.page = pagePath();
    this.place = `${this.page}#${this.index} ${play.config.record.game}`;
    this.isFull = play.config.tools === "full";
    this.terms = JSON.stringify(play.extras);
    /** @type {HTMLElement[]} */
    this.buttons = [];
    if (this.isFull) this.#addButtons();
  }

  async begin() {
    const ways = [() => this.openAddress(), () => this.#resume()];
    // After a reload the game in progress is the newer of the two.
    if (performance.getEntriesByType("navigation").some((entry) => "type" in entry && entry.type === "reload")) ways.reverse();
    let isOpen = false;
    for (const way of ways) isOpen ||= await way();
    this.#isBegun = true;
    if (isOpen) this.#changed("load");
  }

  /** Opens the game of the address if it is for this board. False if nothing was opened. */
  async openAddress() {
    if (!location.hash.startsWith(LINK)) return false;
    try {
      const { host, point } = await asked(location.hash);
      if (host !== this.play.host) return false;
      await this.#seat(point);
      return await this.#open(point, true);
    } catch (error) {
      // Any board can say what is wrong with the address; one does.
      if (this.index === 0) this.complain(error);
      return false;
    }
  }

  /**
   * A link leads people to a game, unless it is the one that this board is in the middle of, as after a change of language.
   * @param {Point} point
   */
  async #seat({ record }) {
    const known = this.isFull ? (await this.games()).peek(this.place) : null;
    const terms = known && gist(known.record) === gist(record) ? known.extras : null;
    this.play.extras = terms ?? { ...this.play.extras, players: { b: null, w: null } };
  }

  /** @param {Kept} kept */
  async openKept(kept) {
    if (kept.extras) this.play.extras = kept.extras;
    return this.#open(kept, false);
  }

  /**
   * @param {Point} point
   * @param {boolean} isLinked
   */
  async #open({ record, ply, bottom }, isLinked) {
    const before = this.#isLinked;
    this.#isLinked = isLinked;
    if (this.isFull) (await this.games()).part(this.place);
    const isOpen = await this.play.load(record, ply);
    this.#isLinked = isOpen ? isLinked : before;
    if (!isOpen) return false;
    this.play.turnTo(bottom);
    if (isLinked && this.index > 0) this.play.host.scrollIntoView({ block: "center" });
    return true;
  }

  async #resume() {
    if (!this.isFull) return false;
    try {
      const games = await this.games();
      const kept = games.inProgress(this.place);
      if (!kept) return false;
      // Who is quicker than the storage begins another game.
      if (this.play.isAsking || !this.#isUntouched) {
        games.part(this.place);
        return false;
      }
      if (kept.extras) this.play.extras = kept.extras;
      if (!(await this.play.load(kept.record, kept.ply))) return false;
      this.play.turnTo(kept.bottom);
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  /** @param {Cause} cause */
  changed(cause) {
    if (this.#isBegun) this.#changed(cause);
  }

  /** @param {Cause} cause */
  #changed(cause) {
    if (!this.#isOfPage && !this.buttons.length) this.#addButtons();
    this.#follow();
    if (this.isFull) this.#keep();
    if (this.#isLinked && cause === "move" && this.#isBetweenPeople) {
      const { voice } = this.play;
      this.notice(voice.say("link_made"), button(voice.say("link_send_back"), () => this.#share()));
    }
  }

  get #isBetweenPeople() {
    const { b, w } = this.play.extras.players;
    return this.play.config.play !== "task" && !b && !w;
  }

  /** Whether the game is the one that the page brought. */
  get #isOfPage() {
    const { record, config } = this.play;
    return !record.tree?.length && gist(record) === gist(config.record);
  }

  get #isUntouched() {
    return this.#isOfPage && JSON.stringify(this.play.extras) === this.terms;
  }

  /** @returns {Point} */
  get point() {
    const { record, ply, flipped } = this.play;
    return { record, ply, bottom: flipped ? "w" : "b" };
  }

  /** @returns {Kept} */
  get kept() {
    return { ...this.point, page: this.page, at: Date.now(), extras: this.play.extras };
  }

  /** The address of the board as it stands, or as someone else shall see it. @param {Color} [bottom] */
  async link(bottom) {
    const { pack } = await import("./link.mjs");
    const { point } = this;
    return `${LINK}${await pack({ ...point, bottom: bottom ?? point.bottom })}${this.index > 0 ? `&b=${this.index}` : ""}`;
  }

  /** The address in this language of a page, of which the path in the first language is known. @param {string} path */
  addressOf(path) {
    const here = location.pathname;
    let same = 0;
    while (same < here.length && here.at(-1 - same) === this.page.at(-1 - same)) same++;
    const [root, localRoot] = [this.page, here].map((known) => known.slice(0, known.length - same));
    return root !== undefined && localRoot && path.startsWith(root) ? localRoot + path.slice(root.length) : path;
  }

  /** @returns {Promise<Games>} */
  games() {
    opening ??= import("./storage.mjs").then(({ Games }) => new Games());
    opening.catch(() => (opening = null));
    return opening;
  }

  /** Lets the language links, and on play pages the address, lead to what the board shows. */
  #follow() {
    const round = ++this.#round;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      const link = this.#isOfPage ? "" : await this.link();
      if (round !== this.#round || !this.play.host.isConnected || (!link && !fragment.startsWith(LINK))) return;
      fragment = link;
      if (!this.isFull && !this.#isLinked) return;
      try {
        history.replaceState(history.state, "", location.pathname + location.search + link);
      } catch {
        // Browsers limit how often the address may change; the next change will do.
      }
    }, ADDRESS_DELAY);
  }

  async #keep() {
    try {
      const games = await this.games();
      if (this.#isUntouched) games.forget(this.place);
      else if (games.keep(this.place, this.kept)) this.notice(this.play.voice.say("link_moved_aside"));
    } catch (error) {
      this.complain(error, true);
    }
  }

  #addButtons() {
    const { voice, panel } = this.play;
    const row = panel.tools ?? panel.controls;
    const share = button(voice.say("link_share"), () => this.#share());
    const saved = button(voice.say("link_saved"), () => this.#show(async () => (await import("./saved.mjs")).openSaved(this)));
    this.buttons = this.isFull ? [share, saved] : [share];
    row.append(...this.buttons);
  }

  #share() {
    return this.#show(async () => (await import("./share.mjs")).openShare(this));
  }

  /** @param {() => Promise<void>} open */
  async #show(open) {
    try {
      await open();
    } catch (error) {
      this.complain(error);
    }
  }

  /**
   * Says what went wrong, in the page's language; to the end it is the board's failure, never the page's.
   * @param {unknown} error
   * @param {boolean} [once]
   */
  complain(error, once = false) {
    const text = this.excuse(error);
    if (once && told.has(text)) return;
    told.add(text);
    this.notice(text);
  }

  /** @param {unknown} error */
  excuse(error) {
    const { voice } = this.play;
    if (error instanceof Error && "code" in error && typeof error.code === "string") {
      return voice.error(error.code, "details" in error ? /** @type {any} */ (error.details) : {});
    }
    console.error(error);
    return voice.say("link_failed");
  }

  /**
   * Leaves a sentence below the board, where it stays until the next one, and says it aloud.
   * @param {string} text
   * @param {HTMLElement} [act]
   */
  notice(text, act) {
    this.#notice ??= element("p", "banmen-notice");
    this.#notice.replaceChildren(text, ...(act ? [" ", act] : []));
    this.play.panel.message.after(this.#notice);
    this.play.panel.announce(text);
  }
}

/**
 * What the address asks for, and the board that can show it. Throws CodedError `link.*`.
 * @param {string} hash
 */
function asked(hash) {
  if (asking?.hash !== hash) asking = { hash, answer: answerTo(hash) };
  return asking.answer;
}

/** @param {string} hash */
async function answerTo(hash) {
  const [{ unpack }, { CodedError }] = await Promise.all([import("./link.mjs"), import("./record.mjs")]);
  const fields = new URLSearchParams(hash.slice(1));
  const point = await unpack(fields.get("g") ?? "");
  const all = boards();
  const wanted = all[Number(fields.get("b"))];
  const host = [...(wanted ? [wanted] : []), ...all].find((board) => gameOf(board) === point.record.game);
  if (!host) throw new CodedError("link.no_board");
  return { host, point };
}

/**
 * @param {string} text
 * @param {() => void} act
 */
function button(text, act) {
  const made = element("button", "banmen-button", { type: "button" });
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

/** @returns {HTMLElement[]} */
const boards = () => [...document.querySelectorAll("banmen-board")].filter((board) => board instanceof HTMLElement);

/** @param {HTMLElement} board @returns {unknown} */
function gameOf(board) {
  try {
    return JSON.parse(board.querySelector("script")?.textContent ?? "").record.game;
  } catch {
    return null;
  }
}

/** @param {GameRecord} record */
const gist = ({ moves = [], start, rules = {}, end }) => JSON.stringify([moves, start, Object.entries(rules).sort(), end]);

/** The page's path in the site's first language, so that a game goes on in any of them. */
function pagePath() {
  const first = document.querySelector('link[rel~="alternate"][hreflang]');
  return new URL(first instanceof HTMLLinkElement ? first.href : location.href).pathname;
}

document.addEventListener("banmen:ready", (event) => {
  const { play } = /** @type {CustomEvent<{play: Play}>} */ (event).detail;
  const memory = new Memory(play);
  memories.set(play, memory);
  memory.begin();
});

document.addEventListener("banmen:change", (event) => {
  const { play, cause } = /** @type {CustomEvent<{play: Play, cause: Cause}>} */ (event).detail;
  memories.get(play)?.changed(cause);
});

document.addEventListener("banmen:terms", (event) => {
  memories.get(/** @type {CustomEvent<{play: Play}>} */ (event).detail.play)?.changed("step");
});

addEventListener("hashchange", () => {
  fragment = location.hash;
  for (const [play, memory] of memories) if (play.host.isConnected) memory.openAddress();
});

for (const type of ["pointerdown", "click"]) {
  document.addEventListener(type, leadOn, { capture: true });
}

/** @param {Event} event */
function leadOn({ target }) {
  const link = target instanceof Element && target.closest("a[hreflang]");
  if (link instanceof HTMLAnchorElement) link.hash = fragment;
}
