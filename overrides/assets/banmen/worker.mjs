// Holds the engine: starts Pyodide, then passes text. Every message is a request of the door, every line that the door
// yields is a message back. Requests take turns, a slice each, so that a short one (a view, a stop) never waits for a long one.

import runtime from "./runtime.mjs";
import { forget, keep, kept } from "./snapshot.mjs";

/** @import {BootFailure, BootLine, Runtime} from "./contract.d.ts" */
/** @import {PyodideAPI} from "pyodide" */

/** @typedef {IterableIterator<string | null> & {destroy(): void}} Lines what the door yields; empty where only a slice ends */
/** @typedef {{start(text: string): Lines}} Door */

/** Progress is told at most this often, in milliseconds. */
const TELL_EVERY = 80;

/** A line that lets a small file wait for this many milliseconds is a slow one. */
const SLOW = 60;

/** Where the engine's wheel lies in Pyodide's file system. */
const ENGINE = "/banmen.whl";

/** Milliseconds after the start at which the engine's memory is written to the browser's storage. */
const KEEP_AFTER = 2000;

/** After a failed start nothing is trusted that the browser has kept: it may be what failed. */
const isRetry = self.name === "retry";

/** @type {string[]} */
const waiting = [];

/** @type {Lines[]} */
const running = [];

/** @type {Door | null} */
let door = null;
let serving = false;

class StartError extends Error {
  /** @param {BootFailure} failure @param {unknown} cause */
  constructor(failure, cause) {
    super(`${failure}: ${cause}`);
    this.failure = failure;
  }
}

addEventListener("message", (event) => {
  waiting.push(event.data);
  serve().catch(die);
});

boot().then(
  (started) => {
    door = started;
    tell({ boot: "ready" });
    return serve().catch(die);
  },
  (error) => {
    console.error(error);
    tell({ boot: { error: error instanceof StartError ? error.failure : "start" } });
  },
);

/** Gives every request a slice in turn until all are answered. */
async function serve() {
  if (!door || serving) return;
  serving = true;
  while (waiting.length || running.length) {
    for (const text of waiting.splice(0)) running.push(door.start(text));
    for (const lines of running.splice(0)) {
      const { done, value } = lines.next();
      if (value && !done) postMessage(value);
      if (done) lines.destroy();
      else running.push(lines);
    }
    if (running.length) await nextTask();
  }
  serving = false;
}

/**
 * The door answers everything, so that an exception means a broken engine: the page is told by the worker's own error.
 * @param {unknown} error
 */
function die(error) {
  setTimeout(() => {
    throw error;
  });
}

/** Lets messages in. Timers would cost 4 ms a slice. */
function nextTask() {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(null);
  });
}

/** @returns {Promise<Door>} */
async function boot() {
  if (typeof WebAssembly !== "object") throw new StartError("wasm", "no WebAssembly");
  if (!runtime) throw new StartError("none", "this site goes without");
  const { bytes = 0 } = runtime;
  const broken = new Promise((_, reject) => watchDownloads(bytes, isSlow(), reject));
  const index = new URL(runtime.index, import.meta.url).href;
  return Promise.race([compileEarly(index), startDoor(runtime, index), broken]);
}

/** Judged by the last small file that came. A browser that does not tell how long it took gets the bar that is surely right. */
function isSlow() {
  const [told] = performance.getEntriesByName(new URL("runtime.mjs", import.meta.url).href);
  return !told || told.duration > SLOW;
}

/**
 * Compiles while the memory is still being read; Pyodide, which asks later, finds it done. Hosts that do not know the type of
 * WebAssembly are put up with.
 * @param {string} index
 * @returns {Promise<never>} rejects if it cannot be done
 */
function compileEarly(index) {
  const { fetch } = globalThis;
  const address = `${index}pyodide.asm.wasm`;
  const whole = async () => WebAssembly.compile(await (await fetch(address)).arrayBuffer());
  const compiled = WebAssembly.compileStreaming(fetch(address)).catch(whole);
  globalThis.fetch = async (wanted, options) => (String(wanted) === address ? new Response() : fetch(wanted, options));
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await compiled;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  return new Promise((_, reject) => compiled.catch((cause) => reject(new StartError("download", cause))));
}

/**
 * @param {Runtime} runtime
 * @param {string} index
 * @returns {Promise<Door>}
 */
async function startDoor({ wheel, integrity, stdlib }, index) {
  const place = { indexURL: index, stdLibURL: new URL(stdlib, index).href };
  const loading = import(`${index}pyodide.mjs`).catch(failed);
  import(`${index}pyodide.asm.mjs`).catch(console.warn); // which the one above imports only when it has all else
  const fetching = download(new URL(wheel, index), { integrity }).then((response) => response.arrayBuffer());
  const found = isRetry ? null : await kept(index);
  const { loadPyodide } = await loading;
  const begun = found && (await loadPyodide({ ...place, _loadSnapshot: found.memory }).catch(forget));
  const resumed = begun && ((await found.isSound) ? begun : await forget("the memory was changed"));
  /** @type {PyodideAPI} */
  const pyodide = resumed || (await loadPyodide({ ...place, _makeSnapshot: true }));
  // Files are not part of the memory. Python imports from the archive itself, which is sooner done than unpacking it.
  pyodide.FS.writeFile(ENGINE, new Uint8Array(await fetching));
  if (!resumed) {
    pyodide.runPython(`import random, sys; sys.path.insert(0, "${ENGINE}"); import banmen.door; banmen.games.games()`);
    // The reader first: what this page's answers need the next page's need too. Handed over as text, for a memory can be
    // taken only while the page holds nothing of it; it is written when the reader has been served.
    for (const line of waiting.splice(0)) {
      if (isView(line)) postMessage(pyodide.runPython(`banmen.door.handle(${JSON.stringify(line)})`));
      else waiting.push(line);
    }
    const taken = pyodide.makeMemorySnapshot();
    setTimeout(() => keep(index, taken), KEEP_AFTER);
  } else {
    // Chance was drawn before the memory was kept and would repeat itself at every start; os.urandom asks `crypto`.
    pyodide.runPython("random.seed()");
  }
  return pyodide.pyimport("banmen.door");
}

/** @param {string} line whether it asks for a view, which is one short line */
function isView(line) {
  return JSON.parse(line).method === "view";
}

/** @param {URL | string} url @param {RequestInit} [options] */
async function download(url, options) {
  const response = await fetch(url, options).catch(failed);
  if (!response.ok) failed(`${response.status} ${url}`);
  return response;
}

/**
 * @param {unknown} cause
 * @returns {never}
 */
function failed(cause) {
  throw new StartError("download", cause);
}

/**
 * Counts the bytes of all that is fetched from here on, Pyodide's own files included, and reports what cannot be had:
 * Pyodide itself only logs that and then waits for ever.
 * @param {number} total
 * @param {boolean} isSlow whether to count parts of files as they come: they then pass through this thread, which costs a
 *   start on a fast line, where the bar is hardly seen, a fifth of its time
 * @param {(error: StartError) => void} report
 */
function watchDownloads(total, isSlow, report) {
  let loaded = 0;
  let told = 0;
  /** @param {number} bytes */
  function add(bytes) {
    loaded += bytes;
    if (door) return; // the news of a file may come when the engine is up already
    if (loaded < total && performance.now() - told < TELL_EVERY) return;
    told = performance.now();
    tell({ boot: { loaded, total } });
  }

  /** @param {Response} response */
  async function follow({ body }) {
    const reader = body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) add(part.value.byteLength);
  }

  if (!isSlow) {
    new PerformanceObserver((list) => {
      const files = /** @type {PerformanceResourceTiming[]} */ (list.getEntriesByType("resource"));
      for (const file of files) if (file.initiatorType === "fetch") add(file.decodedBodySize);
    }).observe({ type: "resource" });
  }

  /**
   * @template T
   * @param {Promise<T>} promise
   */
  const watched = (promise) =>
    promise.catch((cause) => {
      report(new StartError("download", cause));
      throw cause;
    });

  const { fetch } = globalThis;
  globalThis.fetch = async (address, options) => {
    const response = await watched(fetch(address, isRetry ? { ...options, cache: "reload" } : options));
    if (!response.ok) report(new StartError("download", `${response.status} ${response.url}`));
    // A copy is counted, not the original: browsers keep compiled WebAssembly only for a response as it came.
    else if (isSlow) follow(response.clone()).catch(console.warn);
    const whole = response.arrayBuffer.bind(response);
    response.arrayBuffer = () => watched(whole());
    return response;
  };
}

/** @param {BootLine} line */
function tell(line) {
  postMessage(JSON.stringify(line));
}
