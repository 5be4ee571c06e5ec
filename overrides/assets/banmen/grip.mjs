// What the reader does with the pieces of one board: picks them up, puts them down, chooses whether they promote.

import { between, colorOf, isHand, promotes, symbolAt, targets } from "./moves.mjs";
import { settings } from "./settings.mjs";

/** @import {Place} from "./input.mjs" */
/** @import {Play} from "./play.mjs" */

export class Grip {
  /** @type {string | null} an origin */
  selected = null;

  /** @type {AbortController | null} ends an open promotion choice */
  #choosing = null;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
  }

  /** Lets go of everything. */
  clear() {
    this.#choosing?.abort();
    this.#choosing = null;
    this.selected = null;
  }

  /** @param {Place} place */
  choose(place) {
    const { play } = this;
    if (play.isStopped) play.tell({ text: play.voice.say("game_not_yours"), kind: "status" });
    if (!play.isOpen) return;
    if (this.#choosing) return this.cancel();
    if (this.selected === place.origin && !this.#isOthers(place)) return this.cancel();
    if (this.#canLift(place)) return this.#select(place.origin);
    if (place.hand) return play.refuseWith(play.voice.say("not_your_hand", { color: play.view.turn }), [], null, place);
    if (this.selected) return this.put(place.origin);
    if (!play.view.pieces[place.origin] || !settings.get("tries")) return;
    // Any move of the other side's piece gets the same reason.
    const elsewhere = play.stage.squares.map((_, index) => play.stage.nameOf(index)).find((name) => name !== place.origin);
    play.explain(place.origin + elsewhere);
  }

  /** @param {Place} place */
  lift(place) {
    if (!this.play.isOpen || !this.#canLift(place)) return false;
    this.#select(place.origin);
    return true;
  }

  /** Moves what is selected, as far as the engine allows. @param {string} target */
  async put(target) {
    const { play, selected: origin } = this;
    if (!origin || !play.isOpen) return;
    if (origin === target) return this.cancel();
    const moves = between(play.view, origin, target);
    const [move] = moves;
    if (!move) return settings.get("tries") ? play.explain(origin + target) : this.cancel();
    const chosen = moves.length > 1 ? await this.#choosePromotion(origin, target, moves) : move;
    if (chosen) play.move(chosen);
  }

  /**
   * @param {string} origin
   * @param {string} target
   * @param {string[]} moves
   */
  async #choosePromotion(origin, target, moves) {
    const { view, voice } = this.play;
    const symbol = symbolAt(view, origin) ?? "";
    const options = moves
      .toSorted((a, b) => Number(promotes(b)) - Number(promotes(a)))
      .map((usi) => ({
        usi,
        symbol: promotes(usi) ? `+${symbol}` : symbol,
        text: promotes(usi) ? voice.say("promote") : voice.say("keep"),
      }));
    this.#choosing = new AbortController();
    const question = voice.say("promotion", { piece: voice.piece(symbol) });
    const chosen = await this.play.stage.choose(target, options, question, this.#choosing.signal);
    this.#choosing = null;
    return chosen;
  }

  cancel() {
    const { play, selected } = this;
    if (play.isAsking || (!selected && !play.hasMessage)) return;
    if (selected) play.panel.announce(play.voice.say("put_back"));
    play.clear();
    play.draw();
  }

  /** @param {Place} place */
  #canLift({ origin, hand }) {
    const { pieces, turn } = this.play.view;
    if (hand) return hand === turn;
    const symbol = pieces[origin];
    return symbol !== undefined && colorOf(symbol) === turn;
  }

  /** @param {Place} place */
  #isOthers({ hand }) {
    return hand !== null && hand !== this.play.view.turn;
  }

  /** @param {string} origin */
  #select(origin) {
    const { view, voice, panel } = this.play;
    this.play.clear();
    this.selected = origin;
    const args = { piece: voice.piece(symbolAt(view, origin) ?? ""), n: targets(view, origin).size };
    panel.announce(isHand(origin) ? voice.say("picked_up_hand", args) : voice.say("picked_up", { ...args, square: origin }));
    this.play.draw();
  }
}
