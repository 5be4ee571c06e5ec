// A method call of the engine's door as a promise. All boards of a page share one worker: it starts with the first call,
// and is started anew when it breaks, which loses nothing, as every request carries its whole record.

/** @import {Answer, Boot, BootFailure, BootLine, DoorError, Results} from "./contract.d.ts" */

/** A call that killed its worker this often is not asked again. */
const TRIES = 2;

/** The engine answered with an error; `code` is the key of a sentence in `words.errors`. */
export class CallError extends Error {
  /** @param {DoorError} error */
  constructor({ code, details }) {
    super(code);
    this.code = code;
    this.details = details ?? {};
  }
}

/** The engine could not be started at all. */
export class BootError extends Error {
  /** @param {BootFailure} failure */
  constructor(failure) {
    super(failure);
    this.failure = failure;
  }
}

/**
 * @typedef {object} Call
 * @property {string} line what is sent
 * @property {number} tries
 * @property {(result: any) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {((progress: unknown) => void) | undefined} progress
 */

/** @type {Map<number, Call>} */
const calls = new Map();

/** @type {Set<(boot: Boot) => void>} */
const listeners = new Set();

/** @type {Worker | null} */
let worker = null;

/** @type {Boot} */
let boot = { stage: "idle" };

let lastId = 0;

/**
 * Calls a method of the door. An aborted call is asked to stop and still answers, with what it has found so far.
 * @template {keyof Results} M
 * @param {M} method
 * @param {object} params
 * @param {{progress?: (progress: unknown) => void, signal?: AbortSignal}} [options]
 * @returns {Promise<Results[M]>}
 */
export function call(method, params, { progress, signal } = {}) {
  const id = ++lastId;
  const line = JSON.stringify({ id, method, params });
  return new Promise((resolve, reject) => {
    calls.set(id, { line, tries: 0, resolve, reject, progress });
    signal?.addEventListener("abort", () => stop(id), { once: true });
    if (worker) worker.postMessage(line);
    else start();
  });
}

/** Starts the engine before anyone asks it. */
export function prepare() {
  if (!worker && boot.stage === "idle") start();
}

/**
 * Tells how far the engine's start has come, now and whenever that changes.
 * @param {(boot: Boot) => void} listener
 * @param {AbortSignal} signal ends the telling
 */
export function onBoot(listener, signal) {
  listeners.add(listener);
  signal.addEventListener("abort", () => listeners.delete(listener), { once: true });
  listener(boot);
}

/** @param {number} id */
function stop(id) {
  if (calls.has(id)) worker?.postMessage(JSON.stringify({ id: ++lastId, method: "stop", params: { id } }));
}

/** Starts a worker and gives it every call that waits; it answers them once the engine is up. */
function start() {
  const name = boot.stage === "failed" ? "retry" : "";
  tell({ stage: "loading", loaded: 0, total: 0 });
  let begun;
  try {
    begun = new Worker(new URL("worker.mjs", import.meta.url), { type: "module", name });
  } catch {
    // A page's security policy can forbid workers. Failing later lets the caller get its promise first.
    queueMicrotask(() => fail("worker"));
    return;
  }
  worker = begun;
  begun.addEventListener("message", (event) => begun === worker && receive(event.data));
  begun.addEventListener("error", (event) => {
    event.preventDefault();
    if (begun === worker) crash();
  });
  for (const { line } of calls.values()) begun.postMessage(line);
}

/** @param {unknown} line */
function receive(line) {
  /** @type {Answer | BootLine} */
  const message = JSON.parse(String(line));
  if ("boot" in message) return receiveBoot(message);
  const waiting = calls.get(message.id);
  if (!waiting) return;
  if ("progress" in message) return waiting.progress?.(message.progress);
  calls.delete(message.id);
  if (message.error) waiting.reject(new CallError(message.error));
  else waiting.resolve(message.result);
}

/** @param {BootLine} line */
function receiveBoot({ boot: news }) {
  if (news === "ready") tell({ stage: "ready" });
  else if ("error" in news) fail(news.error);
  else tell({ stage: "loading", ...news });
}

/** The worker died. While it was starting, its script could not be had; later, some call was too much for it. */
function crash() {
  if (boot.stage !== "ready") return fail("worker");
  drop();
  for (const [id, waiting] of calls) {
    if (++waiting.tries < TRIES) continue;
    calls.delete(id);
    waiting.reject(new BootError("start"));
  }
  if (calls.size) start();
  else tell({ stage: "idle" });
}

/**
 * Nothing can be answered. The next call tries again from the beginning.
 * @param {BootFailure} failure
 */
function fail(failure) {
  drop();
  tell({ stage: "failed", failure });
  for (const { reject } of calls.values()) reject(new BootError(failure));
  calls.clear();
}

function drop() {
  worker?.terminate();
  worker = null;
}

/** @param {Boot} news */
function tell(news) {
  boot = news;
  for (const listener of listeners) listener(boot);
}
