// The window of the impasse: what a declaration needs, what of it is there, and the declaration itself.

import { call } from "./client.mjs";
import { actButton, openDialog } from "./dialog.mjs";
import { element } from "./stage.mjs";

/** @import {Play} from "./play.mjs" */

/** @param {Play} play */
export async function openImpasse(play) {
  const { voice, past, view } = play;
  const found = await play.ask(() => call("declare", { record: past }), () => openImpasse(play));
  play.draw();
  if (!found) return;
  const { body, close } = await openDialog(voice.say("game_impasse"), voice.say("game_close"));
  const text = element("p");
  text.textContent = voice.say("game_impasse_text", { color: view.turn });
  const needs = element("ul", "banmen-needs");
  for (const { code, ok, details } of found.conditions) {
    const need = element("li", "", { "data-ok": String(ok) });
    const answer = element("b");
    answer.textContent = voice.say(ok ? "game_yes" : "game_no");
    need.append(answer, " ", voice.say(`game_need_${code}`, details));
    needs.append(need);
  }
  body.append(text, needs);
  if (!play.isOpen || !view.moves.length || found.conditions.some(({ code }) => code === "available")) return;
  const declare = actButton(voice.say("game_declare"), () => {
    close();
    if (found.outcome) play.course.end("declaration");
    else play.explain("win");
  });
  const answers = element("div", "banmen-answers");
  answers.append(declare);
  body.append(answers);
  const { b, w } = play.course.terms.players;
  if (b || w) return;
  answers.append(
    actButton(voice.say("game_count"), async () => {
      close();
      const counted = await play.ask(() => call("declare", { record: past, agreed: true }), () => openImpasse(play));
      if (counted?.outcome) play.course.end(counted.outcome.winner ? "agreed_count" : "agreement");
      else if (counted) play.tell({ text: voice.say("game_not_counted"), kind: "status" });
    }),
  );
}
