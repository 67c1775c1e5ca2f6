// What embed.html does: a page of anybody's that shows a puzzle and talks with it. Not a part of the workbench.

(() => {
  const PUZZLES = {
    sudoku: "puzzle: sudoku\ngrid: |\n  1 . . .\n  . . 3 .\n  . 4 . .\n  . . . 2\n",
    slitherlink: "https://puzz.link/p?slither/5/5/cbcbcddad",
  };
  const byId = (id) => document.getElementById(id);
  const say = (text) => (byId("said").textContent = text);
  const { pysolve } = /** @type {any} */ (globalThis);

  const puzzle = pysolve.embed(byId("puzzle"), { puzzle: PUZZLES.sudoku, title: "Sudoku", height: 620 })
    .on("ready", ({ title }) => say(`Ready: ${title}`))
    .on("changed", ({ title, filled }) => say(`${title}, marks filled in: ${filled.length}`))
    .on("solved", ({ title }) => say(`Solved: ${title}`));

  const asks = {
    other: async () => puzzle.set((await puzzle.state()).type === "sudoku" ? PUZZLES.slitherlink : PUZZLES.sudoku),
    verdict: async () => say((await puzzle.verdict()).verdict),
    step: async () => say((await puzzle.steps(1)).steps[0]?.says ?? "No step"),
    answer: async () => say((await puzzle.answer()).answers[0]?.plain ?? "No answer"),
  };
  for (const [name, ask] of Object.entries(asks)) {
    byId(name).addEventListener("click", () => ask().catch((error) => say(error.message)));
  }
})();
