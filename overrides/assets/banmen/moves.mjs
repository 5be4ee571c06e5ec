// Reads USI moves against a view. Nothing here knows a rule: what may be played is what the view lists.

/** @import {Color, View} from "./contract.d.ts" */

/**
 * Where a move begins: a square ("7g") or a kind in hand ("P*"). A target behind it makes a move, a "+" promotes.
 * @typedef {string} Origin
 */

/** @param {string} usi @returns {Origin} */
export const originOf = (usi) => usi.slice(0, 2);

/** @param {string} usi */
export const targetOf = (usi) => usi.slice(2, 4);

/** @param {string} usi */
export const promotes = (usi) => usi.endsWith("+");

/** @param {Origin} origin */
export const isHand = (origin) => origin.endsWith("*");

/** @param {string} symbol @returns {Color} */
export const colorOf = (symbol) => (symbol === symbol.toUpperCase() ? "b" : "w");

/**
 * The piece that a move from here would move, as its owner's symbol.
 * @param {View} view
 * @param {Origin} origin
 * @returns {string | undefined}
 */
export function symbolAt(view, origin) {
  if (!isHand(origin)) return view.pieces[origin];
  const kind = origin.slice(0, -1);
  return view.turn === "b" ? kind : kind.toLowerCase();
}

/**
 * @param {View} view
 * @param {Origin | null} origin
 * @returns {Set<string>}
 */
export function targets(view, origin) {
  return new Set(view.moves.filter((usi) => originOf(usi) === origin).map(targetOf));
}

/**
 * The legal moves between two places: none, one, or two where promotion is a choice.
 * @param {View} view
 * @param {Origin} origin
 * @param {string} target
 */
export function between(view, origin, target) {
  return view.moves.filter((usi) => originOf(usi) === origin && targetOf(usi) === target);
}

/**
 * What to show of a move until the engine has answered: the piece in its new place. What a capture brings is left to the engine.
 * @param {View} view
 * @param {string} usi
 * @returns {View}
 */
export function afterMove(view, usi) {
  const origin = originOf(usi);
  const to = targetOf(usi);
  const symbol = symbolAt(view, origin) ?? "";
  const pieces = { ...view.pieces, [to]: promotes(usi) ? `+${symbol}` : symbol };
  const hands = { ...view.hands };
  if (isHand(origin)) {
    const kind = origin.slice(0, -1);
    hands[view.turn] = { ...hands[view.turn], [kind]: (hands[view.turn][kind] ?? 1) - 1 };
  } else {
    delete pieces[origin];
  }
  return {
    ...view,
    pieces,
    hands,
    moves: [],
    check: [],
    captured: [],
    last: { from: isHand(origin) ? null : origin, to },
  };
}
