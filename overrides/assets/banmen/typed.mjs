// A game without the board: a box to type moves into, in any notation that the engine reads, and the position in words.
// Loaded when the reader first asks for it.

import { BootError, CallError, call } from "./client.mjs";
import { describe } from "./describe.mjs";
import { originOf } from "./moves.mjs";
import { element } from "./stage.mjs";

/** @import {Play} from "./play.mjs" */

let boxes = 0;

/** Puts the box below the controls of a board, hidden. @param {Play} play */
export function typed(play) {
  const { voice, config } = play;
  const id = `banmen-typed-${++boxes}`;
  const form = element("form", "banmen-typed", { id, hidden: "" });
  const label = element("label", "", { for: `${id}-move` });
  label.textContent = voice.say("type_label");
  // No spelling help: it would turn moves into words.
  const box = element("input", "banmen-type", {
    id: `${id}-move`,
    type: "text",
    maxlength: "40",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "go",
    "aria-describedby": `${id}-help`,
  });
  const button = element("button", "banmen-button", { type: "submit" });
  button.textContent = voice.say("type_play");
  const help = element("p", "", { id: `${id}-help` });
  const position = element("section", "", { "aria-label": voice.say("type_position") });
  form.append(label, box, button, help, position);
  play.panel.root.append(form);

  /** Letters of the game's pieces, as this language writes them. @type {Record<string, string>} */
  const letters = {};
  for (const name of Object.values(config.names)) {
    const letter = voice.words.pieces[name]?.letter;
    if (letter && !letter.startsWith("+")) letters[letter] = name;
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const move = box.value.trim();
    if (!move) return;
    if (await send(play, move, letters)) box.value = "";
    else box.select();
  });

  const draw = () => {
    const { view } = play;
    position.textContent = describe(view, voice, config.drops);
    const usi = view.moves[0];
    help.hidden = !usi;
    if (usi) help.textContent = voice.say("type_help", { usi, western: western(play, usi) });
  };
  play.host.addEventListener("banmen:change", draw);
  draw();
  return { form, box };
}

/**
 * A move with the letter of its piece in this language.
 * @param {Play} play
 * @param {string} usi
 */
function western({ view, voice }, usi) {
  const origin = originOf(usi);
  const symbol = view.pieces[origin] ?? origin.slice(0, -1);
  const letter = voice.words.pieces[voice.piece(symbol)]?.letter ?? "";
  return view.pieces[origin] ? `${letter}${origin}-${usi.slice(2)}` : `${letter}*${usi.slice(2)}`;
}

/**
 * Plays what was typed, or says why not. Whether it was played is the answer.
 * @param {Play} play
 * @param {string} move
 * @param {Record<string, string>} letters
 */
async function send(play, move, letters) {
  try {
    const answer = await call("explain", { record: play.past, move, letters });
    if (answer.legal) play.attempt(answer.usi);
    else play.refuse(answer.refusal);
    return answer.legal;
  } catch (error) {
    const { voice } = play;
    if (error instanceof CallError) play.tell({ text: voice.error(error.code, error.details), kind: "refusal" });
    else if (error instanceof BootError) play.tellAgain(voice.failure(error.failure), () => send(play, move, letters));
    else throw error;
    return false;
  }
}
