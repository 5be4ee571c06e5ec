// A board that sets a task. Either one of the page's moves solves it, or there is a goal, such as "mate 3": then the engine
// judges each move of the reader's, and the other side answers with what holds out longest.

import { call } from "./client.mjs";
import { originOf, isHand } from "./moves.mjs";
import { PAUSE } from "./thinking.mjs";

/** @import {Color, Judgement} from "./contract.d.ts" */
/** @import {Play} from "./play.mjs" */

export class Task {
  /** What the engine said of the reader's last move. @type {Judgement | null} */
  #judgement = null;

  /** Whether a move took longer than it had to. */
  #isSlow = false;

  /** Whether the other side is about to answer. */
  isAnswering = false;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    /** @type {Color} */
    this.side = play.config.view.turn;
    play.host.addEventListener("banmen:change", () => this.#changed());
  }

  /** Whether what is played now is an answer to the task. */
  get isAsked() {
    const { play } = this;
    if (play.view.outcome) return false;
    return play.config.goal ? play.view.turn === this.side : play.ply === play.course.first;
  }

  get #isSolved() {
    const { play } = this;
    if (play.config.goal) return play.view.outcome?.winner === this.side;
    return play.ply === play.course.first + 1;
  }

  /** What stands below the board instead of whose turn it is; null where that is all there is to say. */
  get standing() {
    const { voice, view, config, ply, course } = this.play;
    if (this.#isSolved) {
      const solved = voice.say(this.#isSlow ? "task_solved_slower" : "task_solved");
      return [solved, view.outcome && voice.outcome(view.outcome)].filter(Boolean).join(" ");
    }
    if (!this.isAsked) return null;
    const args = { color: this.side, plies: config.goal?.plies };
    if (!config.goal) return voice.say("task", args);
    if (ply === course.first) return voice.say(`task_${config.goal.kind}`, args);
    return voice.say(this.#isSlow ? "task_on_slower" : "task_on");
  }

  /**
   * Whether a legal move that is shown may stand. One that may not is taken back and explained.
   * @param {string} usi
   */
  async accepts(usi) {
    const { play } = this;
    const { task, goal } = play.config;
    if (!goal) return !task || task.includes(usi) || this.#refuse("task_wrong", usi);
    const { kind, plies } = goal;
    // A win is asked for within so many plies from where the task began; a mate need only be one.
    const left = kind === "win" ? Math.max(1, plies - (play.ply - play.course.first)) : plies;
    const asked = { record: play.past, goal: `${kind} ${left}`, move: usi };
    const judgement = await play.ask(() => call("judge", asked), () => play.confirm());
    if (!judgement) return false;
    this.#judgement = judgement;
    const { code, reply } = judgement;
    if (code === "fastest" || code === "slower") return true;
    const key = code === "escapes" ? `task_${kind}_escapes` : `task_${code}`;
    return this.#refuse(key, usi, reply ? [originOf(reply), reply.slice(2, 4)].filter((name) => !isHand(name)) : []);
  }

  /** @param {string} key @param {string} usi @param {string[]} [squares] */
  #refuse(key, usi, squares = []) {
    const { play } = this;
    const origin = originOf(usi);
    play.drop();
    play.refuseWith(play.voice.say(key), squares, null, { origin, hand: isHand(origin) ? play.view.turn : null });
    return false;
  }

  #changed() {
    const { play } = this;
    const judgement = this.#judgement;
    this.#judgement = null;
    this.isAnswering = false;
    if (play.ply === play.course.first) this.#isSlow = false;
    if (judgement?.code === "slower") this.#isSlow = true;
    if (this.#isSolved) {
      const detail = { play, fastest: !this.#isSlow };
      play.host.dispatchEvent(new CustomEvent("banmen:solved", { bubbles: true, detail }));
    } else if (judgement?.reply) this.#answer(judgement.reply);
    play.draw();
  }

  /** @param {string} reply */
  #answer(reply) {
    const { play } = this;
    const { at } = play.course.tree;
    this.isAnswering = true;
    setTimeout(() => {
      if (!this.isAnswering || play.course.tree.at !== at) return;
      this.isAnswering = false;
      play.move(reply);
    }, PAUSE);
  }
}
