// QR codes against those of python-qrcode 8, an encoder of others, for the same text and mask.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";

import { qrRows } from "../overrides/assets/banmen/qr.mjs";

const text = (/** @type {number} */ n) => Array.from({ length: n }, (_, i) => "abcXYZ0189-_"[(i * 7 + n) % 12]).join("");

/** Length of the text, size of the code, and what its rows of 0 and 1 hash to. @type {[number, number, string][]} */
const CODES = [
  [1, 21, "e921340847c19a22"],
  [20, 25, "66c3c064053b5a9c"],
  [100, 37, "e8f70556b9de1c79"],
  [200, 53, "6df9f4c1903c5772"],
  [300, 61, "8f926b5a7e34eae2"],
  [425, 69, "04a0df075e20e84b"],
  [700, 89, "ca2db9042b909a26"],
  [1273, 117, "85aabd906e101945"],
];

for (const [n, size, hash] of CODES) {
  test(`${n} characters`, () => {
    const rows = qrRows(text(n)) ?? [];
    assert.equal(rows.length, size);
    const written = rows.map((row) => row.map(Number).join("")).join("\n");
    assert.equal(createHash("sha256").update(written).digest("hex").slice(0, 16), hash);
  });
}

test("a text is too long for a camera", () => assert.equal(qrRows(text(1274)), null));
