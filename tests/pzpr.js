// Puts answers on pzpr's boards and lets it judge them. Reads from standard input a JSON list of [link, groups, genre,
// givens, checks]: groups of marks, a mark being [column, row, property, value], the place in half cells, or of a line to
// another place [column, row, "segment COLUMN ROW", 1]; such groups that the board starts with; and, unless there are none,
// the checks that take the place of those of the link's genre. Writes a JSON list of {read, codes, changed}: the link as
// pzpr writes it again, the codes of the rules that the answer breaks, and those that it breaks when one group is left out
// (a number is changed instead), for each that is not given already.
const pzpr = require("pzpr");

function codesOf(puzzle) {
  puzzle.board.rebuildInfo();
  puzzle.checker.resetCache();
  return Array.from(puzzle.check(true));
}

function judge([link, answer, genre, givens, checks]) {
  const puzzle = new pzpr.Puzzle();
  puzzle.open(link);
  const read = puzzle.getURL().split("?")[1];
  puzzle.setConfig("multierr", true); // all codes, not only the first
  const { arrowin, arrowout } = puzzle.board; // where the line comes in at the edge, and goes out
  for (const end of [arrowin, arrowout]) if (end) end.getb().line = 1;
  if (checks.length) puzzle.board.excell.each(margin => { margin.qnum = margin.qnum2 = -1; }); // no clue, rather than 0
  for (const [column, row, property, value] of givens.flat()) puzzle.board.getobj(column, row)[property] = value;
  if (checks.length) puzzle.checker.checklist_normal = checks.map(check => puzzle.checker[check]);
  const groups = answer.map(marks => marks.map(([column, row, property, value]) => {
    if (property.startsWith("segment")) return { segment: [column, row, ...property.split(" ").slice(1).map(Number)] };
    const piece = puzzle.board.getobj(column, row);
    if (piece.isnull) throw new Error(`${link}: there is nothing at ${column}, ${row}`);
    const given = property === "anum" ? piece.getNum() === value : property === "line" && (piece.isLine() || piece.isLineEX());
    return { piece, property, value, given, empty: piece[property] };
  }));
  const put = group => {
    for (const { piece, property, value, segment } of group) {
      if (segment) puzzle.board.segment.addSegmentByAddr(...segment);
      else piece[property] = value;
    }
  };
  groups.forEach(put);
  const codes = codesOf(puzzle);
  const changed = groups.filter(group => !group.every(mark => mark.given)).map(group => {
    for (const { piece, property, value, empty, segment } of group) {
      if (segment) puzzle.board.segment.removeSegmentByAddr(...segment);
      else piece[property] = property !== "anum" ? empty : value > 1 ? value - 1 : value + 1;
    }
    const result = codesOf(puzzle);
    put(group);
    return result;
  });
  return { read, codes, changed };
}

console.log(JSON.stringify(JSON.parse(require("fs").readFileSync(0)).map(judge)));
