// A short word beside the place that it is about: why nothing happened there, or something else than was wanted.
import { announce, capital, element } from "./dom.js";

const GAP = 6;

/** Puts an element, which is fixed on the screen, under a box, or over it where there is no room. */
export function putBeside(fixed, box, gap) {
  const { width, height } = fixed.getBoundingClientRect();
  const below = box.bottom + gap;
  const top = below + height > innerHeight ? box.top - height - gap : below;
  const left = Math.min(box.left, document.documentElement.clientWidth - width - gap);
  Object.assign(fixed.style, { left: `${Math.max(gap, left)}px`, top: `${Math.max(gap, top)}px` });
}

/** frame: the element in which the word stands. */
export function createNotice(frame) {
  const notice = element("p", { class: "notice", hidden: true, "aria-hidden": "true" }); // screen readers hear it elsewhere
  frame.append(notice);
  addEventListener("scroll", () => (notice.hidden = true), { capture: true, passive: true });

  /** Shows a sentence under a box of the screen, or over it where there is no room. */
  function showAt(sentence, box) {
    notice.textContent = capital(sentence);
    notice.hidden = false;
    putBeside(notice, box, GAP);
  }
  const show = (sentence, beside) => showAt(sentence, (beside ?? frame).getBoundingClientRect());
  return {
    show,
    showAt,
    /** The same, also for screen readers. */
    say(sentence, beside) {
      announce(sentence);
      show(sentence, beside);
    },
    hide() {
      notice.hidden = true;
    },
  };
}
