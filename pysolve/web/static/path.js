// The path to the answer while a puzzle is set: how hard its steps are, and whether it still takes the technique that the setter
// intends. It follows each edit that leaves one answer.

import { byId, capital, element, labelled, settled } from "./dom.js";
import { complaint } from "./findings.js";
import { choice, choose } from "./memory.js";
import { isCancelled, request } from "./service.js";
import { t } from "./texts.js";
import { plot } from "./walkbar.js";

const PAUSE = 600; // milliseconds after the verdict: paths take longer
const LIMIT = 10; // seconds
const NONE = "none";

export function createPath(bench) {
  const box = byId("path");
  const isShown = byId("path-shown");
  let pending = new AbortController();
  let verdict = null;
  let latest = null; // the last grade
  let before = null; // the difficulty before the last edit

  const intended = () => choice(`intended.${bench.type.name}`, NONE);
  const isWanted = () => isShown.checked && bench.door === "make";

  async function look() {
    const { signal } = pending;
    try {
      const grade = await request("grade", bench.request({ show: [], time_limit: LIMIT }), { signal });
      if (signal.aborted || !isWanted()) return;
      before = latest?.done ? latest.difficulty : null;
      latest = grade;
      report();
    } catch (error) {
      if (!isCancelled(error)) box.replaceChildren(complaint(error));
    }
  }
  const later = settled(PAUSE, look);

  function report() {
    const { says, sizes, hardest, done, difficulty } = latest;
    const change = done && before !== null && before !== difficulty ? ` ${t("beforeLastEdit", { difficulty: before })}` : "";
    const at = sizes.indexOf(Math.max(...sizes)) + 1;
    box.replaceChildren(
      ...(sizes.length ? [plot(sizes, at)] : []),
      element("p", {}, says[0] + change),
      ...(hardest ? [quiet(t("hardestStep", { number: at, says: hardest }))] : []),
      ...(done && sizes.length ? [choiceOfIntended()] : []),
    );
  }

  // What the path takes: names of techniques, each with how many steps are of it.
  function taken() {
    const steps = new Map();
    for (const { called, name, steps: some } of latest.techniques) steps.set(called || name, (steps.get(called || name) ?? 0) + some);
    return steps;
  }

  function choiceOfIntended() {
    const steps = taken();
    const names = [...new Set([NONE, ...steps.keys(), intended()])];
    const select = element("select", { id: "intended" }, ...names.map((name) => element("option", { value: name }, name === NONE ? t("noTechnique") : capital(name))));
    select.value = intended();
    const status = element("p", { id: "intended-status", role: "status" });
    const say = () => {
      const count = steps.get(select.value) ?? 0;
      status.dataset.lost = String(select.value !== NONE && !count);
      status.textContent = select.value === NONE ? "" : count ? t("pathTakesIt", { count }) : t("thePathDoesNot");
    };
    select.addEventListener("change", () => {
      choose(`intended.${bench.type.name}`, select.value);
      say();
    });
    say();
    return element("div", {}, labelled(t("intendedTechnique"), select), status);
  }

  // found: the verdict; null while it is looked for, when the path is that of the puzzle before.
  function follow(found) {
    verdict = found;
    pending.abort();
    pending = new AbortController();
    later.drop();
    box.hidden = !isWanted();
    box.classList.toggle("is-old", found === null);
    if (box.hidden) box.replaceChildren();
    else if (found === "unique") {
      if (!box.childElementCount) box.append(quiet(t("lookingForThePath")));
      later();
    } else if (found !== null) box.replaceChildren(quiet(t("thereIsAPath")));
  }

  isShown.checked = choice("path", false);
  isShown.addEventListener("change", () => {
    choose("path", isShown.checked);
    follow(verdict);
  });
  bench.on("verdict", follow);
  bench.on("content", () => follow(null));
  bench.on("loaded", () => {
    latest = before = null;
    box.replaceChildren();
  });
  bench.on("mode", () => follow(verdict));
}

const quiet = (text) => element("p", { class: "quiet" }, text);
