// How puzzles come onto the workbench: from a type, a text, a link, or what the browser kept.

import { variantsOf } from "./memory.js";
import { native } from "./native.js";
import { localPicture } from "./puzzle.js";
import { modelIn, typeIn } from "./reader.js";
import { agreed } from "./sender.js";
import { get, request } from "./service.js";
import { t } from "./texts.js";

// A puzzle as the service read it, and the rules that its text brings with it.
const apart = ({ own_rules: rules = "", ...model }) => ({ rules, model });

// types: the service's, a list to come.
export function createWorks(bench, types) {
  const isKnown = async (name) => (await types).some((type) => type.name === name);
  const records = new Map(); // of the service's types

  async function recordOf(name) {
    if (!records.has(name)) records.set(name, await get(`api/types/${encodeURIComponent(name)}`));
    return records.get(name);
  }

  // The rules of a type of the service, unchanged.
  async function plainRules(name) {
    const type = await recordOf(name);
    return { type, originals: type.files, files: type.files, own: false, added: "" };
  }

  // The rules of a type with the files of somebody's own, and with added rules.
  async function changedRules(name, files, added) {
    if (!files) return { ...(await plainRules(name)), added };
    if (await isKnown(name)) {
      const plain = await plainRules(name);
      const type = await request("type", { type: name, types: { [name]: files } }).catch(() => plain.type);
      return { ...plain, type, files: { ...plain.originals, ...files }, added };
    }
    const type = await ownType(name, files).catch(async () => ownType(name, (await template(name)).files));
    return { type: { ...type, files, examples: [] }, originals: files, files, own: true, added };
  }

  const ownType = (name, files) => request("type", { type: name, types: { [name]: files } });

  async function template(name, like = null) {
    const { kinds, files } = await get("api/template");
    const named = Object.entries(files[like ?? kinds[0]]).map(([file, text]) => [file, text.replaceAll("NAME", name)]);
    const { "example.yaml": example, ...others } = Object.fromEntries(named);
    return { example, files: others };
  }

  // What a text in any format holds, without what is named in `drop`: {puzzle, model, rules}. A type of somebody's own on the workbench counts.
  // file: what the file is called that it comes from.
  async function readText(text, typeName = null, drop = [], file = "") {
    const own = bench.own ? { types: bench.changedTypes() } : {};
    const read = await request("read", { puzzle: text, type: typeName ?? undefined, drop, file, ...own });
    if (!read.model) throw new Error(read.says.join(" ")); // a limit came first
    const { rules, model } = apart(read.model);
    if (rules) await agreed(rules);
    return { work: { puzzle: native(model), model, rules: rules || undefined }, read };
  }

  // Another puzzle of the type in place of the one on the workbench. locked: the places of its locked clues.
  async function openAnother(text, locked = []) {
    const read = await request("read", { puzzle: text, type: bench.type.name, types: bench.changedTypes() });
    bench.replace({ ...apart(read.model).model, locked });
  }

  // The model of an example, or of an empty board. (A page that comes as files has those of the examples.)
  async function first(type, example) {
    const { name, boards } = type;
    const { model } = example
      ? await request("read", { puzzle: example.text, type: name })
      : await request("board", { type: name, size: boards[0] === "hex" ? "hex4" : "6" });
    return model;
  }

  // Puts a puzzle on the workbench, with what the rules draw on such a board (of a page that comes as files), until they are asked.
  function load(model, rules, more) {
    bench.load(model, rules, more);
    const derived = rules.type.derived?.[`${model.rows}x${model.columns}`];
    if (!derived || Object.keys(model.options).length || bench.hasChangedRules()) return;
    const picture = localPicture(model, rules.type);
    bench.draw({ board: { ...picture, marks: [...picture.marks, ...derived] } });
  }

  // A type with the example that it begins with, behind a door. variant: the name of one that the browser keeps.
  async function openType(door, name, variant = "") {
    const { files, added = "" } = variantsOf(name).find((each) => each.name === variant) ?? {};
    const rules = { ...(await changedRules(name, files, added)), variant };
    const example = rules.type.examples.find((each) => each.name === rules.type.opens);
    const model = example?.model ? structuredClone(example.model) : await first(rules.type, example);
    load(model, rules, { door });
  }

  // The puzzle of a day, behind a door.
  async function openDay(door, day) {
    const { puzzle, model } = await get(`api/days/${day}`);
    return open(door, { puzzle, model });
  }

  // Work that was shared or kept: {puzzle, types?, rules?, variant?, locked?, progress?, hints?, past?, model?}. model: the puzzle, if it
  // has been read already. isOurs: its rules have been seen here.
  async function open(door, work, isOurs = false) {
    const { puzzle, types, variant = "", locked = [], progress = null, hints = true, past = [] } = work;
    const [ownName, files] = Object.entries(types ?? {})[0] ?? [];
    const { rules: inText, model } = apart(work.model ?? (await readWith(puzzle, types)));
    const added = work.rules || inText;
    if (!isOurs && (added.trim() || files)) await agreed(added, files);
    const rules = await changedRules(model.type, ownName === model.type ? files : null, added);
    load({ locked: locked.filter(Array.isArray), ...model }, { ...rules, variant }, { door, progress, hints, past });
  }

  const readModel = async (puzzle, types) =>
    (types ? null : await readHere(puzzle)) ?? (await request("read", { puzzle, types: types ?? undefined })).model;

  // What the page reads by itself: it need not wait for anybody.
  async function readHere(puzzle) {
    const name = typeIn(puzzle);
    const type = name && (await recordOf(name).catch(() => null)); // of what is no type the service says more
    return type && modelIn(puzzle, type);
  }

  // A puzzle whose own files may be broken just now: then as the service's type of this name, or the template, reads it.
  async function readWith(puzzle, types) {
    try {
      return await readModel(puzzle, types);
    } catch (error) {
      if (!types) throw error;
      const [name] = Object.keys(types);
      if (await isKnown(name)) return readModel(puzzle);
      const { example, files } = await template(name);
      return readModel(puzzle, { [name]: files }).catch(() => readModel(example, { [name]: files }));
    }
  }

  // A new type, from the template of a kind of puzzle.
  async function begin(name, like) {
    if (await isKnown(name)) throw new Error(t("typeExists", { name }));
    const { example, files } = await template(name, like);
    const model = await readModel(example, { [name]: files });
    const type = await ownType(name, files);
    const record = { ...type, files, examples: [{ name: "example", text: example }] };
    bench.load(model, { type: record, originals: files, files, own: true, added: "" }, { door: "make" });
  }

  return {
    readText,
    openAnother,
    openType,
    openDay,
    open,
    begin,
  };
}
