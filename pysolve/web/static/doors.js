// The doors of the page: to play a puzzle, to make one, to study one. index.html says behind which of them something stands (data-doors).

import { DOORS } from "./bench.js";
import { askInDialog } from "./dialogs.js";
import { all, button, byId, element } from "./dom.js";
import { choice, choose } from "./memory.js";
import { t } from "./texts.js";

// go(door, work): opens work behind a door. solve(): shows the answer.
export function createDoors(bench, { go, solve }) {
  const work = (door) => ({ ...(door === "make" ? bench.work() : bench.forSolving()), model: bench.editor.model() });

  // The same puzzle behind another door.
  for (const door of DOORS) {
    byId(`to-${door}`).addEventListener("click", (event) => {
      if (byId("workbench").hidden || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (door !== bench.door) go(door, work(door));
    });
  }

  // -- What somebody who plays may want besides

  const asked = (label, title, says, act) => button(label, () => askInDialog({
    title, fields: [element("p", {}, says)], action: label.replace(/ ?…/, ""),
    accept: () => {
      act();
      return null;
    },
  }));
  const open = [
    asked(t("showTheAnswer"), t("askShowAnswer"), t("itStaysAwayUntil"), solve),
    asked(t("editThisPuzzle"), t("askEdit"), t("theDeskSaysAt"), () => go("make", work("make"))),
    asked(t("studyThisPuzzle"), t("askStudy"), t("thereTheWayTo"), () => go("study", work("study"))),
  ];
  byId("play-more").append(
    setting("conflicts", t("markConflicts"), false, t("marksWhatBreaksA")),
    setting("timer", t("showTheTime"), true, t("howLongItTakes")),
    button(t("startAgain"), () => bench.editor.startAgain()),
    button(t("copyLink"), () => {}, { id: "copy-played" }),
    button(t("copyLinkWithProgress"), () => {}, { id: "copy-progress" }),
    button(t("print"), () => print()),
    ...open,
    element("span", { id: "play-size" }),
  );
  byId("print").addEventListener("click", () => print());
  bench.on("mode", () => {
    for (const each of open) each.hidden = bench.isSecret;
    if (bench.door === "play") byId("play-size").append(byId("zoom"));
    else byId("play-questions").after(byId("zoom"));
  });

  closeMenus();
}

// A choice that the browser keeps, as a box to tick. Whoever minds it listens to its change.
function setting(name, label, otherwise, title) {
  const box = element("input", { type: "checkbox", id: name, checked: choice(name, otherwise) });
  box.addEventListener("change", () => choose(name, box.checked));
  return element("label", { title }, box, label);
}

// A menu is closed by a press elsewhere, by Escape, and by what is chosen in it.
function closeMenus() {
  const close = (/** @type {any} */ except = null) => {
    for (const menu of all("details.menu[open]")) if (menu !== except) menu.open = false;
  };
  document.addEventListener("pointerdown", ({ target }) => close(/** @type {Element} */ (target).closest("details.menu")));
  document.addEventListener("keydown", ({ key }) => key === "Escape" && close());
  document.addEventListener("click", ({ target }) => {
    if (/** @type {Element} */ (target).closest(".menu-items button:not(.stays)")) close();
  });
}
