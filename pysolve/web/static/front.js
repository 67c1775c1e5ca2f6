// The front page above its gallery: the puzzle of the day, and the picture that moves, which is loaded once all else is there.

import { byId } from "./dom.js";
import { Refusal, get } from "./service.js";
import { language, loadTexts } from "./texts.js";

// later(act): does it when the browser has nothing else to do. Returns update(), to be called when the view has changed.
export function createFront(later) {
  let shown = null; // the day whose puzzle is shown
  let moving = null;

  const isSeen = (place) => getComputedStyle(place).display !== "none";

  function update() {
    if (byId("gallery").hidden) return;
    if (isSeen(byId("day"))) showDay(new Date());
    if (isSeen(byId("moving"))) moving ??= later(showMoving);
  }

  // By the calendar of whoever looks, so that it is the same for everybody on the same date.
  async function showDay(date) {
    const day = [date.getMonth() + 1, date.getDate()].map((each) => String(each).padStart(2, "0")).join("-");
    if (day === shown) return;
    shown = day;
    byId("day").href = `#/play/day=${day}`;
    byId("day-date").textContent = date.toLocaleDateString(language === "en" ? "en-GB" : language, { day: "numeric", month: "long" });
    try {
      const { title, about, svg } = await get(`api/days/${day}`);
      byId("day-title").textContent = title;
      byId("day-about").textContent = about;
      byId("day-picture").src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    } catch (error) {
      shown = null; // so that it is requested again
      if (!(error instanceof Refusal)) throw error;
    }
  }

  async function showMoving() {
    await loadTexts();
    (await import("./moving.js")).createMoving(byId("moving"));
  }

  update();
  return { update };
}
