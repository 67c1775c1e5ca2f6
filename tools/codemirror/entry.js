// What pysolve/web/static uses of CodeMirror, and no more.
export { autocompletion } from "@codemirror/autocomplete";
export { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
export { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
export {
  forEachDiagnostic,
  linter,
  lintGutter,
  nextDiagnostic,
  previousDiagnostic,
  setDiagnostics,
} from "@codemirror/lint";
export { search, searchKeymap } from "@codemirror/search";
export { EditorState } from "@codemirror/state";
export {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
export { Tag, tags } from "@lezer/highlight";
