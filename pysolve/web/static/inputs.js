// What somebody writes as a token of the puzzle: which token it is, and why it is refused.
import { t } from "./texts.js";
import { accepts, meaning } from "./tokens.js";

/** Other ways to write a direction at the end of a token: 2r, 2>, 2→ for 2e. */
const WINDS = {
  r: "e", l: "w", u: "n", d: "s", ">": "e", "<": "w", "^": "n", v: "s", "→": "e", "←": "w", "↑": "n", "↓": "s",
};

function withDirection(part, text) {
  const takes = part.tokens.some(({ fields }) => Object.values(fields ?? {}).includes("direction"));
  const wind = WINDS[text.slice(-1).toLowerCase()];
  return takes && wind && text.length > 1 ? text.slice(0, -1) + wind : null;
}

export class Inputs {
  constructor(editor) {
    this.editor = editor;
  }

  /** A text as a token of a part, blanks included; null if it is none, or a number out of range. */
  tokenIn(part, text) {
    const { model } = this.editor;
    const token = [text, text.toUpperCase(), text.toLowerCase(), withDirection(part, text)].find((each) => each !== null && accepts(part, each, model));
    if (token === undefined) return null;
    const taken = meaning(part, token, model)?.any_of;
    if (["int", "symbol"].includes(taken) && !this.isInRange(part, token, taken)) return null;
    const isCapital = taken === "letter" || (taken === "symbol" && !model.symbols?.includes(token));
    return isCapital ? token.toUpperCase() : token;
  }

  /** Whether a number may stand in a part, as far as that is known. */
  isInRange(part, token, taken) {
    if (!/^\d+$/.test(token)) return true;
    const { model } = this.editor;
    if (taken === "symbol" && model.symbols === null && Number(token) > model.rows) return false;
    return this.editor.isInRange(part, token);
  }

  /** Why some tokens cannot stand in parts, one of each and the rest in the last; null if they can. */
  refused(parts, tokens) {
    const partOf = (at) => parts[Math.min(at, parts.length - 1)];
    const wrong = tokens.findIndex((token, at) => this.tokenIn(partOf(at), token) === null);
    return wrong < 0 ? null : this.refusal(partOf(wrong), tokens[wrong]);
  }

  /** Why a text is not a token of a part. */
  refusal(part, text) {
    const range = this.editor.rangeOf(part);
    if (!range || !/^\d+$/.test(text)) return t("cannotStand", { text });
    const { least, most } = range;
    return most === null ? t("cannotStandLeast", { text, least }) : t("cannotStandRange", { text, least, most });
  }
}
