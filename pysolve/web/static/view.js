// What is seen of the board: the picture in its frame, and the selection on it.
import { areaOf, layout } from "./drawing.js";
import { element } from "./elements.js";
import { key, path } from "./geometry.js";
import { drawPicture, toElement } from "./picture.js";

export class View {
  svg = null;
  sizes = null;
  outline = null; // of the selected place
  /** @type {number | null} */
  scheduled = null;

  constructor(frame) {
    this.frame = frame;
  }

  /** Draws what scene() returns ({picture, look} and drawCursor's): at once, or before the next frame of the screen. */
  draw(scene, later = false) {
    if (later) this.scheduled ??= requestAnimationFrame(() => this.drawNow(scene()));
    else this.drawNow(scene());
  }

  /** Whether something waits to be drawn. */
  get waits() {
    return this.scheduled !== null;
  }

  drawNow({ picture, look, cursor, selected, lines }) {
    cancelAnimationFrame(this.scheduled);
    this.scheduled = null;
    this.sizes = layout(picture, look.room);
    const svg = drawPicture(picture, look);
    svg.setAttribute("aria-hidden", "true"); // what stands where is announced, place by place
    this.frame.setAttribute("aria-label", look.title);
    if (this.svg) this.svg.replaceWith(svg);
    else this.frame.prepend(svg);
    this.svg = svg;
    this.drawCursor({ cursor, selected, lines });
  }

  /** Draws the selection alone. cursor: the place; selected: all that are; lines: the answer consists of lines. */
  drawCursor({ cursor, selected, lines }) {
    if (!this.svg || !cursor) return;
    const focused = document.activeElement === this.frame;
    const chosen = selected.map((place) => path(areaOf(place, this.sizes), true)).join("");
    // Lines, and crosses between cells, are not to be covered.
    const outline = { d: path(areaOf(cursor, this.sizes, lines ? 0.76 : 0.86), true), fill: "none", "stroke-linejoin": "round" };
    const group = toElement(element("g", { class: `board-cursor${focused ? " focused" : ""}`, "data-cursor": key(cursor) }, [
      ...(selected.length > 1 ? [element("path", { d: chosen, class: "chosen" })] : []),
      element("path", { ...outline, class: "cursor-ground" }), element("path", { ...outline, class: "cursor" }),
    ]));
    this.svg.querySelector(".board-cursor")?.remove();
    const marks = this.svg.querySelector(".board-marks"); // texts stand over it: a total in a corner is to be read
    marks.insertBefore(group, [...marks.children].find((each) => each.localName === "text" || each.querySelector("text")) ?? null);
    this.outline = group.querySelector(".cursor");
  }

  /** Where a place is on the screen. */
  boxOf(place) {
    const [box, { width, origin }] = [this.svg.getBoundingClientRect(), this.sizes];
    const scale = box.width / width;
    const [xs, ys] = [0, 1].map((axis) => areaOf(place, this.sizes).map((point) => (origin[axis] + point[axis]) * scale));
    const [left, top] = [box.left + Math.min(...xs), box.top + Math.min(...ys)];
    return new DOMRect(left, top, Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  }

  /** Scrolls until the selected place is seen. */
  show() {
    this.outline?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}
