// Tabs: one panel is shown; arrow keys move between the tabs.

// list: the element with role tablist, which gets the event 'chosen' with the id of the tab. Returns select(id of a tab).
export function createTabs(list) {
  const tabs = [...list.querySelectorAll("[role=tab]")];
  const select = (chosen) => {
    for (const tab of tabs) {
      const isChosen = tab.id === chosen;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !isChosen;
    }
    list.dispatchEvent(new CustomEvent("chosen", { detail: chosen }));
  };
  for (const tab of tabs) tab.addEventListener("click", () => select(tab.id));
  list.addEventListener("keydown", (event) => {
    const at = tabs.indexOf(document.activeElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    const tab = tabs.at(next % tabs.length);
    tab.focus();
    select(tab.id);
  });
  return { select };
}
