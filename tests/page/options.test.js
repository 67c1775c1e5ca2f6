// What options are called, and the rules that hold with some of them.

import { test } from "node:test";
import { deepEqual, equal } from "node:assert/strict";

globalThis.document = { querySelectorAll: () => [] };
const { called, inWords, withOptions } = await import("../../pysolve/web/static/options.js");

const FULL = { name: "full", help: "whether the loop comes through every cell", choices: { no: "cells may stay empty", yes: "every cell" }, default: "no" };
const bench = (option, options = {}) => ({ type: { options: [option] }, details: { options } });

test("an option is called what its help says, without what is only more to say", () => {
  deepEqual(called(FULL), { title: "The loop comes through every cell", more: "" });
  deepEqual(called({ help: "how many mines there are; 0 if it is not said" }), { title: "How many mines there are", more: "0 if it is not said" });
  deepEqual(called({ help: "how many pills there are (0 for as many as fit)" }), { title: "How many pills there are", more: "0 for as many as fit" });
  const box = { name: "box_rows", help: "rows of a box; 0 is usual" };
  equal(inWords("expected box_rows that fit", [box]), "expected 'Rows of a box' that fit");
});

test("a rule that holds with an option is said where the puzzle asks for it, and else to hold on request", () => {
  const rule = "The loop turns. If `full` is `yes`, it comes through every cell.";
  equal(withOptions(bench(FULL, { full: "yes" }), rule, true), "The loop turns. It comes through every cell.");
  equal(withOptions(bench(FULL), rule, true), "The loop turns.");
  equal(withOptions(bench(FULL), rule, false), "The loop turns. On request, it comes through every cell.");
  equal(withOptions(bench(FULL), "If `full` is `yes`, it is full.", true), "");
  equal(withOptions(bench(FULL), "Each region holds a number; if `full` is `yes`, it may hold none.", true), "Each region holds a number.");
  const sparse = { name: "reading", help: "which cells the paths use", choices: { full: "every cell", sparse: "some" }, default: "full" };
  const unless = "Every cell belongs to a path, unless `reading` is `sparse`.";
  equal(withOptions(bench(sparse), unless, true), "Every cell belongs to a path.");
  equal(withOptions(bench(sparse, { reading: "sparse" }), unless, true), "");
  equal(withOptions(bench(sparse), unless, false), "Every cell belongs to a path, unless the options say otherwise.");
});

test("a number that the puzzle sets stands in the rule", () => {
  const size = { name: "size", help: "how many cells each group has (0 for any number)", choices: {}, default: "0" };
  equal(withOptions(bench(size, { size: 3 }), "Groups have `size` cells.", true), "Groups have 3 cells.");
  equal(withOptions(bench(size), "Groups have `size` cells.", true), "");
});
