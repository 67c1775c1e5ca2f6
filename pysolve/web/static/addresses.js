// The addresses of the page, and the work that the browser keeps for each.
//
//   #/            the front page, with the gallery; #/play, #/make, #/study: the gallery, whose cards lead behind that door
//   #/DOOR/NAME   a type with its smallest example, or the work that was left there
//   #/DOOR/NAME?variant=NAME   the same with a variant of its rules that this browser keeps
//   #/DOOR/day=MM-DD   the puzzle of a day
//   #/DOOR/p=DATA a puzzle that somebody shared (share.js)
//   #puzzle=TEXT  a puzzle as a text, or as the link of another site
//   #/type/NAME, #/p=DATA   as the page wrote them before it had doors

import { DOORS } from "./bench.js";
import { byId, settled } from "./dom.js";
import { addressOfType } from "./gallery.js";
import { forgetWork, keepOpened, keepWork, workAt } from "./memory.js";
import { addressOf, isShared, workOf } from "./share.js";
import { t } from "./texts.js";

const PAUSE = 250; // milliseconds without an edit before work is kept
const PAGE = import.meta.url; // it says which version of the page this is: another one may have other models
const DAY = /^#\/(?:play|make|study)\/day=(.+)$/;
const TYPE = /^#\/(play|make|study|type)\/([^?]+)(?:\?variant=(.+))?$/;

// showGallery(door): shows it. attempt(act): does it, and complains if it fails.
export function createAddresses(bench, works, { showGallery, attempt }) {
  let address = null; // that was followed last
  let place = null; // the address of the work on the workbench, or null while it is not to be seen
  let following = Promise.resolve(null);
  const handed = new Map(); // from an address to the work that it holds, which has been read already

  // What was filled in belongs to the puzzle, wherever it is played; of the rest nothing changes there.
  function save() {
    later.drop();
    if (place === null || bench.door === "play") return;
    const { editor } = bench;
    keepWork(place, { ...bench.work(), progress: editor.progress(), model: editor.model(), past: editor.past(), page: PAGE });
  }
  const later = settled(PAUSE, save);

  // Follows the address of the page, one after the other. What was wrong, or null.
  function route() {
    following = following.then(async () => {
      const wanted = (location.hash || "#/").replace(/^#\/type\//, "#/make/");
      if (wanted === address) return null;
      save();
      place = null;
      const isFirst = address === null;
      address = wanted;
      const error = await attempt(() => follow(wanted));
      const isAlone = !("embed" in document.documentElement.dataset); // else the page around it would lose the focus
      if (!isFirst && isAlone) byId("heading").focus({ preventScroll: true });
      return error;
    });
    return following;
  }

  async function follow(wanted) {
    const door = DOORS.find((each) => wanted.startsWith(`#/${each}`)) ?? DOORS[0];
    if (!isShared(wanted) && !TYPE.test(wanted)) return showGallery(door);
    try {
      if (!(await goOn(wanted, door))) await begin(wanted, door);
      place = wanted;
      keepOpened(wanted, bench.details.title || bench.type.title);
      scrollTo(0, 0);
    } catch (error) {
      showGallery(door);
      throw error;
    }
  }

  // Goes on with the work that was left at an address; whether there was any, and it can still be read.
  async function goOn(wanted, door) {
    const kept = door === "play" ? null : (workAt(wanted) ?? workAt(wanted.replace("#/make/", "#/type/")));
    if (!kept) return false;
    try {
      await works.open(door, { ...kept, ...(kept.page === PAGE ? {} : { model: null, past: [] }) }, true);
      byId("file-status").textContent = t("thisIsThePuzzle");
      return true;
    } catch {
      forgetWork(wanted);
      return false;
    }
  }

  async function begin(wanted, door) {
    const [, day] = DAY.exec(wanted) ?? [];
    if (day) return works.openDay(door, day);
    if (!isShared(wanted)) return works.openType(door, ...TYPE.exec(wanted).slice(2).map((each) => decodeURIComponent(each ?? "")));
    const work = handed.get(wanted) ?? (await workOf(wanted));
    return works.open(work.door ?? door, work, handed.has(wanted));
  }

  // Opens work behind a door, at the address that it is shared by.
  async function go(door, work) {
    const { model, ...shared } = work;
    const wanted = await addressOf(shared, door);
    handed.set(wanted, { model, ...shared });
    forgetWork(wanted);
    if (location.hash === wanted) address = null;
    location.hash = wanted;
    return route();
  }

  // Gives work that came from elsewhere the address of its type.
  function settle() {
    address = addressOfType(bench.type.name, bench.door);
    place = address;
    if (location.hash !== address) history.pushState(null, "", address);
    save();
    byId("heading").focus({ preventScroll: true });
  }

  bench.on("content play described", later);
  addEventListener("pagehide", save);
  return { route, settle, go };
}
