// The page's formatter against the fixture that it shares with banmen_mkdocs/words.py,
// and every word the page asks for against every language there is.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

import { format } from "../overrides/assets/banmen/words.mjs";

const assets = new URL("../overrides/assets/banmen/", import.meta.url);
const read = (/** @type {string | URL} */ url) => readFileSync(url, "utf8");
const { words, cases, errors } = JSON.parse(read(new URL("words_cases.json", import.meta.url)));

for (const { lang, template, args, expected } of cases) {
  test(`${lang}: ${template} ${JSON.stringify(args)}`, () => assert.equal(format(words[lang], template, args), expected));
}

for (const { lang, template, args, placeholder } of errors) {
  test(`${lang}: ${template} ${JSON.stringify(args)} is an error`, () => {
    assert.throws(() => format(words[lang], template, args), (/** @type {Error} */ { message }) => message.includes(placeholder));
  });
}

// One letter names a color, not words.
const asked = new Set(
  readdirSync(assets)
    .filter((name) => name.endsWith(".mjs"))
    .flatMap((name) => [...read(new URL(name, assets)).matchAll(/\b(?:say|said|label)\(\s*"([a-z_]{2,})"/g)])
    .map((match) => match[1]),
);

for (const name of readdirSync(new URL("words/", assets))) {
  test(`${name} has the words that the page asks for`, () => {
    const { ui } = JSON.parse(read(new URL(`words/${name}`, assets)));
    assert.deepEqual([...asked].filter((key) => typeof ui[key] !== "string"), []);
  });
}
