// Python (Pyodide) with pysolve, and clingo: how they start from the files of this folder.
import createClingo from "./clingo.mjs";
import { clingoGlue } from "./clingo_glue.js";
import createPyodide from "./pyodide.asm.mjs";
import { loadPyodide } from "./pyodide.mjs";

const PLACE = "/pysolve";
const [FILE, FOLDER] = [0o100666, 0o40777]; // what they are, and who may do what

async function unpacked({ body }) {
  return new Uint8Array(await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

// Lays the files of a pack: a line of JSON with their names and sizes, then what is in them. (FS.writeFile looks for each folder again, and
// takes five times as long. They are old, so that pysolve does not take them for files that somebody may still be writing.)
function lay({ lookupPath, filesystems: { MEMFS } }, pack) {
  const end = pack.indexOf(10);
  const folders = new Map([["", lookupPath("/").node]]);
  const make = (path, mode, more) => {
    const cut = path.lastIndexOf("/");
    return Object.assign(MEMFS.createNode(folderAt(path.slice(0, cut)), path.slice(cut + 1), mode, 0), { atime: 0, mtime: 0, ctime: 0, ...more });
  };
  const folderAt = (path) => {
    if (!folders.has(path)) folders.set(path, make(path, FOLDER));
    return folders.get(path);
  };
  let at = end + 1;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(pack.subarray(0, end)))) {
    make(`${PLACE}/${name}`, FILE, { contents: pack.subarray(at, at + size), usedBytes: size });
    at += size;
  }
}

// Python's memory as it comes, {bytes, whole}: as much room as it takes, and when it is filled. (What is kept begins with its size.)
async function memoryOf(body) {
  const reader = body.getReader();
  const { value: begun } = await reader.read();
  const bytes = new Uint8Array(new DataView(begun.buffer, begun.byteOffset).getUint32(0, true));
  const packed = new ReadableStream({
    start: (to) => to.enqueue(begun.subarray(4)),
    pull: async (to) => {
      const { value, done } = await reader.read();
      if (done) to.close();
      else to.enqueue(value);
    },
  });
  const fill = async () => {
    let at = 0;
    const unpacked = packed.pipeThrough(new DecompressionStream("gzip")).getReader();
    for (let part = await unpacked.read(); !part.done; part = await unpacked.read()) {
      bytes.set(part.value, at);
      at += part.value.length;
    }
  };
  return { bytes, whole: fill() };
}

// read(name): a Response with a file of this folder. Without a memory, Python starts as such, and nothing of pysolve is imported yet.
export async function startPython(read, { folder, clingoOptions = {}, pythonOptions = {}, memory = true }) {
  const loading = async () => {
    if (!memory) return loadPyodide({ indexURL: folder, ...pythonOptions });
    const { bytes, whole } = await memoryOf((await read("memory.bin")).body);
    const createPyodideModule = async (settings) => {
      const [module] = await Promise.all([createPyodide(settings), whole]); // it is compiled while the memory comes
      module._malloc(bytes.length); // there is room for what was kept, which takes the place of all, then
      return module;
    };
    return loadPyodide({ indexURL: folder, ...pythonOptions, createPyodideModule, _loadSnapshot: bytes });
  };
  globalThis.clingoGlue = {}; // of which what was kept may still hold the last function that it called
  const [clingo, python, pack] = await Promise.all([
    createClingo(clingoOptions), // which compiles clingo.wasm as it comes; browsers keep what they compiled so
    loading(),
    read("pysolve.bin").then(unpacked),
  ]);
  if (!memory) globalThis.clingoSignatures = await (await read("clingo.json")).text();
  globalThis.clingoGlue = clingoGlue(clingo, python);
  lay(python.FS, pack);
  python.runPython(memory ? WOKEN : `import sys; sys.path.insert(0, '${PLACE}')`);
  return { clingo, python };
}

// What is kept knows nothing of this start's clingo, and would draw the same random numbers at each.
const WOKEN = "import _clingo, random; _clingo.connect(); random.seed()";
