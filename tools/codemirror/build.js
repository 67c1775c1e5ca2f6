// Bundles entry.js into one module and writes it, with its licence, into the folder that is named (see README.md).
import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";

const folder = process.argv[2] ?? "../../pysolve/web/static/vendor";

const { metafile, outputFiles } = await build({
  entryPoints: ["entry.js"],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  metafile: true,
  write: false,
});

const [output] = Object.values(metafile.outputs);
const used = Object.keys(output.inputs).filter((path) => output.inputs[path].bytesInOutput > 0);
const names = [...new Set(used.map((path) => path.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]))].filter(Boolean);
const packages = names.sort().map((name) => {
  const { version, license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
  const text = readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim();
  const holder = text.match(/^Copyright .*$/m)[0];
  return { name, version, license, holder, terms: text.slice(text.indexOf(holder) + holder.length).trim() };
});

const words = (text) => text.split(/\s+/).join(" ");
const terms = packages[0].terms;
const other = packages.find(({ license, terms: theirs }) => license !== "MIT" || words(theirs) !== words(terms));
if (other) throw new Error(`${other.name} has another licence than the rest; say so in the licence file`);

const listed = packages.map(({ name, version }) => `${name} ${version}`);
const heading = `/*! ${listed.join(", ")}; MIT licence: see codemirror.LICENSE.txt */`;
const holders = packages.map(({ holder }, at) => `${listed[at]}\n  ${holder}`);
writeFileSync(`${folder}/codemirror.js`, `${heading}\n${outputFiles[0].text}`);
const licence = `codemirror.js is made of\n\n${holders.join("\n")}\n\nMIT License\n\n${terms}\n`;
writeFileSync(`${folder}/codemirror.LICENSE.txt`, licence);
console.log(`${packages.length} packages, ${outputFiles[0].contents.length} bytes`);
