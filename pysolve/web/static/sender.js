// Rules that come with a puzzle from somebody else: they are shown before they run.

import { askInDialog } from "./dialogs.js";
import { element } from "./dom.js";

const ABOUT = "This puzzle brings rules that its sender wrote. Nothing of them has run yet. They can say what an answer is, no more: they run no programs and read no files.";

// Shows them; throws a plain sentence if who reads them does not want them. added: rules; files: those of the sender's type, by name.
export function agreed(added, files = null) {
  const texts = Object.entries({ ...files, ...(added.trim() ? { "Added rules": added } : {}) });
  return new Promise((resolve, reject) => {
    const dialog = askInDialog({
      title: "Rules by the sender",
      fields: [
        element("p", {}, ABOUT),
        ...texts.flatMap(([name, text]) => [element("h3", {}, name), element("pre", { class: "preview", tabindex: "0" }, text)]),
      ],
      action: "Open with these rules",
      accept: () => {
        resolve(null);
        return null;
      },
    });
    dialog.addEventListener("close", () => reject(new Error("the puzzle was not opened, as its rules are its sender's")));
  });
}
