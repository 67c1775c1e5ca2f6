// Behind Study nothing is filled in: keys and presses select a cell, and the steps are walked.
import { t } from "./texts.js";

export class Reading {
  constructor(editor) {
    this.editor = editor;
  }

  items() {
    return [];
  }

  help() {
    return t("spaceTellsTheNext");
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
