// What a board for whole games has besides the board: the players and their clocks, steps through the moves, the list of
// moves, and the acts of a game. Windows, clock and list are loaded when there is something in them.

import { need } from "./need.mjs";
import { element } from "./stage.mjs";

/** @import {Color} from "./contract.d.ts" */
/** @import {Play} from "./play.mjs" */

const LEVELS = ["beginner", "easy", "medium", "hard"];
const COLORS = /** @type {Color[]} */ (["b", "w"]);

/** How long a button asks back before it forgets, in milliseconds. */
const PATIENCE = 4000;

/** A counter is shown from this share of its limit on. */
const NEAR = 0.5;

/** @param {Play} play */
export function furnish(play) {
  const seats = new Seats(play);
  const steps = stepButtons(play);
  const acts = new Acts(play);
  const rules = new Rules(play);
  const counters = element("p", "banmen-counters");
  const list = element("div", "banmen-list", { role: "group", "aria-label": play.voice.say("game_moves") });
  play.panel.tools = acts.root;
  // A new game and a step to the start say more clearly what they do.
  play.panel.reset.remove();
  play.panel.controls.before(rules.root, counters, steps, seats.root, list);
  play.panel.controls.after(acts.root);
  const draw = () => {
    seats.draw();
    acts.draw();
    rules.draw();
    counters.textContent = countersOf(play).join(" ");
    counters.hidden = !counters.textContent;
  };
  play.host.addEventListener("banmen:change", () => {
    const { players, turning } = play.course.terms;
    if (turning && !players.b && !players.w && play.view.moves.length) play.turnTo(play.view.turn);
    draw();
  });
  play.host.addEventListener("banmen:terms", draw);
  const write = async () => {
    play.host.removeEventListener("banmen:change", write);
    const part = await need(play, import("./list.mjs"));
    if (part) new part.MoveList(play, list);
  };
  play.host.addEventListener("banmen:change", write);
  const wind = async () => {
    if (play.course.terms.time === "none") return;
    play.host.removeEventListener("banmen:terms", wind);
    const part = await need(play, import("./clock.mjs"));
    if (part) new part.Clock(play, seats.clocks);
  };
  play.host.addEventListener("banmen:terms", wind);
  listenToKeys(play, steps, list);
  draw();
}

/** Who plays each side, with the clock. */
class Seats {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.root = element("div", "banmen-seats", { role: "group", "aria-label": play.voice.say("game_players") });
    const [b, w] = COLORS.map((color) => this.#seat(color));
    if (!b || !w) throw new Error("a game has two sides");
    this.seats = { b, w };
    this.clocks = { b: b.clock, w: w.clock };
  }

  /** @param {Color} color */
  #seat(color) {
    const { voice } = this.play;
    const seat = element("label", "banmen-seat");
    const mark = element("span", "banmen-mark", { "data-color": color, "aria-hidden": "true" });
    const player = element("select", "banmen-player", { "aria-label": voice.say("game_side", { color }) });
    const { table, pocket } = this.play.config.solved ?? {};
    const levels = table || pocket ? [...LEVELS, "perfect"] : LEVELS;
    player.append(new Option(voice.say("game_person"), ""), ...levels.map((level) => new Option(voice.say(`game_level_${level}`), level)));
    player.addEventListener("change", () => {
      const { players } = this.play.course.terms;
      this.play.settle({ players: { ...players, [color]: player.value || null } });
    });
    const clock = element("span", "banmen-clock", { role: "timer", "aria-label": voice.say("game_clock", { color }), hidden: "" });
    seat.append(mark, player, clock);
    this.root.append(seat);
    return { player, clock };
  }

  draw() {
    for (const color of COLORS) this.seats[color].player.value = this.play.course.terms.players[color] ?? "";
  }
}

/** The rules of the game on the board, where they are not the usual ones, and where to read about them. */
class Rules {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.root = element("p", "banmen-rules");
    this.text = element("span");
    this.root.append(this.text);
    const page = play.config.rules_page;
    if (page === null) return;
    const link = element("a", "banmen-link", { href: `${page}#options` });
    link.textContent = play.voice.say("game_rules_link");
    this.root.append(" ", link);
  }

  draw() {
    const { view, voice } = this.play;
    this.text.textContent = Object.entries(view.rules).map(([key, value]) => voice.rule(key, value)).join(" ");
    this.root.hidden = !this.text.textContent;
  }
}

/** The acts of a game. Those that cannot be undone ask back: the second press counts. */
class Acts {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    const { voice } = play;
    this.root = element("div", "banmen-tools", { role: "group", "aria-label": voice.say("game_acts") });
    this.begin = this.#button("game_new", async () => (await need(play, import("./setup.mjs")))?.openSetup(play));
    this.resign = this.#asking("game_resign", () => play.course.end("resign"));
    this.draws = this.#asking("game_draw", () => play.course.end("agreement"));
    this.offer = this.#asking("game_offer", () => this.#offer());
    this.hint = this.#button("hint", async () => (await need(play, import("./hint.mjs")))?.giveHint(play));
    this.analysis = this.#button("analysis", async () => (await need(play, import("./analysis.mjs")))?.analyse(play));
    this.solved = this.#button("solved", async () => (await need(play, import("./solved.mjs")))?.showVerdict(play));
    this.impasse = this.#button("game_impasse", async () => (await need(play, import("./impasse.mjs")))?.openImpasse(play));
    this.draw();
  }

  /** @param {string} key @param {() => void} act */
  #button(key, act) {
    const made = element("button", "banmen-button", { type: "button" });
    made.textContent = this.play.voice.say(key);
    made.addEventListener("click", act);
    this.root.append(made);
    return made;
  }

  /** @param {string} key @param {() => void} act */
  #asking(key, act) {
    const { voice } = this.play;
    let asked = 0;
    const settle = () => {
      asked = 0;
      made.textContent = voice.say(key);
    };
    const made = this.#button(key, () => {
      if (asked) {
        settle();
        act();
        return;
      }
      const question = voice.say(`${key}_sure`);
      asked = setTimeout(settle, PATIENCE);
      made.textContent = question;
      this.play.panel.announce(question);
    });
    made.addEventListener("blur", () => {
      clearTimeout(asked);
      settle();
    });
    return made;
  }

  async #offer() {
    const part = await need(this.play, import("./opponent.mjs"));
    if (!part) return;
    if (part.opponentOf(this.play).isContent) this.play.course.end("agreement");
    else this.play.tell({ text: this.play.voice.say("game_declined"), kind: "status" });
  }

  draw() {
    const { isOpen, view, course, config, panel } = this.play;
    const { b, w } = course.terms.players;
    const goesOn = isOpen && view.moves.length > 0;
    /** @type {[HTMLElement, boolean][]} */
    const shown = [
      [this.resign, goesOn],
      [this.draws, goesOn && !b && !w],
      [this.offer, goesOn && Boolean(b || w)],
      [this.hint, goesOn],
      [this.analysis, course.tree.line.length > 1],
      [this.solved, config.solved !== null],
      [this.impasse, config.options.includes("impasse")],
    ];
    for (const [button, isThere] of shown) panel.show(button, isThere);
  }
}

/** @param {Play} play */
function stepButtons(play) {
  const { voice, course } = play;
  const steps = element("div", "banmen-steps", { role: "group", "aria-label": voice.say("game_steps") });
  /** @type {[string, string, () => void][]} */
  const buttons = [
    ["«", "game_first", () => course.step(course.tree.root)],
    ["‹", "game_back", () => course.step(course.heading.parent)],
    ["›", "game_forward", () => course.step(course.heading.next)],
    ["»", "game_last", () => course.step(course.tree.line.at(-1))],
  ];
  for (const [sign, key, act] of buttons) {
    const text = voice.say(key);
    const button = element("button", "banmen-step", { type: "button", "aria-label": text, title: text });
    button.textContent = sign;
    button.addEventListener("click", act);
    steps.append(button);
  }
  return steps;
}

/**
 * Arrow keys step while the list or the step buttons have the focus, or nothing has.
 * @param {Play} play
 * @param {HTMLElement[]} places
 */
function listenToKeys({ host, course }, ...places) {
  const listening = new AbortController();
  document.addEventListener(
    "keydown",
    (event) => {
      if (!host.isConnected) return listening.abort();
      const { target, key } = event;
      const isHere = target === document.body || (target instanceof Node && places.some((place) => place.contains(target)));
      if (!isHere || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const to = { ArrowLeft: course.heading.parent, ArrowRight: course.heading.next, Home: course.tree.root, End: course.tree.line.at(-1) }[key];
      if (to === undefined || (target === document.body && (key === "Home" || key === "End"))) return;
      event.preventDefault();
      course.step(to);
    },
    { signal: listening.signal },
  );
}

/** What is counted, as soon as it matters. @param {Play} play */
function countersOf({ view, voice }) {
  const { ply, repetition, no_capture: quiet, move_limit: limit } = view.counters;
  const counters = [];
  if (view.outcome) return [];
  if (repetition > 1) counters.push(voice.say("game_repetition", { n: repetition }));
  if (quiet && quiet.n >= NEAR * Number(quiet.limit)) counters.push(voice.say("game_no_capture", quiet));
  if (Number(limit) > 0 && ply >= NEAR * Number(limit)) counters.push(voice.say("game_move_limit", { n: ply, limit }));
  return counters;
}
