// The window of the games that are saved in this browser: to open, rename, delete, give as a file or take from one.

import { actButton, giveFile, openDialog } from "./dialog.mjs";
import { fileName } from "./share.mjs";
import { element } from "./stage.mjs";
import { fromFile, toFile } from "./storage.mjs";
import { own } from "./words.mjs";

/** @import {Memory} from "./memory.mjs" */
/** @import {Entry, Games, Kept} from "./storage.mjs" */

/** @param {Memory} memory */
export async function openSaved(memory) {
  const games = await memory.games();
  const { voice } = memory.play;
  const { body, close } = await openDialog(voice.say("link_saved"), voice.say("link_close"));
  new SavedGames(memory, games, body, close).draw();
}

class SavedGames {
  /**
   * @param {Memory} memory
   * @param {Games} games
   * @param {HTMLElement} body
   * @param {() => void} close
   */
  constructor(memory, games, body, close) {
    this.memory = memory;
    this.games = games;
    this.close = close;
    this.voice = memory.play.voice;
    this.intro = element("p", "banmen-note");
    this.list = element("ul", "banmen-games");
    this.news = element("p", "banmen-news", { role: "status" });
    const file = element("input", "", { type: "file", accept: ".json,application/json", multiple: "", hidden: "" });
    file.addEventListener("change", async () => {
      await this.#import([...(file.files ?? [])]);
      file.value = "";
    });
    this.all = actButton(this.voice.say("link_all"), () => this.#try(() => giveFile(fileName("banmen"), toFile(this.#readable()))));
    const acts = element("div", "banmen-acts");
    const keep = actButton(this.voice.say("link_keep"), () => this.#try(() => this.games.save(memory.kept), true));
    acts.append(keep, actButton(this.voice.say("link_import"), () => file.click()), this.all, file);
    body.append(this.intro, this.list, acts, this.news);
  }

  draw() {
    this.#try(() => {
      const entries = this.games.saved();
      this.intro.textContent = this.voice.say(entries.length ? "link_saved_intro" : "link_none");
      this.list.replaceChildren(...entries.map((entry) => this.#row(entry)));
      this.all.hidden = this.#readable().length < 2;
    });
  }

  #readable() {
    return this.games.saved().flatMap(({ kept }) => (kept ? [kept] : []));
  }

  /** @param {Entry} entry */
  #row(entry) {
    const { voice, games } = this;
    const { id, kept, raw } = entry;
    const row = element("li");
    const about = element("span", "banmen-note");
    const acts = element("div", "banmen-acts");
    if (kept) {
      about.textContent = this.#about(kept);
      const name = element("input", "banmen-field", { "aria-label": voice.say("link_name"), placeholder: voice.say("link_name"), maxlength: "120" });
      name.value = kept.name ?? "";
      name.addEventListener("change", () => this.#try(() => games.rename(id, name.value)));
      row.append(name);
      acts.append(
        actButton(voice.say("link_open"), () => this.#open(kept)),
        actButton(voice.say("link_file"), () => giveFile(fileName(kept.record.game), toFile([{ ...kept, name: name.value }]))),
      );
    } else {
      about.textContent = voice.say("link_unreadable");
      acts.append(actButton(voice.say("link_file"), () => giveFile(fileName("banmen"), raw)));
    }
    acts.append(actButton(voice.say("link_delete"), () => this.#delete(id, row)));
    row.append(about, acts);
    return row;
  }

  /** @param {Kept} kept */
  #about({ record, at }) {
    const { words } = this.voice;
    const date = new Intl.DateTimeFormat(words.lang, { dateStyle: "medium", timeStyle: "short" }).format(at);
    return this.voice.say("link_about", { text: own(words.games, record.game) ?? record.game, n: record.moves?.length ?? 0, date });
  }

  /**
   * The entry is gone at once, and comes back from where it stood if that was a mistake.
   * @param {string} id
   * @param {HTMLElement} row
   */
  #delete(id, row) {
    this.#try(() => {
      const entry = this.games.entry(id); // it may have another name by now
      if (!entry) return row.remove();
      this.games.delete(id);
      const text = element("span");
      text.textContent = this.voice.say("link_deleted", { text: entry.kept?.name || (entry.kept ? this.#about(entry.kept) : "…") });
      const undo = actButton(this.voice.say("link_undo"), () =>
        this.#try(() => {
          this.games.restore(entry);
          const again = this.#row(entry);
          row.replaceWith(again);
          again.querySelector("button")?.focus();
        }),
      );
      row.replaceChildren(text, undo);
      undo.focus();
    });
  }

  /** @param {Kept} kept */
  async #open(kept) {
    const { memory } = this;
    if (kept.record.game === memory.play.config.record.game) {
      this.close();
      await memory.openKept(kept);
      return;
    }
    const { pack } = await import("./link.mjs");
    location.href = `${memory.addressOf(kept.page)}#g=${await pack(kept)}`;
  }

  /** @param {File[]} files */
  async #import(files) {
    let n = 0;
    for (const file of files) {
      try {
        // What is too large is not even read.
        const text = file.size > 4_000_000 ? "" : await file.text();
        const read = fromFile(text, this.memory.page);
        for (const kept of read) this.games.save({ ...kept, name: kept.name || file.name.replace(/\.json$/i, "") });
        n += read.length;
      } catch (error) {
        this.draw();
        return this.#tell(this.memory.excuse(error), "error");
      }
    }
    this.draw();
    this.#tell(this.voice.say("link_imported", { n }));
  }

  /**
   * @param {() => void} act
   * @param {boolean} [isChange] whether the list is another one afterwards
   */
  #try(act, isChange = false) {
    try {
      act();
      if (isChange) this.draw();
    } catch (error) {
      this.#tell(this.memory.excuse(error), "error");
    }
  }

  /** @param {string} text @param {string} [kind] */
  #tell(text, kind = "news") {
    this.news.textContent = text;
    this.news.dataset.kind = kind;
  }
}
