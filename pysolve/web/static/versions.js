// The versions of a puzzle that were on the board, each with its verdict, to go back to; the browser keeps them.

import { button, byId, element } from "./dom.js";
import { keepVersions, versionsOf } from "./memory.js";
import { countGiven } from "./puzzle.js";
import { t } from "./texts.js";

const MOST = 30;
export const VERDICTS = { unique: t("versionUnique"), multiple: t("versionSeveral"), none: t("versionNone"), unknown: t("versionUnknown") };

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
      const says = t("versionSays", { count: version.clues, verdict: VERDICTS[version.verdict] ?? version.verdict });
      return element("li", {}, version.text === here ? t("onTheBoard", { says }) : button(says, () => open(version.text), { class: "plain" }));
    });
    byId("versions-list").replaceChildren(...items);
  }
}
