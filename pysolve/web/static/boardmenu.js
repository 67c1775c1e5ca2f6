// The desk's menu of the board: to turn, mirror and shift it, rows and columns at its edges, copied cells. Each is one step to undo.

import { clipOf, clipText, withClip, withoutClip } from "./clipping.js";
import { byId, button, element } from "./dom.js";
import { key } from "./geometry.js";
import { icon } from "./icons.js";
import { sizeFor } from "./limits.js";
import { choice, choose } from "./memory.js";
import { movedModel, turnedModel, waysOf } from "./turning.js";
import { createNotice } from "./notice.js";
import { createRetyping } from "./retyping.js";
import { t } from "./texts.js";

const LARGEST = 60;

/** The icons of the ways of turning.js and what they are called, by what they do. */
const TURNS = {
  turn: { left: ["turn-left", t("turnLeft")], half: ["turn-half", t("turnByHalf")], right: ["turn-right", t("turnRight")] },
  mirror: { mirrored: ["mirror", t("mirrorLeftToRight")], flipped: ["flip", t("mirrorTopToBottom")], transposed: ["transpose", t("rowsForColumns")] },
};

/** By the edge: which way a board grows there, and the step that what stands on it makes for each new line, in half cells. */
const EDGES = {
  top: [t("top"), true, [2, 0]], bottom: [t("bottom"), true, [0, 0]],
  left: [t("left"), false, [0, 2]], right: [t("right"), false, [0, 0]],
};

/** By the icon: what it is called, and the step. */
const SHIFTS = {
  "arrow-left": [t("shiftLeft"), [0, -2]], "arrow-up": [t("shiftUp"), [-2, 0]], "arrow-down": [t("shiftDown"), [2, 0]],
  "arrow-right": [t("shiftRight"), [0, 2]],
};

/** attempt(act): says what goes wrong. open(text): a puzzle of another type. */
export function createBoardMenu(bench, { attempt, open }) {
  const { editor } = bench;
  const menu = byId("board-menu");
  const notice = createNotice(menu);
  const say = (sentence) => notice.say(sentence, menu);
  menu.addEventListener("pointerdown", notice.hide, { capture: true });
  document.addEventListener("keydown", notice.hide, { capture: true });
  const items = byId("board-items");
  const retype = createRetyping(bench, { attempt, open });
  const cells = createCells(bench, say);

  const turn = (way) => bench.replace(turnedModel(editor.model(), bench.type, way));
  const shift = (step) => {
    const { rows, columns } = editor.model();
    bench.replace(movedModel(editor.model(), bench.type, { rows, columns, step }));
  };

  /** A row or column more or less at an edge; where the rules take no board of that size, as many as they do. */
  const grow = (edge, more) => attempt(async () => {
    const [, isRow, step] = EDGES[edge];
    const before = editor.model();
    const wanted = [before.rows + (isRow ? more : 0), before.columns + (isRow ? 0 : more)];
    if (wanted.some((count) => count < 1 || count > LARGEST)) return say(t("boardHasAtMost", { count: LARGEST }));
    const { rows, columns, refused } = await sizeFor(bench, wanted[0], wanted[1], !isRow);
    if (editor.model() !== before) return null; // somebody went on meanwhile
    const added = isRow ? rows - before.rows : columns - before.columns;
    if (added * more <= 0) return say(refused ?? t("theBoardCannotHave"));
    bench.replace(movedModel(before, bench.type, { rows, columns, step: step.map((each) => each * added) }));
    return null;
  });

  const row = (label, ...buttons) => element("div", { class: "menu-row", role: "group", "aria-label": label }, element("span", {}, label), ...buttons);
  const staying = { class: "stays" };
  const fill = () => {
    const model = editor.model();
    const ways = waysOf(model, bench.type);
    const turns = Object.entries(TURNS).map(([label, named]) => {
      const offered = Object.keys(named).filter((way) => ways.includes(way) && (way !== "half" || !ways.includes("right")));
      const buttons = offered.map((way) => button(icon(named[way][0]), () => turn(way), { ...staying, "aria-label": named[way][1], title: named[way][1] }));
      return buttons.length ? row(t(/** @type {"turn" | "mirror"} */ (label)), ...buttons) : null;
    }).filter(Boolean);
    const shifts = Object.entries(SHIFTS).map(([sign, [label, step]]) => button(icon(/** @type {"arrow-up"} */ (sign)), () => shift(step), { ...staying, "aria-label": label, title: t("shiftGone", { shift: label }) }));
    const edges = Object.keys(EDGES).map((edge) => {
      const [label, isRow] = EDGES[edge];
      const named = (title) => ({ ...staying, "aria-label": `${title}: ${label.toLowerCase()}`, title });
      const [less, more] = isRow ? [t("removeRow"), t("addRow")] : [t("removeColumn"), t("addColumn")];
      return row(label, button(icon("minus"), () => grow(edge, -1), named(less)), button(icon("plus"), () => grow(edge, 1), named(more)));
    });
    const isSquare = model.board === "square";
    items.replaceChildren(
      ...turns, ...(isSquare ? [row(t("shift"), ...shifts), element("p", { class: "menu-title" }, t("rowsAndColumns")), ...edges] : []),
      row(t("cells"), ...cells.items()), retype,
    );
  };
  const refill = () => menu.open && fill();
  menu.addEventListener("toggle", refill);
  bench.on("loaded type", refill);
}

/** Copied cells: by the keys of the clipboard, and by the menu. The browser keeps them, for other pages, too. */
function createCells(bench, say) {
  const { editor } = bench;
  const isAtHand = () => bench.door === "make" && !byId("workbench").hidden;
  const isFree = (place) => !editor.locked().some((each) => key(each) === key(place));

  function copy() {
    const places = editor.selectedPlaces();
    if (!places.length) return say(t("selectWhatIsTo")) ?? null;
    const clip = clipOf(editor.model(), bench.type, places);
    const text = clipText(clip);
    choose("cells", { text, clip });
    return text;
  }

  function cut() {
    const text = copy();
    if (text !== null) bench.replace(withoutClip(editor.model(), bench.type, editor.selectedPlaces(), isFree));
    return text;
  }

  function paste() {
    const kept = choice("cells", null);
    const model = editor.model();
    const [at] = editor.selectedPlaces();
    if (!kept) return say(t("noCellsWereCopied"));
    if (kept.clip.board !== model.board) return say(t("theseCellsAreThose"));
    if (!at || kept.clip.cells !== (typeof at[0] === "number")) return say(t("selectThePlaceWhere"));
    const { model: pasted, refused } = withClip(model, bench.type, kept.clip, editor.selectedPlaces(), { tokenIn: editor.tokenIn, isFree });
    bench.replace(pasted);
    if (refused.length) say(t("cannotStandInPuzzle", { tokens: [...new Set(refused)].slice(0, 4).join(", ") }));
    return null;
  }

  for (const [name, act] of Object.entries({ copy, cut })) {
    document.addEventListener(name, (/** @type {any} */ event) => {
      if (!isAtHand() || !isBoard() || !getSelection().isCollapsed) return;
      const text = act();
      if (text === null) return;
      event.clipboardData.setData("text/plain", text);
      event.preventDefault();
    });
  }
  document.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain").replaceAll("\r\n", "\n");
    if (!isAtHand() || !isBoard() || text !== choice("cells", null)?.text) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // it is no puzzle to be opened
    paste();
  }, { capture: true });

  return { items: () => [button(t("copy"), copy, { title: "Ctrl+C" }), button(t("cut"), cut, { title: "Ctrl+X" }), button(t("paste"), paste, { title: "Ctrl+V" })] };
}

/** Whether keys go to the board. (Browsers send what is copied there to the page as a whole.) */
const isBoard = () => document.activeElement?.classList.contains("board-frame") ?? false;
