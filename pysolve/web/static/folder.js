// A folder of text files as a ZIP archive: stored, not compressed, so that it needs no library.

const TEXT = new TextEncoder();
const UTF8_NAMES = 0x0800;
const VERSION = 20;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

function crc32(bytes) {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = CRC_TABLE[(rest ^ byte) & 0xff] ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}

// Numbers in the archive's order of bytes: [size in bytes, value] each.
function numbers(...fields) {
  return fields.flatMap(([size, value]) => Array.from({ length: size }, (_, at) => (value >>> (8 * at)) & 0xff));
}

// The time as the archive holds it: steps of two seconds, and years from 1980.
function moment(date) {
  const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1);
  const day = ((date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate();
  return [[2, time], [2, day]];
}

// files: {"mine/rules.lp": text}; returns the archive.
export function zip(files, date = new Date()) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const name = TEXT.encode(path);
    const content = TEXT.encode(text);
    const sizes = [[4, crc32(content)], [4, content.length], [4, content.length], [2, name.length], [2, 0]];
    const common = [[2, VERSION], [2, UTF8_NAMES], [2, 0], ...moment(date), ...sizes];
    parts.push(numbers([4, 0x04034b50], ...common), name, content);
    const place = [[2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]; // comment, disk, attributes, start
    directory.push(numbers([4, 0x02014b50], [2, VERSION], ...common, ...place), name);
    offset += 30 + name.length + content.length;
  }
  const count = directory.length / 2;
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0]);
  const archive = new Uint8Array(offset + size + end.length);
  let at = 0;
  for (const part of [...parts, ...directory, end]) {
    archive.set(part, at);
    at += part.length;
  }
  return archive;
}

// Offers the files, {"rules.lp": text}, as NAME.zip, which holds the folder NAME.
export function downloadFolder(name, files) {
  const inside = Object.entries(files).map(([file, text]) => [`${name}/${file}`, text]);
  const address = URL.createObjectURL(new Blob([zip(Object.fromEntries(inside))], { type: "application/zip" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: `${name}.zip` });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
