// Enters boards in pzpr's editor, that of puzz.link. Reads from standard input a JSON list of [link of an empty board, acts]: an act is
// ["click", column, row], ["drag", column, row, …], in half cells, ["key", name] or ["mode", tool]. Writes the links of what came of them.
const pzpr = require("pzpr");

function entered([link, acts]) {
  const puzzle = new pzpr.Puzzle();
  puzzle.open(link);
  puzzle.setMode("edit");
  for (const [kind, ...rest] of acts) {
    if (kind === "mode") puzzle.mouse.setInputMode(rest[0]);
    else if (kind === "key") puzzle.key.inputKeys(...rest);
    else puzzle.mouse.inputPath("left", ...(rest.length === 2 ? [...rest, ...rest] : rest));
  }
  return puzzle.getURL();
}

console.log(JSON.stringify(JSON.parse(require("fs").readFileSync(0)).map(entered)));
