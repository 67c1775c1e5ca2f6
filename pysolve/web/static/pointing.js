// Mouse, pen and touch on the board: from a press to its release, place by place.
import { UNIT } from "./geometry.js";

/**
 * view: what is drawn (view.js); places(): the places of the board. press(hit, event): what a press begins, as an object
 * {move(hit), end(moved)}, or null for nothing. move is called for every place on the way, also if the pointer leaps;
 * end with true if the pointer left its first place; cancel where the browser takes the pointer away. Then comes done().
 * A hit is {place, point, side}: side is the nearest side of the cell, {at, distance, neighbour}.
 */
export function createPointing(frame, { view, places, press, done }) {
  let [gesture, pressing] = [null, false];

  const pointOf = ({ clientX, clientY }) => {
    const { svg, sizes } = view;
    const box = svg.getBoundingClientRect();
    const scale = sizes.width / box.width;
    return [(clientX - box.left) * scale - sizes.origin[0], (clientY - box.top) * scale - sizes.origin[1]];
  };
  const hitAt = (point) => ({ point, ...hitOf(point, view.sizes, places()) });

  frame.addEventListener("pointerdown", (event) => {
    if (gesture || event.button > 2 || event.target.closest("input")) return;
    const hit = hitAt(pointOf(event));
    pressing = true;
    const begun = press(hit, event);
    pressing = false;
    if (!begun) return void done();
    gesture = { ...begun, id: event.pointerId, first: JSON.stringify(hit.place), last: hit.point, moved: false };
    frame.setPointerCapture(event.pointerId);
  });

  frame.addEventListener("pointermove", (event) => {
    if (event.pointerId !== gesture?.id) return;
    const [[ax, ay], [bx, by]] = [gesture.last, pointOf(event)];
    const steps = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / (UNIT / 5)));
    for (let at = 1; at <= steps; at += 1) {
      const hit = hitAt([ax + ((bx - ax) * at) / steps, ay + ((by - ay) * at) / steps]);
      if (JSON.stringify(hit.place) !== gesture.first) gesture.moved = true;
      gesture.move?.(hit, gesture.moved);
    }
    gesture.last = [bx, by];
  });

  const end = (event, cancelled) => {
    if (event.pointerId !== gesture?.id) return;
    const ended = gesture;
    gesture = null;
    if (cancelled) ended.cancel?.();
    else ended.end?.(ended.moved);
    done();
  };
  frame.addEventListener("pointerup", (event) => end(event, false));
  frame.addEventListener("pointercancel", (event) => end(event, true));
  frame.addEventListener("mousedown", (event) => {
    if (!event.target.closest("input")) event.preventDefault(); // what handles the event decides where the focus goes
  });
  frame.addEventListener("contextmenu", (event) => {
    if (!event.target.closest("input")) event.preventDefault();
  });

  return { busy: () => gesture !== null || pressing };
}

/** Which place lies at a point, and which side of a cell is nearest. */
export function hitOf([x, y], sizes, places) {
  const { board } = places;
  const other = places.shape === "grid" ? null : nearest([x, y], places);
  if (other) return { place: other, side: null };
  const cell = places.shape === "grid" ? board.cellAt([x, y], places.all) : null;
  if (cell) return { place: cell, side: sideAt([x, y], cell, places) };
  return { place: marginAt([x, y], sizes, places), side: outerSide([x, y], places) };
}

/** The corner, or side, that is near to a point. */
function nearest([x, y], places) {
  let [best, least] = [null, UNIT / 2];
  for (const place of places.inRows().flat()) {
    const [px, py] = places.board.point(place);
    const distance = Math.hypot(x - px, y - py);
    if (distance < least) [best, least] = [place, distance];
  }
  return best;
}

function sideAt([x, y], cell, { board }) {
  const sides = board.sides(cell).map(({ neighbour, side: [[ax, ay], [bx, by]] }, at) => (
    { at, cell, neighbour, distance: Math.hypot(x - (ax + bx) / 2, y - (ay + by) / 2) }));
  return sides.reduce((best, each) => (each.distance < best.distance ? each : best));
}

/** A little outside of the board, the side of the cell that is nearest. */
function outerSide([x, y], places) {
  if (places.board.shifted) {
    const beside = places.board.nearestCell([x, y], places.all, (1 / 2 + 1 / 3) * UNIT);
    return beside && sideAt([x, y], beside, places);
  }
  const near = (value, size) => Math.min(Math.max(value, 1), size - 1);
  const inside = [near(x, places.board.width), near(y, places.board.height)];
  const cell = Math.hypot(x - inside[0], y - inside[1]) < UNIT / 3 ? places.board.cellAt(inside, places.all) : null;
  return cell && sideAt([x, y], cell, places);
}

function marginAt([x, y], { left, right, top, bottom }, places) {
  const { board } = places;
  const [row, column] = [Math.floor(y / UNIT) + 1, Math.floor(x / UNIT) + 1];
  const margin = x < 0 && x > -left - UNIT / 3 ? ["left", row]
    : x > board.width && x < board.width + right + UNIT / 3 ? ["right", row]
      : y < 0 && y > -top - UNIT / 3 ? ["top", column]
        : y > board.height && y < board.height + bottom + UNIT / 3 ? ["bottom", column] : null;
  return places.has(margin) ? margin : null;
}
