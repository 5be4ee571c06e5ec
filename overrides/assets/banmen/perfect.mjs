// The perfect player's move: from the solved table, which is fetched in small parts and knows how many moves everything takes;
// where that cannot be had, from the pocket table, one file that is kept with the pages that are wanted without a network.

import { CallError, call } from "./client.mjs";
import { TableError, base64, fetched, verdictOn } from "./solved.mjs";

/** @import {GameRecord} from "./contract.d.ts" */
/** @import {Play} from "./play.mjs" */

/** Bytes that are handed over at a time: the door takes a million characters. */
const PART = 600_000;

/** A table that could not be had is not asked for again for this long, in milliseconds, if the other one has answered. */
const REST = 60_000;

/** Longer than this the large table is not waited for where the other one is at hand, in milliseconds. */
const PATIENCE = 4000;

let restsUntil = 0;
let isHandedOver = false;

/**
 * A move that keeps what the position is worth; throws a TableError where neither table can be had.
 * @param {Play} play
 * @param {GameRecord} record
 * @returns {Promise<string | undefined>}
 */
export async function perfectMove({ config }, record) {
  const pocket = config.solved?.pocket;
  const isThere = config.solved?.table && navigator.onLine && Date.now() >= restsUntil;
  if (isThere || !pocket) {
    try {
      const isSure = pocket && (await isAtHand(pocket.file));
      const { moves } = await verdictOn({ config }, record, isSure ? AbortSignal.timeout(PATIENCE) : undefined);
      return moves[0]?.usi;
    } catch (error) {
      // A damaged part is no better than none; whatever else the engine says, it would say again.
      const isTable = error instanceof TableError || (error instanceof CallError && error.code === "oracle.block");
      if (!pocket || !isTable) throw error;
    }
  }
  const move = await pocketMove(pocket, record);
  if (isThere) restsUntil = Date.now() + REST;
  return move;
}

/** Whether a table comes without a network. @param {string} file */
async function isAtHand(file) {
  if (isHandedOver || !("caches" in window)) return isHandedOver;
  return Boolean(await caches.match(new URL(file, document.baseURI).href).catch(() => undefined));
}

/**
 * The engine keeps the table: only its first answer, and the first after a new start, needs the file.
 * @param {{file: string, sha256: string}} pocket
 * @param {GameRecord} record
 */
async function pocketMove({ file, sha256 }, record) {
  /** @type {Blob | null} */
  let table = null;
  let found = await call("pocket", { record, pocket: sha256 });
  while ("need" in found) {
    table ??= await fetched(file);
    const part = await base64(table.slice(found.need, found.need + PART));
    found = await call("pocket", { record, pocket: sha256, from: found.need, part });
  }
  isHandedOver = true;
  return found.move;
}
