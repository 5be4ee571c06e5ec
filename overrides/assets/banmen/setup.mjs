// The window in which a new game is agreed on: who plays which side, handicap, rules and time.

import { call } from "./client.mjs";
import { actButton, openDialog } from "./dialog.mjs";
import { TIMES } from "./clock.mjs";
import { need } from "./need.mjs";
import { element } from "./stage.mjs";
import { own } from "./words.mjs";

/** @import {Color, GameInfo, Terms} from "./contract.d.ts" */
/** @import {Play} from "./play.mjs" */

/** @param {Play} play */
export async function openSetup(play) {
  const { voice, course, config } = play;
  const answer = await play.ask(() => call("games", {}), () => openSetup(play));
  play.draw();
  const info = answer?.games.find(({ key }) => key === config.record.game);
  if (!info) return;
  const { body, close } = await openDialog(voice.say("game_new"), voice.say("game_close"));
  const form = element("form", "banmen-form");
  const { terms, tree } = course;

  const swap = checkbox(voice.say("game_swap"), tree.line.length > 1);
  const handicaps = [{ key: "", text: voice.say("game_no_handicap") }];
  for (const { key } of info.handicaps) handicaps.push({ key, text: own(voice.words.handicaps, key) ?? key });
  const handicap = choice(voice.say("game_handicap"), handicaps, info.handicaps.find(({ sfen }) => sfen === tree.origin.start)?.key ?? "");
  const times = Object.keys(TIMES).sort((a, b) => Number(b === "none") - Number(a === "none"));
  const time = choice(voice.say("game_time"), times.map((key) => ({ key, text: voice.say(`game_time_${key}`) })), terms.time);
  const turning = checkbox(voice.say("game_turning"), terms.turning);
  const rules = element("fieldset");
  const legend = element("legend");
  legend.textContent = voice.say("game_rules");
  rules.append(legend);
  const options = info.options.map((option) => ({ option, field: optionField(play, option) }));
  rules.append(...options.map(({ field }) => field.root));
  if (config.rules_page !== null) {
    const link = element("a", "", { href: `${config.rules_page}#options` });
    link.textContent = voice.say("game_rules_link");
    rules.append(link);
  }
  const begin = actButton(voice.say("game_begin"), () => {});
  begin.type = "submit";
  begin.dataset.main = "";
  form.append(swap.root, ...(info.handicaps.length ? [handicap.root] : []), time.root, turning.root, rules, begin);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    close();
    const chosen = options.filter(({ option, field }) => field.value && field.value !== String(option.default));
    startGame(play, info, {
      rules: Object.fromEntries(chosen.map(({ option, field }) => [option.key, field.value])),
      start: info.handicaps.find(({ key }) => key === handicap.value)?.sfen,
      terms: {
        players: swap.checked ? { b: terms.players.w, w: terms.players.b } : terms.players,
        time: time.value,
        turning: turning.checked,
      },
    });
  });
  const edit = actButton(voice.say("edit"), async () => {
    const part = await need(play, import("./editor.mjs"));
    close();
    part?.editPosition(play);
  });
  body.append(form, edit);
}

/**
 * @param {Play} play
 * @param {GameInfo} info
 * @param {{rules: Record<string, string>, start: string | undefined, terms: Terms}} agreed
 */
async function startGame(play, { key }, { rules, start, terms }) {
  const { course } = play;
  const before = course.terms;
  // Nobody thinks about the first move before all is set.
  course.terms = { ...terms, players: { b: null, w: null } };
  const isLoaded = await play.load({ v: 1, game: key, ...(start && { start }), ...(Object.keys(rules).length && { rules }) });
  await play.settle(isLoaded ? terms : before);
  const persons = /** @type {Color[]} */ (["b", "w"]).filter((color) => terms.players[color] === null);
  if (isLoaded && persons.length === 1 && persons[0]) play.turnTo(persons[0]);
}

/**
 * @param {Play} play
 * @param {GameInfo["options"][number]} option
 */
function optionField({ voice, course }, { key, values, default: usual }) {
  const words = own(voice.words.options, key);
  const rules = course.tree.origin.rules ?? {};
  const now = String(rules[key] ?? usual ?? "");
  const label = words?.name ?? key;
  if (!values.length) return number(label, now, own(words?.values ?? {}, "none") ?? "");
  return choice(label, values.map((value) => ({ key: String(value), text: own(words?.values ?? {}, String(value)) ?? String(value) })), now);
}

/** @param {string} text @param {HTMLInputElement | HTMLSelectElement} field */
function labelled(text, field) {
  const root = element("label", field.type === "checkbox" ? "banmen-tick" : "banmen-choose");
  const name = element("span");
  name.textContent = text;
  root.append(name, field);
  return root;
}

/** @param {string} text @param {{key: string, text: string}[]} options @param {string} now */
function choice(text, options, now) {
  // Without it, what is chosen would be read as part of the name.
  const select = element("select", "", { "aria-label": text });
  select.append(...options.map((option) => new Option(option.text, option.key, false, option.key === now)));
  return { root: labelled(text, select), get value() { return select.value; } };
}

/** @param {string} text @param {string} now @param {string} none what an empty field means */
function number(text, now, none) {
  const input = element("input", "", { type: "number", min: "1", max: "5000", inputmode: "numeric", placeholder: none });
  input.value = now;
  return { root: labelled(text, input), get value() { return input.value; } };
}

/** @param {string} text @param {boolean} now */
function checkbox(text, now) {
  const input = element("input", "", { type: "checkbox" });
  input.checked = now;
  const root = labelled(text, input);
  root.prepend(input);
  return { root, get checked() { return input.checked; } };
}
