// A short word beside the place that it is about: why nothing happened there, or something else than was wanted.
import { announce, element } from "./dom.js";

const GAP = 6;

/** frame: the element in which the word stands. */
export function createNotice(frame) {
  const notice = element("p", { class: "notice", hidden: true, "aria-hidden": "true" }); // screen readers are told elsewhere
  frame.append(notice);

  /** Shows a sentence under a box of the screen, or over it where there is no room. */
  function showAt(sentence, box) {
    notice.textContent = sentence.charAt(0).toUpperCase() + sentence.slice(1);
    notice.hidden = false;
    const [around, own] = [frame, notice].map((each) => each.getBoundingClientRect());
    const left = Math.min(box.left - around.left, around.width - own.width - GAP);
    const below = box.bottom - around.top + GAP;
    const room = Math.max(innerHeight - around.top, around.height);
    const top = below + own.height > room ? box.top - around.top - own.height - GAP : below;
    Object.assign(notice.style, { left: `${Math.max(GAP, left)}px`, top: `${Math.max(GAP, top)}px` });
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
