// The versions of a puzzle that were on the board, each with its verdict, to go back to.

import { button, byId, element } from "./dom.js";
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
    draw();
  });
  bench.on("loaded", () => {
    if (bench.type.name === typeName) return;
    typeName = bench.type.name;
    versions = [];
    draw();
  });

  function draw() {
    const box = byId("versions");
    box.hidden = versions.length < 2;
    const items = versions.map((version, at) => {
      const says = `${version.clues} given: ${VERDICTS[version.verdict] ?? version.verdict}`;
      return element("li", {}, at ? button(says, () => open(version.text), { class: "plain" }) : `${says} (on the board)`);
    });
    byId("versions-list").replaceChildren(...items);
  }
}
