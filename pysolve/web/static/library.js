// The library's files, and those of other types, which rules may include: each is fetched once.

import { parted } from "./includes.js";
import { get } from "./service.js";
import { t } from "./texts.js";

let laws = null;
const types = new Map();

/** The files of the library: [{name, says, needs, gives, text}] (docs/service.md, 'The library'). */
export function library() {
  laws ??= get("api/library").then(({ files }) => files).catch((error) => {
    laws = null; // another time, perhaps
    throw error;
  });
  return laws;
}

/** A file that rules include by this path: {text, says}; null if there is no such file. */
export async function fileAt(path) {
  const law = (await library()).find(({ name }) => name === path);
  if (law) return law;
  const [folder, name] = parted(path);
  if (!types.has(folder)) types.set(folder, get(`api/types/${encodeURIComponent(folder)}`));
  const type = await types.get(folder).catch(() => null);
  return type?.files[name] === undefined ? null : { text: type.files[name], says: t("fileOfType", { file: name, name: type.title }) };
}
