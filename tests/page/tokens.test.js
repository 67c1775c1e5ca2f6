// Tokens, tables and models, without a browser. The types here are records as the service has them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Board, chains } from "../../pysolve/web/static/geometry.js";
import { native } from "../../pysolve/web/static/native.js";
import { drawn, marksOf, toggledNote, withEntries } from "../../pysolve/web/static/playing.js";
import { countGiven, withTokens } from "../../pysolve/web/static/puzzle.js";
import { SIZES, TABLES, UNIT, placeName } from "../../pysolve/web/static/tables.js";
import { accepts, blankOf, isEmpty, marksOf as marksOfToken } from "../../pysolve/web/static/tokens.js";

const plain = { hole: false, blank: false };
const PART = {
  name: "grid", shape: "grid", optional: false, inner: false, side: null,
  tokens: [
    { ...plain, token: "#", marks: [{ kind: "block" }] },
    { ...plain, any_of: "int", marks: [{ kind: "text", values: [{ of: "V" }] }] },
    {
      ...plain, pattern: "<V><D>", fields: { V: "number", D: "direction" }, separator: null, ignores_case: true,
      pieces: [{ field: "V", regex: "\\d{1,10}" }, { field: "D", regex: TABLES.tokens.directions.join("|") }],
      marks: [{ kind: "text", values: [{ of: "V" }, { of: "D" }] }],
    },
  ],
};
const TYPE = { name: "mine", parts: [PART], answer: [{ kind: "shade", on: "cells" }], nouns: {}, constraints: [] };
const MODEL = {
  type: "mine", title: "", board: "square", rows: 2, columns: 2, row_starts: [], options: {}, symbols: null, answer: null, verdict: null,
  cosmetics: null, parts: { grid: { shape: "grid", rows: [[".", "."], [".", "."]] } },
};

test("a list of 250,000 words is written", () => {
  const words = Array.from({ length: 250_000 }, (_, at) => `W${at}`).join("\n");
  const text = native({ ...MODEL, parts: { words: { shape: "list", text: words } } });
  assert.equal(text.split("\n").length, 250_003);
});

test("tables have what the page draws and names with", () => {
  assert.equal(UNIT, 40);
  assert.ok(SIZES.text > SIZES.note);
  assert.equal(placeName("cell", { row: 2, column: 3 }), "row 2, column 3");
  assert.ok(TABLES.colours.length >= 9);
  for (const { stroke } of Object.values(TABLES.marks)) if (stroke) assert.ok(TABLES.inks[stroke.ink]);
});

test("tokens are read and drawn", () => {
  assert.ok(accepts(PART, "2e", MODEL) && accepts(PART, ".", MODEL) && !accepts(PART, "x", MODEL));
  assert.deepEqual(marksOfToken(PART, "2e", MODEL), [{ kind: "text", value: "2e", arrows: "2→" }]);
  assert.ok(isEmpty(PART, "-") && blankOf(PART) === ".");
});

test("an edit leaves the model as it was and returns another", () => {
  const changed = withTokens(MODEL, PART, [[[1, 2], "3"]]);
  assert.deepEqual(changed.parts.grid.rows, [[".", "3"], [".", "."]]);
  assert.deepEqual(MODEL.parts.grid.rows, [[".", "."], [".", "."]]);
  assert.equal(withTokens(changed, PART, [[[1, 2], "3"]]), changed);
  assert.equal(countGiven(changed, TYPE), 1);
  assert.equal(native(changed), "puzzle: mine\ngrid: |\n  . 3\n  . .\n");
  const wider = withTokens(changed, PART, [[[2, 1], "10"]]); // YAML is told how far lines are indented
  assert.equal(native({ ...wider, title: "no" }), 'puzzle: mine\ntitle: "no"\ngrid: |2\n   .  3\n  10  .\n');
});

test("entries become marks, and notes none", () => {
  const entries = withEntries(new Map(), [['["cell",[1,1]]', "shade"], ['["notes",[1,2]]', "12"], ['["colour",[1,2]]', "blue"]]);
  assert.deepEqual(marksOf(entries, null), [{ place: [1, 1], kind: "shade" }]);
  assert.equal(drawn(entries).length, 3);
  assert.equal(toggledNote("13", "2"), "123");
});

test("boards have the geometry of the core, and sides join to long lines", () => {
  assert.deepEqual(new Board({ rows: 2, columns: 2, board: "square" }).centre([2, 1]), [20, 60]);
  assert.deepEqual(chains([[[0, 0], [40, 0]], [[40, 0], [80, 0]]]), [[[0, 0], [80, 0]]]);
});
