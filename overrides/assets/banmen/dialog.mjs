// Windows over the page. Loaded with their style when the first one is opened.

import { styled } from "./need.mjs";
import { element } from "./stage.mjs";

/**
 * Opens a modal window. Escape, its button and a click beside it close it; the focus goes back to where it was.
 * @param {string} title
 * @param {string} close the words of its button
 * @returns {Promise<{dialog: HTMLDialogElement, body: HTMLElement, close: () => void}>}
 */
export async function openDialog(title, close) {
  const before = document.activeElement;
  await styled("dialog.css");
  const dialog = element("dialog", "banmen-dialog", { "aria-label": title });
  const heading = element("h2");
  heading.textContent = title;
  const button = element("button", "banmen-close", { type: "button", "aria-label": close, title: close });
  button.textContent = "×";
  const head = element("header");
  head.append(heading, button);
  const body = element("div", "banmen-dialog-body");
  // A click on the backdrop has the dialog itself as its target; all of its own surface belongs to this element.
  const surface = element("div", "banmen-dialog-surface");
  surface.append(head, body);
  dialog.append(surface);
  button.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, body, close: () => dialog.close() };
}

/**
 * @param {string} text
 * @param {() => void} act
 */
export function actButton(text, act) {
  const button = element("button", "banmen-act", { type: "button" });
  button.textContent = text;
  button.addEventListener("click", act);
  return button;
}

/**
 * Gives the reader a file.
 * @param {string} name
 * @param {string} text
 */
export function giveFile(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = element("a", "", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
