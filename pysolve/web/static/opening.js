// Ways to bring a puzzle: a file, a pasted or dropped text; and the start of a new type.

import { askInDialog } from "./dialogs.js";
import { byId, capital, element, labelled } from "./dom.js";
import { get } from "./service.js";
import { sharedIn } from "./share.js";
import { t } from "./texts.js";

const IS_LINK = /^\s*(https?:\/\/\S+|[\w.:/-]*\?\S+)\s*$/; // of any site, also without the site
const BYTES = "data:;base64,"; // what stands before the bytes of a file that is not text
const NAMES_ITS_TYPE = /^\s*(puzzle\s*:|\{.*"puzzle"\s*:\s*"[\w -]+"\s*[,}])/m;

// take(text, type, drop, file, words): opens the text, type is null where it says its own, without what `drop` names; `file` is what its file is called; words: the text of a list that it lacks; throws what is wrong. types: all types.
// present(): the name of the type on the workbench, or null. begin(name, like): starts a new type of a kind.
export function createOpening({ types, take, present, begin, complain }) {
  const opened = async (text, fileName = "") => {
    if (!text.trim()) return complain(t("thereIsNothingInIt"));
    const shared = sharedIn(text);
    if (shared) return void (location.hash = shared); // as if the link had been followed
    const isLink = IS_LINK.test(text);
    const isNamed = isLink || NAMES_ITS_TYPE.test(text);
    const type = isNamed ? null : (typeOfFile(fileName, types) ?? null);
    try {
      await take(text, type, [], fileName);
    } catch (error) {
      if (error.droppable?.length) offerWithout(text, type, [], error, fileName);
      else if (error.missing === "type") askForType(text, error.sentence, error.likely, fileName);
      else if (isLink) complain(t("linkNotOpened", { error: error.sentence ?? error.message }));
      else if (isNamed || type === null) complain(error.message); // another type would not help
      else askForType(text, error.message, [], fileName);
    }
  };

  // Offers to open a text without what its error names, which may be left out.
  function offerWithout(text, type, dropped, { sentence, droppable, missing }, fileName) {
    const drop = [...dropped, ...droppable];
    const words = element("input", { type: "file" });
    const asked = missing === "words" && document.body.dataset.door === "make" ? [labelled(t("fileOfWords"), words)] : [];
    const dialog = askInDialog({
      title: t("openItWithout"),
      fields: [element("p", {}, `${capital(sentence)}. ${missing === "words" ? t("wordsTakenLater") : t("ruleLeftOut")}`), ...asked],
      action: t("openWithout", { what: droppable.join(", ") }),
      accept: async () => {
        try {
          await take(text, type, drop, fileName, (await words.files[0]?.text()) ?? "");
          return null;
        } catch (error) {
          if (!error.droppable?.length) return error.message;
          dialog.close();
          offerWithout(text, type, drop, error, fileName);
          return null;
        }
      },
    });
  }

  // likely: names of the types that it may be of, the first one most likely.
  function askForType(text, wrong, likely, fileName) {
    const choices = [...types].sort((one, other) => one.title.localeCompare(other.title));
    const first = likely.map((name) => types.find((type) => type.name === name)).filter(Boolean);
    const options = (some) => some.map(({ name, title }) => element("option", { value: name }, title));
    const groups = first.length && [[t("likelyTypes"), first], [t("otherTypes"), choices.filter((type) => !first.includes(type))]];
    const select = element("select", {}, ...(groups ? groups.map(([label, some]) => element("optgroup", { label }, ...options(some))) : options(choices)));
    select.value = first[0]?.name ?? present() ?? choices[0]?.name ?? "";
    const shown = text.startsWith(BYTES) ? t("aFileThatIs") : text.split("\n").slice(0, 12).join("\n");
    const preview = element("pre", { class: "preview" }, shown);
    askInDialog({
      title: t("whichTypeOfPuzzle"),
      fields: [preview, wrong && element("p", { class: likely.length ? "quiet" : "complaint" }, capital(wrong)), labelled(t("type"), select)].filter(Boolean),
      action: t("open"),
      accept: () => attempt(() => take(text, select.value, [], fileName)),
    });
  }

  const readFile = async (file) => opened(await contentOf(file), file.name);

  byId("open").addEventListener("click", async () => {
    const file = element("input", { type: "file", accept: await endings().catch(() => "") });
    const text = element("textarea", { rows: "10", spellcheck: "false", placeholder: "5 3 . . 7 . . . .\n6 . . 1 9 5 . . ." });
    const dialog = askInDialog({
      title: t("openAPuzzle"),
      fields: [
        labelled(t("aFile"), file, t("aPuzzleOfAnother")),
        labelled(t("orThePuzzleAs"), text),
      ],
      action: t("open"),
      accept: async () => {
        if (!text.value.trim()) return t("chooseAFileOr");
        dialog.close();
        await opened(text.value);
        return null;
      },
    });
    file.addEventListener("change", () => {
      if (!file.files.length) return;
      dialog.close();
      readFile(file.files[0]);
    });
  });

  byId("new-type").addEventListener("click", async () => {
    const kinds = await get("api/template").then((reply) => reply.kinds, (error) => complain(error.message));
    if (!kinds) return;
    const like = element("select", {}, ...kinds.map((kind) => element("option", { value: kind }, kind)));
    const name = element("input", { type: "text", autocomplete: "off", spellcheck: "false", required: true });
    askInDialog({
      title: t("newType"),
      fields: [
        labelled(t("name"), name, t("smallLettersAndDigits")),
        labelled(t("like"), like, t("theKindOfPuzzle")),
      ],
      action: t("create"),
      accept: () => attempt(() => begin(name.value.trim(), like.value)),
    });
  });

  receiveDrops(readFile, opened);
  document.addEventListener("paste", (event) => {
    if (isField(event.target) || document.querySelector("dialog[open]")) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    event.preventDefault();
    const isToken = /^[^\s{?:/]{0,15}$/.test(text.trim());
    if (isToken) complain(text.trim() ? t("pastedNoPuzzle", { text: text.trim() }) : t("thereIsNoText"));
    else opened(text);
  });
}

// The text of a file; of one that is not text, its bytes in base64.
async function contentOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!bytes.includes(0)) {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {} // of another encoding: no letter is to be lost in silence
  }
  return BYTES + btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

// What files are called that can be opened, as the attribute `accept` of a field has it.
const endings = () => get("api/formats").then(({ formats }) => {
  const read = formats.filter((format) => format.reads);
  return [...new Set(read.flatMap((format) => format.endings)), "text/plain", "application/json"].join(",");
});

async function attempt(act) {
  try {
    await act();
    return null;
  } catch (error) {
    return error.message;
  }
}

const isField = (target) => target instanceof Element && target.closest("input, textarea, select, [contenteditable=true]");

function receiveDrops(readFile, opened) {
  const sign = byId("drop");
  let depth = 0;
  const holds = ({ dataTransfer }) => [...(dataTransfer?.types ?? [])].some((type) => type === "Files");
  addEventListener("dragenter", (event) => {
    if (!holds(event)) return;
    depth += 1;
    sign.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (!holds(event)) return;
    depth = Math.max(depth - 1, 0);
    sign.hidden = depth === 0;
  });
  addEventListener("dragover", (event) => {
    if (holds(event) || !isField(event.target)) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    depth = 0;
    sign.hidden = true;
    if (isField(event.target) && !holds(event)) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text/plain");
    if (file) readFile(file);
    else if (text) opened(text);
  });
}

// The type that a file's name speaks of, as the command line reads it: NAME-3.txt.
function typeOfFile(fileName, types) {
  const stem = plain(fileName.replace(/\.[^.]*$/, ""));
  if (!stem) return undefined;
  const names = types.flatMap((type) => [type.name, type.title, ...(type.aliases ?? [])].map((name) => [plain(name), type.name]));
  const fitting = names.filter(([name]) => name && stem.startsWith(name));
  return fitting.sort(([one], [other]) => other.length - one.length)[0]?.[1];
}

const plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
