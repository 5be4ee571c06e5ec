// Parts of a board that are only loaded when they are needed.

import { element } from "./stage.mjs";

/** @import {Play} from "./play.mjs" */

/** @type {Map<string, Promise<void>>} */
const styles = new Map();

/**
 * Waits for a part. Null where it cannot be had, which the board then says.
 * @template T
 * @param {Play} play
 * @param {Promise<T>} part
 */
export async function need(play, part) {
  try {
    return await part;
  } catch (error) {
    console.error(error);
    play.tell({ text: play.voice.say("link_failed"), kind: "failure" });
    return null;
  }
}

/**
 * Waits for a style sheet, so that nothing is seen without it. It is needed only to be beautiful: a failure changes nothing.
 * @param {string} name
 */
export function styled(name) {
  const loading = styles.get(name) ?? new Promise((resolve) => {
    const link = element("link", "", { rel: "stylesheet", href: new URL(name, import.meta.url).href });
    link.addEventListener("load", () => resolve(undefined));
    link.addEventListener("error", () => resolve(undefined));
    document.head.append(link);
  });
  styles.set(name, loading);
  return loading;
}
