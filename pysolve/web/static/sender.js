// Rules that come with a puzzle from somebody else: they are shown before they run, the first time.

import { askInDialog } from "./dialogs.js";
import { element } from "./dom.js";
import { isAgreed, keepAgreed } from "./memory.js";
import { t } from "./texts.js";

// Shows them; throws a plain sentence if who reads them does not want them. added: rules; files: those of the sender's type, by name.
export function agreed(added, files = null) {
  const texts = Object.entries({ ...files, ...(added.trim() ? { [t("addedRules")]: added } : {}) });
  const whole = JSON.stringify(texts);
  if (isAgreed(whole)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const dialog = askInDialog({
      title: t("rulesByTheSender"),
      fields: [
        element("p", {}, t("thisPuzzleBringsRules")),
        ...texts.flatMap(([name, text]) => [element("h3", {}, name), element("pre", { class: "preview", tabindex: "0" }, text)]),
      ],
      action: t("openWithTheseRules"),
      accept: () => {
        keepAgreed(whole);
        resolve(null);
        return null;
      },
    });
    dialog.addEventListener("close", () => reject(new Error(t("notOpenedForItsRules"))));
  });
}
