// The versions of a puzzle that were on the board, each with its verdict, to go back to; the browser keeps them.

import { button, byId, element } from "./dom.js";
import { keepVersions, versionsOf } from "./memory.js";
import { countGiven } from "./puzzle.js";

const MOST = 30;
export const VERDICTS = { unique: "unique", multiple: "several answers", none: "no answer", unknown: "unknown" };

// open(text): puts a version on the board.
export function createVersions(bench, { open }) {
  let versions = []; // {text, verdict, clues}, the latest first
  let typeName = null;

  bench.on("verdict", (verdict) => {
    const text = bench.native();
    const known = versions.findIndex((each) => each.text === text);
    if (known >= 0) versions.splice(known, 1);
    versions = [{ text, verdict, clues: countGiven(bench.editor.model(), bench.type) }, ...versions].slice(0, MOST);
    keepVersions(bench.type.name, versions);
    draw();
  });
  bench.on("loaded", () => {
    if (bench.type.name === typeName) return;
    typeName = bench.type.name;
    versions = versionsOf(typeName);
    draw();
  });

  function draw() {
    const box = byId("versions");
    box.hidden = versions.length < 2;
    const here = bench.native();
    const items = versions.map((version) => {
      const says = `${version.clues} given: ${VERDICTS[version.verdict] ?? version.verdict}`;
      return element("li", {}, version.text === here ? `${says} (on the board)` : button(says, () => open(version.text), { class: "plain" }));
    });
    byId("versions-list").replaceChildren(...items);
  }
}
