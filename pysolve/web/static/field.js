// The small field in which a token, or the clues of a line, are written where they stand; with a pad of what may come next.
import { element } from "./dom.js";
import { putBeside } from "./notice.js";
import { t } from "./texts.js";

const HEIGHT = 36;

/**
 * accept(place, text): takes the text over, false if it cannot. done(place, kept): the field was closed by a key.
 * next(place, text): what may follow, [{text, label}]; isWhole(place, text): whether it can be taken and nothing may follow.
 */
export function createField(frame, { accept, done, next, isWhole }) {
  const field = element("input", {
    type: "text", class: "board-field", hidden: true, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
  });
  const pad = element("div", { class: "board-pad", role: "group", "aria-label": t("whatMayComeNext"), hidden: true });
  let place = null;
  frame.append(field, pad);

  const hide = () => {
    place = null;
    field.hidden = pad.hidden = true;
  };
  const close = (keeps, byKey) => {
    if (place === null) return;
    const closed = place;
    if (keeps && !accept(closed, field.value) && byKey) return; // it stays open, to be mended
    hide();
    if (byKey) done(closed, keeps);
  };
  const offer = () => {
    const items = next(place, field.value);
    pad.hidden = !items.length;
    pad.replaceChildren(...items.map(({ text, label }) => element("button", {
      type: "button", tabindex: "-1", "aria-label": text, on: { click: () => write(text) },
    }, label)));
    if (items.length) show();
  };
  // Beside the field where fingers are; elsewhere below the board: the cell that is clicked next shall not lie under it.
  const show = () => {
    const { left, top, bottom } = field.getBoundingClientRect();
    const around = matchMedia("(pointer: coarse)").matches ? { top, bottom } : frame.getBoundingClientRect();
    putBeside(pad, { left, top: around.top, bottom: around.bottom }, 3);
  };
  addEventListener("scroll", () => place !== null && show(), { capture: true, passive: true });
  const written = () => (isWhole(place, field.value) ? close(true, true) : offer());
  const write = (text) => {
    field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
    written();
  };
  field.addEventListener("input", (event) => !event.isComposing && written());
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    const wind = { ArrowUp: "n", ArrowDown: "s", ArrowLeft: "w", ArrowRight: "e" }[event.key];
    if (wind && field.value && next(place, field.value).some(({ text }) => text === wind)) {
      event.preventDefault();
      field.setSelectionRange(field.value.length, field.value.length);
      return write(wind);
    }
    if (!["Enter", "Escape"].includes(event.key) || event.isComposing) return;
    event.preventDefault();
    close(event.key === "Enter", true);
  });
  field.addEventListener("blur", () => close(true, false));
  pad.addEventListener("pointerdown", (event) => {
    event.preventDefault(); // the field keeps the focus
    event.stopPropagation();
  });

  return {
    element: field,
    /** Closes it without a word. */
    drop: hide,
    /** Opens it over the outline of a place. text: what stands in it; whole: all of it is selected. */
    open(newPlace, { text, label, outline, whole }) {
      place = newPlace;
      field.value = text;
      field.setAttribute("aria-label", label);
      const [around, box] = [frame, outline].map((each) => each.getBoundingClientRect());
      const aside = place[0] === "left" || place[0] === "right";
      const width = Math.max(box.width, aside ? 110 : 80);
      const left = { left: box.right - width, right: box.left }[place[0]] ?? box.left + (box.width - width) / 2;
      const top = { top: box.bottom - HEIGHT, bottom: box.top }[place[0]] ?? box.top + (box.height - HEIGHT) / 2;
      const at = { left: Math.max(0, left - around.left), top: top - around.top };
      Object.assign(field.style, { left: `${at.left}px`, top: `${at.top}px`, width: `${width}px`, height: `${HEIGHT}px` });
      field.hidden = false;
      field.focus();
      if (whole) field.select();
      offer();
    },
  };
}
