// The page's language: loads words/<lang>.json and fills its sentences.
// banmen_mkdocs/words.py does the same at build time; tests/words_cases.json holds both to it.

/** @import {Arg, Args, Words} from "./contract.d.ts" */

const FALLBACK = "en";
const PLACEHOLDER = /\{([a-z_]+)(?:\.([a-z_]+))?\}/g;

/** What a person typed is never a word of ours, even when it happens to spell one. */
const VERBATIM = "text";

/** @type {Map<string, Promise<Words>>} */
const loading = new Map();

/**
 * The words of a language ("sv" or "sv-SE"), English where there are none.
 * @param {string} language
 * @returns {Promise<Words>}
 */
export function load(language) {
  const lang = language.toLowerCase().split("-")[0] || FALLBACK;
  const known = loading.get(lang);
  if (known) return known;
  const words = fetchWords(lang).catch((error) => {
    loading.delete(lang);
    if (lang === FALLBACK) throw error;
    return load(FALLBACK);
  });
  loading.set(lang, words);
  return words;
}

/**
 * @param {string} lang
 * @returns {Promise<Words>}
 */
async function fetchWords(lang) {
  const response = await fetch(new URL(`words/${encodeURIComponent(lang)}.json`, import.meta.url));
  if (!response.ok) throw new Error(`no words for ${lang}: ${response.status}`);
  return response.json();
}

/** What stands before the first word of a further sentence. */
const SENTENCE_END = /[.!?]\s+$/;

/**
 * Fills a template and makes sentences of it: each begins with a capital letter.
 * @param {Pick<Words, "list" | "pieces" | "genders" | "colors">} words
 * @param {string} template
 * @param {Args} [args]
 */
export function format(words, template, args) {
  return capitalized(fill(words, template, args));
}

/**
 * Fills a template that goes into another one.
 * @param {Pick<Words, "list" | "pieces" | "genders" | "colors">} words
 * @param {string} template
 * @param {Args} [args]
 */
export function fill(words, template, args = {}) {
  return template.replace(PLACEHOLDER, (placeholder, name, form, offset) => {
    const value = Object.hasOwn(args, name) ? args[name] : null;
    if (value === null || value === undefined) throw new Error(`${placeholder} has no value in “${template}”`);
    const spelled = name === VERBATIM ? literal(String(value), form) : spell(words, value, form);
    if (spelled === undefined) throw new Error(`${placeholder} has no such form in “${template}”`);
    return name !== VERBATIM && SENTENCE_END.test(template.slice(0, offset)) ? capitalized(spelled) : spelled;
  });
}

/** @param {string} text */
function capitalized(text) {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}

/**
 * @param {Pick<Words, "list" | "pieces" | "genders" | "colors">} words
 * @param {NonNullable<Arg>} value
 * @param {string | undefined} form
 * @returns {string | undefined}
 */
function spell(words, value, form) {
  if (Array.isArray(value)) {
    const items = value.map((item) => spell(words, item, form));
    return items.includes(undefined) ? undefined : join(words, /** @type {string[]} */ (items));
  }
  const key = String(value);
  const piece = own(words.pieces, key);
  if (piece) return own(piece, form ?? "name") ?? own(own(words.genders, piece.gender ?? "") ?? {}, form ?? "name");
  const color = own(words.colors, key);
  if (color) return own(color, form ?? "name");
  return literal(key, form);
}

/**
 * @param {string} text
 * @param {string | undefined} form
 */
function literal(text, form) {
  return form ? undefined : text;
}

/**
 * @param {Pick<Words, "list">} words
 * @param {string[]} items
 */
function join({ list }, items) {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : items.slice(0, -1).join(list.between) + list.last + last;
}

/**
 * Looks a key up without finding what every object inherits.
 * @template T
 * @param {Record<string, T>} table
 * @param {string} key
 * @returns {T | undefined}
 */
export function own(table, key) {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
