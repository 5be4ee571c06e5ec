// <banmen-board>: a diagram that can be played on. The build writes a picture and the position's view; this element lays
// live squares over the picture and lets the engine, in a worker, decide everything.
//
// It speaks through words/<lang>.json: `refusals`, `endings`, `problems`, `errors` by the engine's codes, and these of `ui`
// (arguments in brackets; fragments are joined with ", " before they are filled):
//   squares   board_help · square_empty [square] · square_piece [square, piece, color], followed by the fragments
//             is_selected, is_target, is_capture, is_last, is_check, is_threat, is_proof, is_marked
//   hands     hand [color] · hand_piece, hand_taken [piece, n, color] · not_yours [color]
//   standing  turn, turn_check, task [color] · turn_threat [color, piece, square] · unplayable
//   tasks     task, task_mate, task_win [color, plies] · task_on, task_on_slower · task_solved, task_solved_slower · task_wrong,
//             task_no_check, task_unproven, task_mate_escapes, task_win_escapes
//   lessons   lesson · lesson_count, lesson_all [n, all] · lesson_next · lesson_over · lesson_done · lesson_unkept
//   acts      picked_up [piece, square, n] · picked_up_hand [piece, n] · has_no_move [piece, square] · has_no_drop [piece]
//             · put_back · taken_back · was_reset · turned [color] · promotion [piece] · promote · keep
//             · said_move, said_takes, said_drop [color, piece, from, to, capture],
//             followed by the fragments said_promotes, said_stays, said_captured [squares], said_check
//   controls  controls · take_back · reset · flip · retry · rule
//   in words  type_open · type_label · type_play · type_help [usi, western] · type_position · static_…, as the build writes them
//   engine    asking · loading [n] · starting · failed_worker · failed_wasm · failed_download · failed_start · failed_none

import "./memory.mjs";
import { dress } from "./looks.mjs";
import { need } from "./need.mjs";
import { Play } from "./play.mjs";
import { element } from "./stage.mjs";
import { Voice } from "./voice.mjs";
import { load } from "./words.mjs";

/** @import {Config} from "./contract.d.ts" */

class BanmenBoard extends HTMLElement {
  /** @type {Play | null} */
  #play = null;

  /** Ends what the board hears while it is in a page. */
  #connection = new AbortController();

  async connectedCallback() {
    const connection = new AbortController();
    this.#connection = connection;
    try {
      this.#play ??= await this.#upgrade();
    } catch (error) {
      console.error(error); // the picture stays, and is a whole diagram
    }
    if (!connection.signal.aborted) this.#play?.listen(connection.signal);
  }

  disconnectedCallback() {
    this.#connection.abort();
  }

  async #upgrade() {
    const script = this.querySelector("script");
    const picture = this.querySelector("svg");
    if (!script || !picture) return null;
    /** @type {Config} */
    const config = JSON.parse(script.textContent ?? "");
    // All at once, so that nothing moves when the board has come to life.
    const [words, tools, tasks] = await Promise.all([
      load(document.documentElement.lang),
      config.tools === "full" ? toolbox() : null,
      config.play === "task" ? import("./task.mjs") : null,
    ]);
    // Taken out and put back while the words were loading, the element is upgraded by whoever comes first.
    if (this.#play) return this.#play;
    const play = new Play(this, picture, config, new Voice(words, config));
    dress(play);
    play.panel.controls.append(opener(play));
    tools?.furnish(play);
    play.task = tasks && new tasks.Task(play);
    play.begin();
    return play;
  }
}

/** What a board for whole games has besides; without it the board can be played on all the same. */
const toolbox = () => import("./tools.mjs").catch((error) => console.error(error));

/** The button for who plays or reads without the board; what it opens comes with the first press. @param {Play} play */
function opener(play) {
  const { voice } = play;
  const button = element("button", "banmen-button", { type: "button", "aria-expanded": "false" });
  button.textContent = voice.say("type_open");
  /** @type {Promise<{form: HTMLElement, box: HTMLElement} | null> | null} */
  let opening = null;
  button.addEventListener("click", async () => {
    opening ??= need(play, import("./typed.mjs")).then((part) => part?.typed(play) ?? null);
    const opened = await opening;
    if (!opened) {
      opening = null;
      return;
    }
    const { form, box } = opened;
    form.hidden = !form.hidden;
    button.setAttribute("aria-expanded", String(!form.hidden));
    // On a phone the focus would bring up a keyboard over what is to be read.
    if (!form.hidden && matchMedia("(hover: hover)").matches) box.focus();
  });
  return button;
}

customElements.define("banmen-board", BanmenBoard);

const lesson = /** @type {HTMLElement | null} */ (document.querySelector(".banmen-lesson"));
if (lesson) import("./lesson.mjs").then(({ furnish }) => furnish(lesson));
