// One played move in the notation that the reader chose. Nothing here decides what is ambiguous: the engine has.

import { own } from "./words.mjs";

/** @import {MoveText} from "./contract.d.ts" */
/** @import {Voice} from "./voice.mjs" */

/**
 * @param {MoveText} text
 * @param {"local" | "western" | "japanese" | "usi"} notation
 * @param {Voice} voice
 */
export function written({ usi, japanese, parts }, notation, voice) {
  if (notation === "usi") return usi;
  if (notation === "japanese") return voice.say("game_mark", { color: parts.color, text: japanese });
  const { piece, from, to, capture, captured, promotes, drop, ambiguous } = parts;
  const letter = (notation === "local" ? own(own(voice.words.pieces, piece) ?? {}, "letter") : voice.symbol(piece)) ?? "";
  const takes = capture !== null && captured.includes(to);
  return [
    letter,
    // A game of one kind of piece names the square instead of a letter.
    from && (ambiguous || !letter) ? from : "",
    drop ? "*" : takes ? "x" : "-",
    to,
    promotes ? "+" : promotes === false ? "=" : "",
    !takes && captured.length ? ` x${captured.length}` : "",
  ].join("");
}
