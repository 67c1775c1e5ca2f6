// The pane with the rules' editor, which is loaded when it is looked at for the first time: it is larger than all else.

// parent: the element that it goes into. onChange: as createRulesPane in rules.js takes it.
export function createLazyPane(parent, { onChange }) {
  let pane = null;
  let loading = null;
  let shown = null; // what it is to show
  let marked = [];

  async function load() {
    loading ??= import("./rules.js").then(({ createRulesPane }) => {
      pane = createRulesPane(parent, { onChange });
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
    files: () => pane?.files() ?? shown[0],
  };
}
