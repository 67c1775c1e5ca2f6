// Dialogs: each is made when it is needed, and gone when it is closed.

import { button, element } from "./dom.js";
import { t } from "./texts.js";

let dialogs = 0;

// Shows a form in a dialog. `fields` are elements; `accept`, called when it is sent, returns (or promises) null, or a
// sentence that says what is wrong, and then the dialog stays.
export function askInDialog({ title, fields, action, accept }) {
  const complaint = element("p", { class: "complaint", role: "alert", hidden: true });
  const send = element("button", { type: "submit", class: "main" }, action);
  const form = element("form", {}, ...fields, complaint);
  const dialog = open(title, form, [send]);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    const wrong = await accept();
    send.disabled = false;
    if (wrong === null) dialog.close();
    complaint.textContent = wrong ?? "";
    complaint.hidden = wrong === null;
  });
  return dialog;
}

// Shows something to read in a dialog.
export function inform(title, ...content) {
  return open(title, element("div", {}, ...content), []);
}

function open(title, content, buttons) {
  const id = `dialog-${(dialogs += 1)}`;
  const isRead = buttons.length === 0; // from its beginning: else the focus would go to the button at its end
  const heading = element("h2", { id, tabindex: "-1", autofocus: isRead }, title);
  const dialog = element("dialog", { "aria-labelledby": id }, heading, content);
  content.append(
    element("div", { class: "dialog-buttons" }, ...buttons, button(isRead ? t("close") : t("cancel"), () => dialog.close())),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
