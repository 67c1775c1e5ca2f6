// The small field in which the clues of one line are written, where they stand beside the board.
import { element } from "./dom.js";

const HEIGHT = 36;

/** accept(place, text): takes the text over, false if it cannot; done(place, kept): the field was closed by a key. */
export function createField(frame, { accept, done }) {
  const field = element("input", {
    type: "text", class: "board-field", hidden: true, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
  });
  let place = null;
  frame.append(field);

  const close = (keeps, byKey) => {
    if (place === null) return;
    const closed = place;
    if (keeps && !accept(closed, field.value) && byKey) return; // it stays open, to be mended
    place = null;
    field.hidden = true;
    if (byKey) done(closed, keeps);
  };
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (!["Enter", "Escape"].includes(event.key) || event.isComposing) return;
    event.preventDefault();
    close(event.key === "Enter", true);
  });
  field.addEventListener("blur", () => close(true, false));

  return {
    /** Closes it without a word. */
    drop() {
      place = null;
      field.hidden = true;
    },
    /** Opens it over the outline of a margin's place. text: what stands in it; whole: all of it is selected. */
    open(newPlace, { text, label, outline, whole }) {
      place = newPlace;
      field.value = text;
      field.setAttribute("aria-label", label);
      const [around, box] = [frame, outline].map((each) => each.getBoundingClientRect());
      const aside = place[0] === "left" || place[0] === "right";
      const width = Math.max(box.width, aside ? 110 : 80);
      const left = { left: box.right - width, right: box.left }[place[0]] ?? box.left + (box.width - width) / 2;
      const top = { top: box.bottom - HEIGHT, bottom: box.top }[place[0]] ?? box.top + (box.height - HEIGHT) / 2;
      Object.assign(field.style, {
        left: `${Math.max(0, left - around.left)}px`, top: `${top - around.top}px`, width: `${width}px`, height: `${HEIGHT}px`,
      });
      field.hidden = false;
      field.focus();
      if (whole) field.select();
    },
  };
}
