// Enters boards in pzpr's editor, that of puzz.link, or solves them in its player. Reads from standard input a JSON list of [link, acts,
// "play" for the player]: an act is ["click", column, row], ["drag", column, row, …], in half cells, ["key", name] or ["mode", tool].
// Writes the links of what came of them; of the player, whether that is solved.
const pzpr = require("pzpr");

function done([link, acts, mode = "edit"]) {
  const puzzle = new pzpr.Puzzle();
  puzzle.open(link);
  puzzle.setMode(mode);
  for (const [kind, ...rest] of acts) {
    if (kind === "mode") puzzle.mouse.setInputMode(rest[0]);
    else if (kind === "key") puzzle.key.inputKeys(...rest);
    else puzzle.mouse.inputPath("left", ...(rest.length === 2 ? [...rest, ...rest] : rest));
  }
  return mode === "play" ? puzzle.check(true).complete : puzzle.getURL();
}

console.log(JSON.stringify(JSON.parse(require("fs").readFileSync(0)).map(done)));
