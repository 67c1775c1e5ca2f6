// What the page itself reads of the site's examples, beside what pysolve read: node reading.mjs WORKBENCH. Prints as JSON how many of them
// it read, how many it left to the service, and those that it read otherwise.
import { readFileSync, readdirSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

const [workbench] = process.argv.slice(2);
const file = (name) => readFileSync(`${workbench}/${name}`, "utf8");
globalThis.fetch = async (path) => new Response(file(`${path}.json`));
const [version] = readdirSync(`${workbench}/static`);
const { modelIn } = await import(`${workbench}/static/${version}/reader.js`);
const { native } = await import(`${workbench}/static/${version}/native.js`);

const said = { read: 0, left: 0, otherwise: [] };
for (const name of readdirSync(`${workbench}/api/types`).filter((each) => each.endsWith(".json"))) {
  const type = JSON.parse(file(`api/types/${name}`));
  for (const example of type.examples) {
    const model = { ...example.model, answer: null, verdict: null };
    const found = modelIn(native(model), type);
    if (found === null) said.left += 1;
    else if (isDeepStrictEqual(found, model)) said.read += 1;
    else said.otherwise.push([name, example.name]);
  }
}
console.log(JSON.stringify(said));
