/* The home page in the site's first language asks nobody to change: it says once, in the reader's own language, that the
   page exists in it. Never a redirect; a bar that is closed stays closed. */

const CLOSED = "banmen suggestion closed";

/** The first of the reader's languages that the site has, null if that is the page's own.
 * @param {readonly string[]} wanted
 * @param {string} own
 * @param {string[]} offered */
function better(wanted, own, offered) {
  for (const language of wanted) {
    const [base = ""] = language.toLowerCase().split("-");
    if (base === own) return null;
    if (offered.includes(base)) return base;
  }
  return null;
}

/** @returns {boolean} */
function isClosed() {
  try {
    return localStorage.getItem(CLOSED) !== null;
  } catch {
    return false;
  }
}

function remember() {
  try {
    localStorage.setItem(CLOSED, "1");
  } catch {
    // It is asked again then.
  }
}

const bars = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".site-suggest")]);
const language = better(navigator.languages, document.documentElement.lang, bars.map(({ lang }) => lang));
const bar = bars.find(({ lang }) => lang === language);
if (bar && !isClosed()) {
  bar.hidden = false;
  bar.querySelector("button")?.addEventListener("click", () => {
    remember();
    bar.hidden = true;
  });
}
