// Variants of a type: changed or added rules that have a name, which the browser keeps and links carry.

import { byId, element } from "./dom.js";
import { keepVariants, variantsOf } from "./memory.js";
import { t } from "./texts.js";

const NONE = "";

// take(files, added): puts these files, and added rules, in place of those of the workbench.
export function createVariants(bench, { take }) {
  const [list, name, keep, forget] = ["variants", "variant-name", "keep-variant", "forget-variant"].map(byId);
  const kept = () => variantsOf(bench.type.name);
  const present = () => ({ files: bench.changedTypes()?.[bench.type.name] ?? {}, added: bench.rules });

  function fill() {
    byId("variants-row").hidden = bench.own; // these rules are kept as a type
    const all = kept();
    list.replaceChildren(
      element("option", { value: NONE }, t("asItComes")), ...all.map((each) => element("option", { value: each.name }, each.name)));
    list.value = all.some((each) => each.name === bench.variant) ? bench.variant : NONE;
    list.parentElement.hidden = !all.length;
    name.value = bench.variant;
    offer();
  }

  function offer() {
    const same = kept().find((each) => each.name === name.value.trim());
    const isKept = same && JSON.stringify(same) === JSON.stringify({ name: same.name, ...present() });
    keep.disabled = !name.value.trim() || !bench.hasChangedRules();
    keep.textContent = isKept ? t("kept") : t("keepAsVariant");
    forget.hidden = list.value === NONE;
  }

  function put(variants, chosen) {
    keepVariants(bench.type.name, variants);
    bench.describeRules(chosen);
    fill();
  }

  const others = (each) => each.name !== name.value.trim();

  list.addEventListener("change", () => {
    const { files = {}, added = "" } = kept().find((each) => each.name === list.value) ?? {};
    bench.describeRules(list.value);
    take({ ...bench.originals, ...files }, added);
    fill();
  });
  name.addEventListener("input", () => {
    bench.describeRules(name.value.trim());
    offer();
  });
  keep.addEventListener("click", () => {
    const chosen = name.value.trim();
    put([...kept().filter(others), { name: chosen, ...present() }], chosen);
  });
  forget.addEventListener("click", () => put(kept().filter((each) => each.name !== list.value), NONE));
  bench.on("loaded", fill);
  bench.on("content", offer);
}
