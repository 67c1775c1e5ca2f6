// The same clues as a puzzle of another type: which ones take all of them says the service.

import { askInDialog } from "./dialogs.js";
import { button, element, labelled } from "./dom.js";
import { request } from "./service.js";

/** The button that asks for the type. attempt(act): says what goes wrong. open(text): a puzzle of another type. */
export function createRetyping(bench, { attempt, open }) {
  const ask = async () => {
    const { types } = await request("retype", bench.request());
    if (!types.length) throw new Error("no other type takes all of these clues");
    const select = element("select", {}, ...types.map(({ name, title }) => element("option", { value: name }, title)));
    askInDialog({
      title: "The same clues as another type",
      fields: [labelled("Type", select, "These types have a place for each of the clues.")],
      action: "Open",
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
  return button("The same clues as another type …", () => attempt(ask));
}
