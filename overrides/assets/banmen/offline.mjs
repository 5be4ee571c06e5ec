// Starts the service worker (sw.mjs), and <banmen-offline>: the reader's choice to keep the pages of one language, which the
// worker then fetches. It speaks through these of the words' `ui`:
//   offline_offer [n megabytes] · offline_loading [n percent] · offline_kept · offline_remove · offline_removed · offline_failed

import { onBoot } from "./client.mjs";
import { element } from "./stage.mjs";
import { format, load } from "./words.mjs";

/** @import {Order, Standing} from "./release.d.ts" */

// The release that this page is of, as the build wrote it.
const mark = document.querySelector("meta[name=banmen-release]");
const release = mark?.getAttribute("content") ?? "";
const lang = document.documentElement.lang.toLowerCase().split("-")[0] ?? "";

/** Browsers have none in private windows, and outside of https. */
const workers = "serviceWorker" in navigator ? navigator.serviceWorker : null;
const root = new URL("../../../", import.meta.url).href;

/** @type {(registration: ServiceWorkerRegistration) => void} */
let settle;

/** Not `workers.ready`, which may be that of a site around this one. @type {Promise<ServiceWorkerRegistration>} */
const registered = new Promise((resolve) => (settle = resolve));

/** A page is read, and played on, before anything is fetched for later: milliseconds that the worker waits at least. */
const LATER = 3000;

addEventListener("load", () => setTimeout(() => calm().then(begin).catch((error) => console.warn(error)), LATER));

order("read");
onBoot((boot) => boot.stage === "ready" && order("keep runtime"), new AbortController().signal);

/** Waits until the engine is not on its way: a reader waits for it, and it needs the whole machine. @returns {Promise<void>} */
function calm() {
  return new Promise((resolve) => {
    const waiting = new AbortController();
    onBoot(({ stage }) => {
      if (stage === "loading") return;
      waiting.abort();
      resolve();
    }, waiting.signal);
  });
}

/** Where data costs, nothing is fetched for later, unless the reader has asked for it. */
async function begin() {
  const { connection } = /** @type {any} */ (navigator);
  const known = await workers?.getRegistration(root);
  if (!connection?.saveData || known?.scope === root) await register();
}

async function register() {
  const registration = await workers?.register(`${root}sw.js`);
  if (!registration) return;
  settle(registration);
  // The worker of this page's release may wait for another release's, which this page does not need.
  order("take over");
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", () => {
      order("read");
      order("take over");
    });
  });
}

/**
 * Tells the worker of this release what to do, once there is one.
 * @param {Order["act"]} act
 * @param {(standing: Standing) => void} [hear]
 */
async function order(act, hear) {
  const { active, waiting, installing } = await registered;
  for (const worker of [active, waiting, installing]) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => hear?.(data);
    // Those of other releases do not answer.
    worker?.postMessage({ release, act, lang }, [port2]);
  }
}

/** @typedef {"offer" | "loading" | "kept"} Stage */

class BanmenOffline extends HTMLElement {
  #text = element("p", "", { "aria-live": "polite" });
  #label = element("span", "");
  #bar = element("progress", "", { max: "1" });
  #button = element("button", "", { type: "button" });

  /** @type {Stage} */
  #stage = "offer";

  async connectedCallback() {
    if (!workers || this.childElementCount) return;
    const words = await load(lang);
    this.#say = (key, args) => format(words, words.ui[key] ?? key, args);
    this.#button.addEventListener("click", () => this.#act());
    this.append(this.#text, this.#label, this.#bar, this.#button);
    this.#show("offer");
    order("standing", (standing) => this.#hear(standing));
  }

  /** @type {(key: string, args?: {n: number}) => string} */
  #say = (key) => key;

  #act() {
    if (this.#stage === "loading") return;
    register().catch(() => this.#show("offer", "offline_failed"));
    if (this.#stage === "kept") return order("remove", () => this.#show("offer", "offline_removed"));
    this.#show("loading");
    navigator.storage?.persist?.();
    return order("keep", (standing) => this.#hear(standing));
  }

  /** @param {Standing} standing */
  #hear(standing) {
    if ("failed" in standing) this.#show("offer", "offline_failed");
    else if ("share" in standing) this.#progress(standing.share);
    else if (standing.kept) this.#show("kept", "offline_kept");
  }

  /**
   * @param {Stage} stage
   * @param {string} [news]
   */
  #show(stage, news) {
    this.#stage = stage;
    this.#text.textContent = news ? this.#say(news) : "";
    this.#bar.hidden = this.#label.hidden = stage !== "loading";
    this.#progress(0);
    const megabytes = Math.max(1, Math.round(Number(mark?.getAttribute("data-wire")) / 1e6));
    this.#button.textContent = stage === "kept" ? this.#say("offline_remove") : this.#say("offline_offer", { n: megabytes });
    this.#button.setAttribute("aria-disabled", String(stage === "loading"));
  }

  /** @param {number} share */
  #progress(share) {
    this.#label.textContent = this.#say("offline_loading", { n: Math.floor(100 * share) });
    this.#bar.value = share;
    this.#bar.setAttribute("aria-label", this.#label.textContent);
  }
}

customElements.define("banmen-offline", BanmenOffline);
