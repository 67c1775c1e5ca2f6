// What is kept of a puzzle outside of the page: its file, and its picture.

import { standalone } from "./picture.js";
import { byId } from "./dom.js";
import { t } from "./texts.js";

const SCALE = 2; // of a PNG: sharp on paper and on fine screens

export function createFiles(bench) {
  byId("download-yaml").addEventListener("click", () => {
    offer(`${fileName(bench)}.yaml`, new Blob([bench.text()], { type: "application/yaml" }));
  });
  byId("download-svg").addEventListener("click", () => {
    offer(`${fileName(bench)}.svg`, new Blob([drawing(bench)], { type: "image/svg+xml" }));
  });
  byId("download-png").addEventListener("click", async () => {
    try {
      offer(`${fileName(bench)}.png`, await painted(drawing(bench)));
      byId("file-status").textContent = "";
    } catch {
      byId("file-status").textContent = t("thisBrowserCannotPaint");
    }
  });
}

const title = (bench) => bench.details.title || bench.type.title || bench.type.name;

const drawing = (bench) => standalone(bench.layers.shown ?? bench.editor.picture(), title(bench));

// A name that every file system takes.
function fileName(bench) {
  const words = [bench.type.name, bench.details.title].filter(Boolean).join("-");
  return words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || "puzzle";
}

export function offer(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

async function painted(svg) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(image.naturalWidth * SCALE);
    canvas.height = Math.ceil(image.naturalHeight * SCALE);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error(t("tooLargeToPaint"));
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}
