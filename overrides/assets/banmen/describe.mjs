// A position in words, for who asks for it. banmen_mkdocs/describe.py writes the same into the page when the site is built.

import { colorOf } from "./moves.mjs";
import { fill, format } from "./words.mjs";

/** @import {Args, Color, View} from "./contract.d.ts" */
/** @import {Voice} from "./voice.mjs" */

/**
 * Both sides' pieces and hands, the last move, and whose turn it is or how the game ended.
 * @param {View} view
 * @param {Voice} voice
 * @param {boolean} drops whether what was captured comes back
 */
export function describe(view, voice, drops) {
  const last = view.texts.at(-1);
  return [
    ...both((color) => [...placed(view, voice, color), ...held(view, voice, color, drops)]),
    ...(last ? [voice.say("static_last", { move: last.usi })] : []),
    ...standing(view, voice),
  ].join(" ");
}

/** @param {(color: Color) => string[]} say */
const both = (say) => [...say("b"), ...say("w")];

/**
 * @param {View} view
 * @param {Voice} voice
 * @param {Color} color
 */
function placed(view, voice, color) {
  const pieces = Object.keys(voice.names).flatMap((symbol) => {
    const own = color === "b" ? symbol : symbol.toLowerCase();
    const squares = Object.keys(view.pieces).filter((square) => view.pieces[square] === own);
    const key = squares.length === 1 ? "static_group_one" : "static_group_many";
    return squares.length ? [part(voice, key, { piece: voice.piece(symbol), squares })] : [];
  });
  return pieces.length ? [voice.say("static_pieces", { color, pieces })] : [];
}

/**
 * @param {View} view
 * @param {Voice} voice
 * @param {Color} color
 * @param {boolean} drops
 */
function held(view, voice, color, drops) {
  const pieces = Object.entries(view.hands[color]).map(([symbol, n]) =>
    part(voice, n === 1 ? "static_hand_one" : "static_hand_many", { piece: voice.piece(symbol), n }),
  );
  return pieces.length ? [voice.say(drops ? "static_hand" : "static_captured", { color, pieces })] : [];
}

/**
 * @param {View} view
 * @param {Voice} voice
 */
function standing({ problems, outcome, check, pieces, turn }, voice) {
  if (problems.length) return problems.map((code) => format(voice.words, voice.words.problems[code] ?? ""));
  if (outcome) return [voice.outcome(outcome)];
  const attacked = check.filter((square) => colorOf(pieces[square] ?? "") === turn);
  return [
    ...attacked.map((square) =>
      voice.say(voice.isCheck ? "static_check" : "static_threat", { color: turn, square, piece: voice.piece(pieces[square] ?? "") }),
    ),
    voice.say("static_turn", { color: turn }),
  ];
}

/**
 * @param {Voice} voice
 * @param {string} key
 * @param {Args} args
 */
const part = (voice, key, args) => fill(voice.words, voice.label(key), args);
