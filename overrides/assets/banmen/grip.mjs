// What the reader does with the pieces of one board: picks them up, puts them down, chooses whether they promote.

import { between, colorOf, isHand, promotes, symbolAt, targets } from "./moves.mjs";
import { settings } from "./settings.mjs";

/** @import {Place} from "./input.mjs" */
/** @import {Play} from "./play.mjs" */

/**
 * What a board asks of whoever has hold of its pieces.
 * @typedef {object} Hold
 * @property {string | null} selected an origin
 * @property {(place: Place) => void} choose
 * @property {(place: Place) => boolean} lift
 * @property {(target: string) => void} put
 * @property {() => void} cancel
 * @property {() => void} clear
 */

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
    if (this.#canLift(place)) return this.#isStuck(place.origin) ? this.#tellStuck(place) : this.#select(place.origin);
    const isOthers = place.hand || (!settings.get("tries") && play.view.pieces[place.origin] && !this.selected);
    if (isOthers) return play.refuseWith(play.voice.say("not_yours", { color: play.view.turn }), [], null, place);
    if (this.selected) return this.put(place.origin);
    if (!play.view.pieces[place.origin]) return;
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
    if (!move && settings.get("tries")) return play.explain(origin + target);
    if (!move) return this.#isStuck(origin) ? this.#tellStuck({ origin, hand: isHand(origin) ? play.view.turn : null }) : this.cancel();
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

  /** Whether there is nothing to do with a piece, where only what is allowed can be done. @param {string} origin */
  #isStuck(origin) {
    return !settings.get("tries") && !targets(this.play.view, origin).size;
  }

  /** @param {Place} place */
  #tellStuck(place) {
    const { voice, view } = this.play;
    const { origin } = place;
    const piece = voice.piece(symbolAt(view, origin) ?? "");
    const text = isHand(origin) ? voice.say("has_no_drop", { piece }) : voice.say("has_no_move", { piece, square: origin });
    this.play.refuseWith(view.outcome ? voice.outcome(view.outcome) : text, [], null, place);
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
