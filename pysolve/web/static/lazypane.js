// The pane with the rules' editor, which is loaded when it is looked at for the first time: it is larger than all else.

import { element } from "./dom.js";

// The editor's style, which comes with it.
const styled = () => new Promise((resolve) => {
  const href = new URL("rules.css", import.meta.url).href;
  document.head.append(element("link", { rel: "stylesheet", href, on: { load: resolve, error: resolve } }));
});

// parent: the element that it goes into. hooks: as createRulesPane in rules.js takes them.
export function createLazyPane(parent, hooks) {
  let pane = null;
  let loading = null;
  let shown = null; // what it is to show
  let marked = [];

  async function load() {
    loading ??= Promise.all([import("./rules.js"), styled()]).then(([{ createRulesPane }]) => {
      pane = createRulesPane(parent, hooks);
      if (shown) pane.show(...shown);
      pane.mark(marked);
    });
    await loading;
  }

  return {
    load,
    show(files, settings) {
      shown = [files, settings];
      pane?.show(files, settings);
    },
    mark(problems) {
      marked = problems;
      pane?.mark(problems);
    },
    async select(file, line) {
      await load();
      pane.select(file, line);
    },
    files: () => pane?.files() ?? shown[0],
  };
}
