// The same clues as a puzzle of another type: which ones take all of them says the service.

import { askInDialog } from "./dialogs.js";
import { button, element, labelled } from "./dom.js";
import { request } from "./service.js";
import { t } from "./texts.js";

/** The button that asks for the type. attempt(act): says what goes wrong. open(text): a puzzle of another type. */
export function createRetyping(bench, { attempt, open }) {
  const ask = async () => {
    const { types } = await request("retype", bench.request());
    if (!types.length) throw new Error(t("noOtherTypeTakes"));
    const select = element("select", {}, ...types.map(({ name, title }) => element("option", { value: name }, title)));
    askInDialog({
      title: t("sameClues"),
      fields: [labelled(t("type"), select, t("theseTypesHaveA"))],
      action: t("open"),
      accept: async () => {
        try {
          await open((await request("retype", bench.request({ to: select.value }))).puzzle);
          return null;
        } catch (error) {
          return `${error.sentence ?? error.message}.`;
        }
      },
    });
  };
  return button(t("sameCluesMenu"), () => attempt(ask));
}
