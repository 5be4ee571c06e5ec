// The service worker of a built site, which works without a network as far as the reader has read. The build writes it to
// the site's root as a classic script (not all browsers start others) and puts a line above that sets `self.banmen`:
// the release, its pages, and the sum of every file.
//
// A release keeps its files in a cache of its own, and nothing in it is of another one: pages carry the release's mark, files are
// held to their sums when they are put in and when they are taken out. Files that are named by their content come from
// the cache, everything else from the network first. So a page always finds the version of everything that it was built with.

/** @import {Entry, FetchEvent, Order, ServiceWorkerScope, Standing} from "./release.d.ts" */

const scope = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));
const { release, core, runtime, pocket, languages } = scope.banmen;
const root = scope.registration.scope;

/** Caches are shared by all sites of a host: the name says whose this is. */
const family = `banmen ${root} `;
const ours = `${family}${release}`;

/** Every page carries this, and no page of another release does. */
const mark = `<meta name="banmen-release" content="${release}"`;

/** How long a kept page waits for the network, in milliseconds. */
const PATIENCE = 4000;

/** So many files are fetched at a time. */
const LANES = 4;

/** @type {Record<string, Entry>} */
const files = Object.assign({}, core, runtime, pocket, ...Object.values(languages).map((language) => language.files));

/** Files whose sum this worker has looked at. @type {Map<string, Promise<boolean>>} */
const sound = new Map();

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));

scope.addEventListener("message", (event) => {
  const { data, ports, source } = event;
  const { waiting, installing } = scope.registration;
  if (data.release === release) event.waitUntil(obey(data, placeOf(source?.url ?? root), ports[0]));
  else if (data.act === "keep" && !waiting && !installing) ports[0]?.postMessage({ failed: true }); // its release is gone
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(root)) return;
  const place = placeOf(request.url);
  const entry = files[place];
  if (request.mode === "navigate") event.respondWith(page(event, place));
  else if (entry) event.respondWith(file(event, place, entry));
});

/**
 * An address below the site's root, without what does not choose the file.
 * @param {string} url
 */
function placeOf(url) {
  const { origin, pathname } = new URL(url);
  return (origin + pathname).slice(root.length).replace(/(^|\/)index\.html$/, "$1");
}

/**
 * The language of a page; the one whose pages lie in no folder has all that no other has.
 * @param {string} place
 */
function languageOf(place) {
  const folder = Object.keys(languages).find((lang) => languages[lang]?.home && place.startsWith(languages[lang].home));
  return folder ?? Object.keys(languages).find((lang) => !languages[lang]?.home) ?? "";
}

/** @param {string} place */
function isPage(place) {
  return Object.hasOwn(languages[languageOf(place)]?.pages ?? {}, place);
}

/** Stands in the cache where a language is there by the reader's choice. @param {string} lang */
function choice(lang) {
  return `${root}?offline=${lang}`;
}

// Install: this release takes along what its forerunner kept, each thing in its own version, or does not replace it.

async function install() {
  const kept = await keptBefore();
  const chosen = Object.keys(languages).filter((lang) => kept.has(choice(lang).slice(root.length)));
  const read = [...kept].filter(isPage);
  await inLanes(new Set([...chosen.flatMap((lang) => Object.keys(languages[lang]?.pages ?? {})), ...read]), keepPage);
  const langs = new Set([...chosen, ...read.map(languageOf)]);
  const hadRuntime = [...kept].some((place) => place.includes("/runtime-"));
  await keep({ ...core, ...ofLanguages(langs), ...(hadRuntime && runtime), ...(chosen.length > 0 && pocket) });
  const cache = await caches.open(ours);
  for (const lang of chosen) await cache.put(choice(lang), new Response());
}

/** What other releases of this site have in their caches. */
async function keptBefore() {
  const names = (await caches.keys()).filter((name) => name.startsWith(family) && name !== ours);
  const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return new Set(keys.flat().map(({ url }) => url.slice(root.length)));
}

/** @param {Iterable<string>} langs */
function ofLanguages(langs) {
  /** @type {Record<string, Entry>} */
  const all = {};
  for (const lang of langs) Object.assign(all, languages[lang]?.files);
  return all;
}

/** No page that needs another release is open any more: the browser sees to that. */
async function activate() {
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
  if (scope.registration.installing) return; // the next release is on its way, and will clear up
  const names = (await caches.keys()).filter((name) => name.startsWith(family) && name !== ours);
  await Promise.all(names.map((name) => caches.delete(name)));
}

// Keeping: what goes into the cache is of this release, to the byte.

/**
 * Puts files into the cache that are not there yet. Rejects if one cannot be had as this release has it.
 * @param {Record<string, Entry>} wanted
 * @param {(bytes: number) => void} [report] is told of every part that has come
 */
async function keep(wanted, report) {
  const cache = await caches.open(ours);
  const present = new Set((await cache.keys()).map(({ url }) => url));
  await inLanes(Object.entries(wanted), async ([place, entry]) => {
    if (present.has(root + place)) report?.(entry[1]);
    else await obtain(place, entry, cache, report);
  });
}

/**
 * Works on a few things at a time.
 * @template T
 * @param {Iterable<T>} things
 * @param {(thing: T) => Promise<void>} work
 */
async function inLanes(things, work) {
  const queue = [...things];
  const lanes = Array.from({ length: LANES }, async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next);
  });
  await Promise.all(lanes);
}

/**
 * Other releases may have the same file; otherwise the browser's own cache, and then the network, are asked.
 * @param {string} place
 * @param {Entry} entry
 * @param {Cache} cache
 * @param {(bytes: number) => void} [report]
 */
async function obtain(place, [sum, bytes], cache, report) {
  const url = root + place;
  const sources = [() => caches.match(url), () => fetch(url), () => fetch(url, { cache: "reload" })];
  for (const source of sources) {
    let told = 0;
    const response = await source();
    if (!response?.ok) continue;
    const found = await sumOf(response.clone(), (n) => {
      told += n;
      report?.(n);
    });
    if (found === sum) return cache.put(url, response);
    report?.(-told);
  }
  throw new Error(`${place} (${bytes} bytes) cannot be had as this release has it`);
}

/**
 * @param {Response} response
 * @param {(bytes: number) => void} report
 */
async function sumOf({ body }, report) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  const reader = body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parts.push(part.value);
    report(part.value.byteLength);
  }
  return hex(await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer()));
}

/** @param {ArrayBuffer} bytes */
function hex(bytes) {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} place */
async function keepPage(place) {
  const isOurs = await storePage(place, await fetch(root + place, { cache: "no-cache" }));
  if (!isOurs) throw new Error(`${place || "the home page"} is of another release`);
}

/**
 * Keeps a page if it is of this release.
 * @param {string} place
 * @param {Response} response
 */
async function storePage(place, response) {
  const html = response.ok ? await response.text() : "";
  if (!html.includes(mark)) return false;
  const cache = await caches.open(ours);
  // A copy: an answer that came by a detour cannot be given to a navigation.
  await cache.put(root + place, new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
  return true;
}

// Serving.

/**
 * @param {FetchEvent} event
 * @param {string} place
 */
async function page(event, place) {
  const network = (async () => {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    if (isPage(place)) event.waitUntil(remember(place, response.clone()));
    return response;
  })();
  event.waitUntil(network.catch(() => undefined));
  const kept = isPage(place) && (await (await caches.open(ours)).match(root + place));
  if (!kept) return network.catch(() => unread(place));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const usable = network.then((response) => (response.status < 500 ? response : kept));
  return Promise.race([usable.catch(() => kept), late.then(() => kept)]);
}

/**
 * A page that was read stays, with what its language needs.
 * @param {string} place
 * @param {Response} response
 */
async function remember(place, response) {
  try {
    if (await storePage(place, response)) await keep(ofLanguages([languageOf(place)]));
  } catch (error) {
    console.warn(error); // no room, or the network went away: the page is shown all the same
  }
}

/**
 * @param {FetchEvent} event
 * @param {string} place
 * @param {Entry} entry
 */
async function file(event, place, entry) {
  const { request } = event;
  const [, , named] = entry;
  const isRenewed = request.cache === "reload" || request.cache === "no-store";
  if (named && !isRenewed) {
    const kept = await intact(event, place, entry);
    if (kept) return kept;
  }
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await intact(event, place, entry);
    if (!kept) throw error;
    return kept;
  }
}

/**
 * The kept file, if its sum is still right. A broken one is thrown away and fetched anew for the next time.
 * @param {FetchEvent} event
 * @param {string} place
 * @param {Entry} entry
 */
async function intact(event, place, entry) {
  if (place.endsWith("/runtime.mjs")) for (const next of Object.keys(runtime)) event.waitUntil(isSound(next)); // will be needed
  const cache = await caches.open(ours);
  const kept = await cache.match(root + place);
  if (!kept || (await isSound(place))) return kept;
  await cache.delete(root + place);
  event.waitUntil(obtain(place, entry, cache).catch((error) => console.warn(error)));
  return undefined;
}

/**
 * Whether a file is kept as this release has it. It is read for that once in the life of this worker, which is short.
 * What is given away is never what was read: browsers keep compiled WebAssembly only for an answer as it came.
 * @param {string} place
 */
function isSound(place) {
  const known = sound.get(place);
  if (known) return known;
  const found = (async () => {
    const kept = await (await caches.open(ours)).match(root + place);
    const right = kept !== undefined && hex(await crypto.subtle.digest("SHA-256", await kept.arrayBuffer())) === files[place]?.[0];
    if (!right) sound.delete(place);
    return right;
  })();
  sound.set(place, found);
  return found;
}

/**
 * What a reader without a network sees of a page that is not here.
 * @param {string} place
 */
async function unread(place) {
  const lang = languageOf(place);
  const language = languages[lang];
  if (!language) return Response.error();
  const here = new Set((await (await caches.open(ours)).keys()).map(({ url }) => url));
  /** @param {typeof language} of */
  const linksOf = ({ pages }) =>
    Object.entries(pages).flatMap(([url, [title]]) => (here.has(root + url) ? [`<li><a href="${root}${url}">${title}</a>`] : []));
  const own = linksOf(language);
  const links = own.length ? own : Object.values(languages).flatMap(linksOf);
  const html = `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${language.unread}</title>
<style>:root{color-scheme:light dark;font:1rem/1.6 system-ui,sans-serif}body{max-width:34rem;margin:4rem auto;padding:0 1rem}
h1{font-size:1.3rem}</style>
<h1>${language.unread}</h1>${links.length ? `<p>${language.unread_but}</p><ul>${links.join("")}</ul>` : ""}`;
  return new Response(html, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

// Orders of the page (offline.mjs), answered over a port.

/**
 * @param {Order} order
 * @param {string} place of the page
 * @param {MessagePort | undefined} port
 */
async function obey({ act, lang }, place, port) {
  try {
    if (act === "read") return await keepRead(place);
    if (act === "take over") return await takeOver();
    if (act === "keep runtime") return await keep(runtime);
    if (act === "keep") await keepLanguage(lang, (share) => port?.postMessage({ share }));
    if (act === "remove") await removeLanguage(lang);
    port?.postMessage(await standing(lang));
  } catch (error) {
    console.warn(error);
    port?.postMessage({ failed: true });
  }
}

/** A page that came before there was a worker to remember it. @param {string} place */
async function keepRead(place) {
  if (!isPage(place) || (await (await caches.open(ours)).match(root + place))) return;
  await keepPage(place);
  await keep(ofLanguages([languageOf(place)]));
}

/** A page of this release is open that another release's worker looks after. Unless others need that one, it may go. */
async function takeOver() {
  const open = await scope.clients.matchAll({ includeUncontrolled: true, type: "window" });
  if (open.filter(({ url }) => url.startsWith(root)).length <= 1) await scope.skipWaiting();
}

/**
 * @param {string} lang
 * @returns {Promise<Standing>}
 */
async function standing(lang) {
  const language = languages[lang];
  if (!language) return { failed: true };
  const here = new Set((await (await caches.open(ours)).keys()).map(({ url }) => url));
  const all = Object.keys({ ...language.pages, ...language.files, ...core, ...runtime, ...pocket });
  return { kept: here.has(choice(lang)) && all.every((place) => here.has(root + place)) };
}

/**
 * @param {string} lang
 * @param {(share: number) => void} report
 */
async function keepLanguage(lang, report) {
  const pages = Object.entries(languages[lang]?.pages ?? {});
  const wanted = { ...core, ...ofLanguages([lang]), ...runtime, ...pocket };
  let [done, total] = [0, 0];
  for (const [, bytes] of [...Object.values(wanted), ...pages.map(([, page]) => page)]) total += bytes;
  /** @param {number} bytes */
  const count = (bytes) => report((done += bytes) / total);
  await inLanes(pages, async ([place, [, bytes]]) => {
    await keepPage(place);
    count(bytes);
  });
  await keep(wanted, count);
  await (await caches.open(ours)).put(choice(lang), new Response());
}

/**
 * Removes a language's pages, and the runtime and the pocket table unless another language is kept with it.
 * @param {string} lang
 */
async function removeLanguage(lang) {
  const cache = await caches.open(ours);
  await cache.delete(choice(lang));
  const others = await Promise.all(Object.keys(languages).map((other) => cache.match(choice(other))));
  const gone = { ...languages[lang]?.pages, ...languages[lang]?.files, ...(!others.some(Boolean) && { ...runtime, ...pocket }) };
  await Promise.all(Object.keys(gone).map((place) => cache.delete(root + place)));
}
