// Pictures (docs/service.md, 'Pictures') as SVG: elements of the page, in the colours of its style, or a file's text.
import { drawLayers, layout } from "./drawing.js";
import { element, printable } from "./elements.js";
import { cosmeticMarks } from "./cosmetics.js";
import { number } from "./geometry.js";
import { TABLES, adoptInks } from "./tables.js";

const NAMESPACE = "http://www.w3.org/2000/svg";
const FONT = "Helvetica, Arial, sans-serif";

adoptInks();

/**
 * A picture as an element of the page; every mark in it is an element with data-kind, data-place (JSON), data-other,
 * data-value, data-index, and data-given, data-differs, data-open where true.
 * title: what screen readers call it. layers: further pictures on the same board, from a name to a picture; their
 * marks have data-layer, and those of the layer 'faint' are drawn faintly. holes, active: see drawLayers;
 * room: see layout.
 * @returns {SVGSVGElement}
 */
export function drawPicture(picture, { title = "", layers = {}, room = {}, ...look } = {}) {
  const whole = withLayers(picture, layers);
  const sizes = layout(whole, room);
  const svg = toElement(frame(whole, sizes, look, { class: "board-picture", "aria-label": title || "Puzzle" }));
  svg.style.setProperty("--board-width", number(sizes.width));
  svg.style.setProperty("--board-height", number(sizes.height));
  return svg;
}

/** A picture as the text of an SVG file, in fixed colours. */
export function standalone(picture, title = "", { layers = {}, ...look } = {}) {
  const whole = withLayers(picture, layers);
  const sizes = layout(whole);
  const size = { xmlns: NAMESPACE, width: number(sizes.width), height: number(sizes.height) };
  const figure = frame(whole, sizes, look, size);
  figure.children.unshift(element("title", {}, [printable(title) || "Puzzle"]));
  return `${toText(figure)}\n`;
}

/** The picture with the marks of further ones; a mark that is there already is not drawn twice. */
export function withLayers(picture, layers) {
  const marks = [...cosmeticMarks(picture.cosmetics), ...picture.marks];
  for (const [layer, other] of Object.entries(layers)) {
    for (const mark of other?.marks ?? []) marks.push({ ...mark, layer, faint: mark.faint || layer === "faint" });
  }
  return { ...picture, marks };
}

function frame(picture, sizes, look, attributes) {
  const [width, height] = [number(sizes.width), number(sizes.height)];
  const [x, y] = sizes.origin.map(number);
  const board = { transform: `translate(${x} ${y})`, "font-family": FONT, "text-anchor": "middle", "stroke-linejoin": "round" };
  return element("svg", { role: "img", viewBox: `0 0 ${width} ${height}`, ...attributes }, [
    element("rect", { width, height, rx: 6, fill: "@paper" }),
    element("g", { class: "board-marks", ...board }, drawLayers(picture, sizes, look)),
  ]);
}

/** An element of the page. Inks become classes, ink-fill-… and ink-stroke-…. */
export function toElement(node) {
  if (typeof node === "string") return document.createTextNode(node);
  const made = document.createElementNS(NAMESPACE, node.name);
  for (const [name, value] of Object.entries(node.attributes)) {
    if (String(value).startsWith("@")) made.classList.add(`ink-${name}-${value.slice(1)}`);
    else if (name === "class") made.classList.add(...value.split(" "));
    else made.setAttribute(name, value);
  }
  made.append(...node.children.map(toElement));
  return made;
}

function toText(node) {
  if (typeof node === "string") return escaped(node);
  const attributes = Object.entries(node.attributes)
    .filter(([name]) => name !== "class" && !name.startsWith("data-"))
    .map(([name, value]) => ` ${name}="${escaped(String(value).startsWith("@") ? TABLES.inks[value.slice(1)].light : value)}"`);
  const inside = node.children.map(toText).join("");
  return inside ? `<${node.name}${attributes.join("")}>${inside}</${node.name}>` : `<${node.name}${attributes.join("")}/>`;
}

const escaped = (text) =>
  String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
