// The puzzle in the formats of other programs and sites: to be copied, or opened there.

import { inform } from "./dialogs.js";
import { button, byId, capital, element } from "./dom.js";
import { offer } from "./files.js";
import { request } from "./service.js";
import { t } from "./texts.js";

const LINK = /^https:\/\/\S+$/;

export function createCopying(bench, attempt) {
  byId("copy-as").addEventListener("click", () => attempt(async () => {
    const { formats, input_remarks: said } = await request("convert", bench.request());
    const isFirst = ({ text, base64 }, at) => base64 || formats.findIndex((other) => other.text === text) === at; // an address is that of a format, too
    const isElsewhere = ({ text = "" }) => !text.startsWith("#/"); // Copy link has those of this page
    const items = formats.filter(isFirst).filter(isElsewhere).map((each) => (each.base64 ? file(each, bench.type.name) : item(each)));
    const notes = said.map(({ sentence }) => element("p", { class: "quiet" }, `${capital(sentence)}.`));
    inform(t("copyAsTitle"), element("ul", { class: "formats", role: "list" }, ...items), ...notes);
  }));
}

/** A format that is no text: to be downloaded. */
function file({ title, base64, ending }, name) {
  const bytes = () => Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
  const save = button(t("download"), () => offer(`${name}${ending}`, new Blob([bytes()])), { "aria-label": t("downloadNamed", { name: title }) });
  return element("li", {}, element("span", { class: "format" }, capital(title)), save);
}

function item({ title, text }) {
  const status = element("span", { class: "quiet", role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      status.textContent = t("copied");
    } catch {
      prompt(capital(title), text); // the browser does not let pages copy
    }
  };
  const name = capital(title);
  const link = LINK.test(text)
    ? element("a", { href: text, target: "_blank", rel: "noopener noreferrer", "aria-label": t("openThereNamed", { name: title }) }, t("openThere"))
    : null;
  return element("li", {}, element("span", { class: "format" }, name), button(t("copy"), copy, { "aria-label": t("copyNamed", { name: title }) }), link, status);
}
