// How rule files (the language of clingo) and YAML are coloured. Each token gets the class `rules-<its name>`.

import { HighlightStyle, StreamLanguage, syntaxHighlighting, Tag, tags } from "./vendor/codemirror.js";

const tokenTable = {
  comment: tags.comment,
  sentence: Tag.define(tags.docComment), // %! says what the rule below requires
  string: tags.string,
  number: tags.number,
  variable: tags.variableName,
  predicate: tags.function(tags.name),
  negation: tags.keyword,
  directive: tags.definitionKeyword,
  arrow: tags.controlOperator,
  operator: tags.operator,
  bracket: tags.paren,
  key: tags.propertyName,
};

export const highlighting = syntaxHighlighting(
  HighlightStyle.define(Object.entries(tokenTable).map(([name, tag]) => ({ tag, class: `rules-${name}` }))),
);

// The first that matches is the token.
const ASP = table([
  [/%!.*/, "sentence"],
  [/%.*/, "comment"],
  [/"(?:[^"\\]|\\.)*"?/, "string"],
  [/0x[\da-fA-F]+|0o[0-7]+|0b[01]+|\d+/, "number"],
  [/not(?![\w'])/, "negation"],
  [/#[a-z]+/, "directive"],
  [/[_']*[A-Z][\w']*|_(?![\w'])/, "variable"],
  [/[@&]?[_']*[a-z][\w']*/, "predicate"],
  [/:[-~]/, "arrow"],
  [/\.\.|[<>!]=|\*\*|[-+*/\\^?&~|<>=@]/, "operator"],
  [/[()[\]{}]/, "bracket"],
  [/./, null],
]);

export const asp = StreamLanguage.define({
  name: "asp",
  tokenTable,
  languageData: { commentTokens: { line: "%", block: { open: "%*", close: "*%" } } },
  startState: () => ({ depth: 0 }), // of comments within comments
  token(stream, state) {
    if (state.depth || stream.match(/%\*/, false)) return blockComment(stream, state);
    if (stream.eatSpace()) return null;
    return first(stream, ASP);
  },
});

// Within %* … *% a % hides the rest of its line, as in clingo.
function blockComment(stream, state) {
  do {
    if (stream.match("%*")) state.depth += 1;
    else if (stream.match("*%")) state.depth -= 1;
    else if (stream.peek() === "%") stream.skipToEnd();
    else stream.next();
  } while (state.depth && !stream.eol());
  return "comment";
}

const YAML_END = /(?=\s*(?:$|[,\]}]|\s#))/.source;
const YAML = table([
  [/(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'{}[\],:#&*!|>%@-][^{}[\],:#]*)(?=\s*:(?:\s|$))/, "key"],
  [/"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?/, "string"],
  [/[-:?](?=\s|$)|,/, "operator"],
  [/[{}[\]]/, "bracket"],
  [new RegExp(`-?\\d+(?:\\.\\d+)?${YAML_END}`), "number"],
  [new RegExp(`(?:yes|no|true|false|null)${YAML_END}`), "directive"],
]);
const PLAIN = /^.+?(?=\s#|$)/;
const PLAIN_IN_BRACKETS = /^[^,\]}]+/;

export const yaml = StreamLanguage.define({
  name: "yaml",
  tokenTable,
  languageData: { commentTokens: { line: "#" } },
  startState: () => ({ depth: 0, block: -1 }), // of brackets; the indent of the key whose text stands behind a |
  token(stream, state) {
    if (stream.sol()) {
      if (stream.indentation() <= state.block) state.block = -1;
      if (state.block >= 0) {
        stream.skipToEnd();
        return "string";
      }
    }
    const spaced = /^$|\s/.test(stream.string.charAt(stream.pos - 1));
    if (stream.eatSpace()) return null;
    if (spaced && stream.match(/^#.*/)) return "comment";
    if (state.depth <= 0 && stream.match(/^[|>][-+\d]*\s*$/)) {
      state.block = stream.indentation();
      return "operator";
    }
    const token = first(stream, YAML);
    if (token === "bracket") state.depth += /[{[]/.test(stream.current()) ? 1 : -1;
    if (token === undefined) stream.match(state.depth > 0 ? PLAIN_IN_BRACKETS : PLAIN);
    return token;
  },
});

function table(rows) {
  return rows.map(([pattern, token]) => [new RegExp(`^(?:${pattern.source})`), token]);
}

function first(stream, rows) {
  return rows.find(([pattern]) => stream.match(pattern))?.[1];
}
