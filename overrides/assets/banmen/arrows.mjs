// A reader's own arrows and marks: drawn with the right mouse button, gone with the next left click.

/** @import {Stage} from "./stage.mjs" */

const SVG = "http://www.w3.org/2000/svg";

/** Told apart by their lines and shapes, not by colour alone. */
const STYLES = ["plain", "dashed", "dotted"];

export class Arrows {
  /** @type {Map<string, {from: string, to: string, style: string}>} */
  #drawn = new Map();

  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.layer = document.createElementNS(SVG, "svg");
    this.layer.setAttribute("class", "banmen-arrows");
    this.layer.setAttribute("viewBox", stage.picture.getAttribute("viewBox") ?? "");
    this.layer.setAttribute("aria-hidden", "true");
    stage.frame.append(this.layer);
    /** @type {string | null} */
    let from = null;
    stage.frame.addEventListener("pointerdown", (event) => {
      if (event.button === 0) this.#clear();
      from = event.button === 2 && event.pointerType === "mouse" ? squareAt(event) : null;
    });
    stage.frame.addEventListener("pointerup", (event) => {
      const to = squareAt(event);
      if (event.button === 2 && from && to) this.#toggle(from, to, STYLES[event.altKey ? 2 : event.shiftKey ? 1 : 0] ?? "");
      from = null;
    });
    stage.frame.addEventListener("contextmenu", (event) => {
      if (squareAt(event)) event.preventDefault();
    });
  }

  /**
   * @param {string} from
   * @param {string} to
   * @param {string} style
   */
  #toggle(from, to, style) {
    const key = from + to;
    if (this.#drawn.get(key)?.style === style) this.#drawn.delete(key);
    else this.#drawn.set(key, { from, to, style });
    this.draw();
  }

  #clear() {
    if (!this.#drawn.size) return;
    this.#drawn.clear();
    this.draw();
  }

  draw() {
    this.layer.replaceChildren(...[...this.#drawn.values()].map(({ from, to, style }) => this.#shape(from, to, style)));
  }

  /**
   * @param {string} from
   * @param {string} to
   * @param {string} style
   */
  #shape(from, to, style) {
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", `banmen-arrow banmen-arrow-${style}`);
    const add = (/** @type {string} */ d) => group.appendChild(document.createElementNS(SVG, "path")).setAttribute("d", d);
    const [x, y] = this.#center(from);
    if (from === to) {
      add(MARKS[style]?.(x, y) ?? "");
      return group;
    }
    const [u, v] = this.#center(to);
    const length = Math.hypot(u - x, v - y);
    const [dx, dy] = [(u - x) / length, (v - y) / length];
    const corner = (/** @type {number} */ back, /** @type {number} */ side) => `${u - back * dx - side * dy} ${v - back * dy + side * dx}`;
    add(`M${x + 20 * dx} ${y + 20 * dy}L${u - 8 * dx} ${v - 8 * dy}`);
    add(`M${corner(34, -24)}L${u} ${v}L${corner(34, 24)}`);
    return group;
  }

  /** The middle of a square, in units of the picture. @param {string} name @returns {[number, number]} */
  #center(name) {
    const { squares, files } = this.stage;
    const index = squares.findIndex((square) => square.dataset.square === name);
    return [70 + 100 * (index % files), 205 + 110 * Math.floor(index / files)];
  }
}

/** @type {Record<string, (x: number, y: number) => string>} */
const MARKS = {
  plain: (x, y) => `M${x - 42} ${y}a42 42 0 1 0 84 0a42 42 0 1 0 -84 0`,
  dashed: (x, y) => `M${x - 42} ${y - 46}h84v92h-84z`,
  dotted: (x, y) => `M${x} ${y - 48}l44 48l-44 48l-44 -48z`,
};

/** @param {MouseEvent} event */
function squareAt({ clientX, clientY }) {
  const square = document.elementFromPoint(clientX, clientY)?.closest("[data-square]");
  return /** @type {HTMLElement | null | undefined} */ (square)?.dataset.square ?? null;
}
