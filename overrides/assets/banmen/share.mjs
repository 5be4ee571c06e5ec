// The window for sharing a game: its link, to copy, send or scan, and other ways where the link is too long.

import { actButton, giveFile, openDialog } from "./dialog.mjs";
import { element } from "./stage.mjs";
import { toFile } from "./storage.mjs";

/** @import {Memory} from "./memory.mjs" */

/** Links are cut off beyond this by some mail and chat programs. */
const SAFE_LENGTH = 2000;

/** @param {Memory} memory */
export async function openShare(memory) {
  const { play, kept } = memory;
  const { voice } = play;
  const { bottom } = memory.point;
  const turned = bottom === "b" ? "w" : "b";
  const page = location.href.split("#")[0] ?? "";
  const links = { here: page + (await memory.link(bottom)), turned: page + (await memory.link(turned)) };

  const { dialog, body } = await openDialog(voice.say("link_title"), voice.say("link_close"));
  const paragraph = (/** @type {string} */ text, className = "") => {
    const made = element("p", className);
    made.textContent = text;
    return made;
  };
  const news = element("p", "banmen-news", { role: "status" });
  const tell = (/** @type {string} */ text, kind = "news") => {
    news.textContent = text;
    news.dataset.kind = kind;
  };

  const address = element("input", "banmen-field", { readonly: "", "aria-label": voice.say("link_address") });
  address.addEventListener("focus", () => address.select());
  const copy = actButton(voice.say("link_copy"), async () => {
    try {
      await navigator.clipboard.writeText(address.value);
      tell(voice.say("link_copied"));
    } catch {
      address.select();
      tell(voice.say("link_not_copied"));
    }
  });
  copy.dataset.main = "";
  const row = element("div", "banmen-acts");
  row.append(address, copy);
  if ("share" in navigator) {
    const send = actButton(voice.say("link_send"), () => {
      navigator.share({ url: address.value }).catch(() => {}); // the reader thought better of it
    });
    row.append(send);
  }

  const turn = element("input", "", { type: "checkbox" });
  const turnLabel = element("label", "banmen-check");
  turnLabel.append(turn, voice.say("link_turn"));
  const long = paragraph("", "banmen-note");

  const code = element("div");
  const scan = actButton(voice.say("link_qr"), async () => {
    const isOpen = scan.getAttribute("aria-expanded") === "true";
    scan.setAttribute("aria-expanded", String(!isOpen));
    await drawCode();
  });
  scan.setAttribute("aria-expanded", "false");
  const drawCode = async () => {
    code.replaceChildren();
    if (scan.getAttribute("aria-expanded") !== "true") return;
    try {
      const { qrPicture } = await import("./qr.mjs");
      const picture = qrPicture(address.value);
      picture?.setAttribute("aria-label", voice.say("link_qr_of"));
      code.replaceChildren(picture ?? paragraph(voice.say("link_qr_long"), "banmen-note"));
    } catch (error) {
      tell(memory.excuse(error), "error");
    }
  };

  // What other shogi programs read.
  const sfen = element("input", "banmen-field", { readonly: "", "aria-label": voice.say("link_sfen") });
  sfen.value = play.view.sfen;
  sfen.addEventListener("focus", () => sfen.select());
  const position = element("label", "banmen-check");
  position.append(voice.say("link_sfen"), sfen);

  const file = actButton(voice.say("link_file"), () => giveFile(fileName(kept.record.game), toFile([kept])));
  const keep = actButton(voice.say("link_keep"), async () => {
    try {
      (await memory.games()).save(kept);
      keep.disabled = true;
      tell(voice.say("link_kept"));
    } catch (error) {
      tell(memory.excuse(error), "error");
    }
  });
  const others = element("div", "banmen-acts");
  others.append(scan, file, keep);

  const draw = () => {
    address.value = turn.checked ? links.turned : links.here;
    long.textContent = voice.say("link_long", { n: address.value.length });
    long.hidden = address.value.length <= SAFE_LENGTH;
    return drawCode();
  };
  turn.addEventListener("change", draw);
  await draw();
  body.append(paragraph(voice.say("link_intro")), row, turnLabel, long, others, code, news, position, paragraph(voice.say("link_file_hint"), "banmen-note"));
  if (dialog.open) copy.focus();
}

/** @param {string} game */
export const fileName = (game) => `${game}-${new Date().toISOString().slice(0, 10)}.json`;
