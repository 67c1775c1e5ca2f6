// The choice of light, dark, or as the system says (see theme.js).

import { byId } from "./dom.js";
import { choice, choose } from "./memory.js";

export function createTheme() {
  const select = byId("theme");
  select.value = choice("theme", "auto");
  select.addEventListener("change", () => {
    choose("theme", select.value);
    if (select.value === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = select.value;
  });
}
