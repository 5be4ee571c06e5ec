// The engine's memory as it stands right after its first start, kept in the browser, so that the next page starts from there
// without importing anything. Made and read only by the worker. It is named by the runtime's folder, whose name is made of
// its content, so that another release never finds it; and it is a convenience: whatever goes wrong, the engine starts anew.

/** Not of the service worker's names, which it clears by itself. */
const CACHE = "memory of the engine";
const SUM = "x-sha256";

/**
 * The memory kept for this runtime, null if there is none.
 * @param {string} index address of the runtime's folder
 * @returns {Promise<{memory: Uint8Array<ArrayBuffer>, isSound: Promise<boolean>} | null>} whether it is as it was written takes
 *   a while to tell, in which it can be begun with
 */
export async function kept(index) {
  try {
    const found = await (await caches.open(CACHE)).match(index);
    if (!found) return null;
    const memory = new Uint8Array(await found.arrayBuffer());
    return { memory, isSound: sum(memory).then((is) => is === found.headers.get(SUM)) };
  } catch (error) {
    return forget(error);
  }
}

/**
 * Keeps a memory, and only this one.
 * @param {string} index
 * @param {Uint8Array} memory
 */
export async function keep(index, memory) {
  const bytes = new Uint8Array(memory);
  try {
    await forget();
    await (await caches.open(CACHE)).put(index, new Response(bytes, { headers: { [SUM]: await sum(bytes) } }));
  } catch (error) {
    // A full or forbidden storage: the next page starts the engine as this one did.
    console.warn(error);
  }
}

/**
 * Does nothing where a browser has no such storage.
 * @param {unknown} [reason]
 * @returns {Promise<null>}
 */
export async function forget(reason) {
  if (reason) console.warn(reason);
  if ("caches" in globalThis) await caches.delete(CACHE).catch(console.warn);
  return null;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function sum(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
