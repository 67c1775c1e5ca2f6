// Behind Study nothing is filled in: keys and presses select a cell, and the steps are walked.
export class Reading {
  constructor(editor) {
    this.editor = editor;
  }

  items() {
    return [];
  }

  help() {
    return "Space tells the next step. A click selects the cell that a guess is about.";
  }

  get holdsFinger() {
    return false;
  }

  key() {
    return false;
  }

  press({ place }) {
    if (place) this.editor.select(place);
    return null;
  }
}
