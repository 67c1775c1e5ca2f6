// The icons of the page: those that it shows are there, and none that it does not show.

import { test } from "node:test";
import { deepEqual, match } from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";

const STATIC = new URL("../../pysolve/web/static/", import.meta.url);
const read = (name) => readFileSync(new URL(name, STATIC), "utf8");
const source = read("icons.js");
const names = [...source.matchAll(/^ {2}"?([a-z-]+)"?: "M/gm)].map(([, name]) => name);

test("the icons that stand in the page are there, and no others than are used", () => {
  const inPage = [...read("index.html").matchAll(/data-icon="([^"]+)"/g)].map(([, name]) => name);
  deepEqual(inPage.filter((name) => !names.includes(name)), []);
  const code = readdirSync(STATIC).filter((name) => name.endsWith(".js") && name !== "icons.js").map(read).join("\n");
  deepEqual(names.filter((name) => !inPage.includes(name) && !code.includes(`"${name}"`)), []);
});

test("the licence of the icons stands beside them", () => {
  const [, file] = /licence: (\S+\.txt)/.exec(source);
  match(read(file), /^ISC License\n\nCopyright \(c\) \d+ Lucide/);
});
