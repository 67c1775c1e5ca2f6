// The texts of the modules with which the page starts: English has them in a file of their own, so that no others are waited for.
export default {
  // The page itself (index.html)
  openAPuzzle: "Open a puzzle",
  open: "Open",
  newType: "New type",
  rules: "Rules",

  // app.js
  playMakeAndStudy: "Play, make and study logic puzzles: every clue gets its verdict at once, and every verdict its reason.",
  puzzlesToPlay: "Puzzles to play",
  chooseATypeOr: "Choose a type, or take the puzzle of the day. What breaks a rule is shown if you ask, and each step is explained if you like.",
  makeAPuzzle: "Make a puzzle",
  chooseATypeWhether: "Choose a type: whether there is one answer follows every clue that you set. Or start a type of your own.",
  studyAPuzzle: "Study a puzzle",
  chooseATypeAnd: "Choose a type, and see how it is solved: step by step, each with its reason.",

  // book.js
  chooseAFileOr: "choose a file, or paste a text",

  // dialogs.js
  close: "Close",
  cancel: "Cancel",

  // gallery.js
  exampleOf: "An example of {name}",
  other: "other",
  wellKnown: "well known",
  rulesOf: "Rules of {name}",
  types: { one: "{count} type", other: "{count} types" },
  typesFound: { one: "{count} type of {all} found", other: "{count} types of {all} found" },
  typesMeant: { one: "{count} type of {all} found that may be meant", other: "{count} types of {all} found that may be meant" },
  toPlay: "to play",
  toEdit: "to edit",
  toStudy: "to study",
  openedLast: "Opened last",
  all: "All",
  mine: "Mine",
  typesOfWhichThis: "Types of which this browser keeps a puzzle that you have begun",
  thereAreNoneIn: "There are none in words yet.",
  variants: "Variants:",

  // opening.js
  linkNotOpened: "This link cannot be opened: {error}.",
  ruleLeftOut: "Whatever rule it stands for is left out with it.",
  fileOfWords: "Words of a file …",
  wordsTakenLater: "Its words can be taken from a file, below the board.",
  openWithout: "Open without: {what}",
  pastedNoPuzzle: "what was pasted is not a puzzle: {text}",
  thereIsNothingInIt: "there is nothing in it to open",
  openItWithout: "Open it without?",
  aFileThatIs: "a file that is not text",
  whichTypeOfPuzzle: "Which type of puzzle is this?",
  likelyTypes: "Likely types",
  otherTypes: "Other types",
  type: "Type",
  aPuzzleOfAnother: "A puzzle of another program, a table, a workbook or a text. It can also be dropped anywhere on the page.",
  orThePuzzleAs: "Or the puzzle as text",
  aFile: "A file",
  name: "Name",
  smallLettersAndDigits: "Small letters and digits, for instance: threes",
  like: "Like",
  theKindOfPuzzle: "The kind of puzzle: its rules and its example are there to be changed",
  create: "Create",
  thereIsNoText: "there is no text in what was pasted",

  // service.js
  addedRules: "Added rules",
  answeredWithStatus: "the service answered with status {status}",
  theServiceEndedBefore: "the service ended before it had answered",
  theServiceCannotBe: "the service cannot be reached; is it still running?",
  theServiceIsBusy: "the service is busy with other requests; try again in a while",

  // share.js
  thisBrowserCannotPack: "this browser cannot pack a puzzle into a link; download it instead",
  thisLinkIsDamaged: "This link is damaged: part of it is missing or changed. Ask for it to be copied again.",
  linkHoldsNoPuzzle: "This link is damaged: it does not hold a puzzle.",
};
