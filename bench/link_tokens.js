// Boards of pzpr for bench/link_tokens.py: node link_tokens.js PZPR, with {seed, boards, genres, links} on standard input.
// made: for each genre links of boards on which its editor got random keys and clicks. clues: for each genre the links
// of a board 2 x 2 without clues, with a clue without a number, and with a 0, where these can be given. again: what
// is made of each of the links.
const pzpr = require(process.argv[2]);
const { seed, boards, genres, links } = JSON.parse(require("fs").readFileSync(0));
let state = seed;

/** A random number below n. */
function random(n) {
  state = (state * 1103515245 + 12345) & 0x7fffffff;
  return (state >> 8) % n;
}

const KEYS = [..."0123456789- ", "BS", ..."abcdefghijklmnopqrstuvwxyz", "shift",
  ...["up", "down", "left", "right"].map(key => `shift+${key}`)];

const opened = link => {
  const puzzle = new pzpr.Puzzle();
  puzzle.open(link);
  return puzzle;
};
const linkOf = puzzle => puzzle.getURL().replace(/^.*\?/, "");
const size = genre => `${genre}/${1 + random(4)}/${1 + random(4)}` + (genre === "tawa" ? `/${random(4)}` : "");

/** Whatever the editor refuses with an error is left out. */
function tried(action) {
  try {
    action();
  } catch (error) {
    return;
  }
}

function edited(genre) {
  const puzzle = opened(size(genre)), { board, cursor, key, mouse } = puzzle;
  puzzle.setMode("edit");
  cursor.isActive = true;
  const modes = mouse.getInputModeList("edit").filter(mode => !/^(copy|info|paint|clear)/.test(mode));
  for (let times = [0, 1, 2, 6, 30][random(5)]; times > 0; times--) {
    const at = [[board.minbx, board.maxbx], [board.minby, board.maxby]].map(([from, to]) => from + random(to - from + 1));
    tried(() => {
      if (random(2)) {
        [cursor.bx, cursor.by] = random(4) ? at.map(each => each | 1) : at;
        for (let keys = 1 + random(3); keys > 0; keys--) key.inputKeys(KEYS[random(KEYS.length)]);
      } else {
        mouse.setInputMode(modes[random(modes.length)]);
        for (let clicks = 1 + random(4); clicks > 0; clicks--) mouse.inputPath(random(2) ? "left" : "right", ...at);
      }
    });
  }
  return linkOf(opened(linkOf(puzzle)));
}

function clues(genre) {
  const found = { blank: linkOf(opened(`${genre}/2/2`)) };
  for (const number of [-2, 0]) tried(() => {
    const puzzle = opened(`${genre}/2/2`), cell = puzzle.board.cell[0];
    if (number === 0 && cell.getminnum() > 0) return;
    cell.setQnum(number);
    const link = linkOf(puzzle);
    if (link !== found.blank && opened(link).board.cell[0].qnum === number) found[number] = link;
  });
  return found;
}

const PROPERTIES = ["ques", "qnum", "qnum2", "qdir", "qnums"];
const said = list => Array.from(list, piece => PROPERTIES.map(name => piece[name]));

const result = { made: {}, clues: {}, again: [] };
for (const genre of genres) {
  result.made[genre] = [];
  for (let at = 0; at < boards; at++) tried(() => result.made[genre].push(edited(genre)));
  tried(() => { result.clues[genre] = clues(genre); });
}
for (const link of links) {
  const puzzle = opened(link), { cell, cross, border, excell } = puzzle.board;
  result.again.push([linkOf(puzzle), JSON.stringify([cell, cross, border, excell].map(said))]);
}
console.log(JSON.stringify(result));
