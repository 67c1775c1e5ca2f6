// How large the board is drawn: as high as the window has room, fitted into its place, or zoomed.

import { byId } from "./dom.js";

const LEAST = 288; // pixels of height that the board has in any case
const STEP = 1.25;
const BELOW = 16; // pixels left free below the board

export function createFit(bench) {
  const place = byId("board");
  let zoom = null; // pixels for a unit of the picture; null: as the window has room

  const scroll = () => place.querySelector(".board-scroll");
  const picture = () => place.querySelector(".board-frame > svg");

  /** The board is as high as the window, less what stands above it. */
  function update() {
    if (!scroll() || byId("workbench").hidden) return;
    const above = scroll().getBoundingClientRect().top - byId("workbench").getBoundingClientRect().top;
    const head = byId("workbench").getBoundingClientRect().top + scrollY;
    place.style.setProperty("--board-tallest", `${Math.max(LEAST, innerHeight - Math.max(above, 0) - head - BELOW)}px`);
  }

  function put(value) {
    zoom = value;
    place.classList.toggle("zoomed", zoom !== null);
    if (zoom !== null) place.style.setProperty("--board-zoom", zoom.toFixed(4));
    byId("zoom-fit").setAttribute("aria-pressed", String(zoom !== null && zoom === fitting()));
  }

  const unitsOf = (name) => Number(picture().style.getPropertyValue(name));

  /** The scale at which the whole board is seen. */
  function fitting() {
    const { clientWidth } = scroll();
    const tallest = parseFloat(place.style.getPropertyValue("--board-tallest")) || innerHeight;
    return Math.min(clientWidth / unitsOf("--board-width"), (tallest - 4) / unitsOf("--board-height"));
  }

  const change = (factor) => put(Math.min(4, Math.max(0.15, (picture().getBoundingClientRect().width / unitsOf("--board-width")) * factor)));
  byId("zoom-in").addEventListener("click", () => change(STEP));
  byId("zoom-out").addEventListener("click", () => change(1 / STEP));
  byId("zoom-fit").addEventListener("click", () => put(zoom === null ? fitting() : null));
  addEventListener("resize", update);
  bench.on("loaded mode type", () => {
    put(null);
    requestAnimationFrame(update);
  });
}
