// The addresses of the page, and the work that the browser keeps for each.
//
//   #/            the gallery
//   #/type/NAME   a type with its smallest example, or the work that was left there
//   #/type/NAME?variant=NAME   the same with a variant of its rules that this browser keeps
//   #/p=DATA      a puzzle that somebody shared (share.js)
//   #puzzle=TEXT  a puzzle as a text, or as the link of another site

import { byId, settled } from "./dom.js";
import { addressOfType } from "./gallery.js";
import { forgetWork, keepWork, workAt } from "./memory.js";
import { isShared, workOf } from "./share.js";

const PAUSE = 250; // milliseconds without an edit before work is kept
const PAGE = import.meta.url; // it says which version of the page this is: another one may have other models
const TYPE = /^#\/type\/([^?]+)(?:\?variant=(.+))?$/;

// showGallery(): shows it. attempt(act): does it, and complains if it fails.
export function createAddresses(bench, works, { showGallery, attempt }) {
  let address = null; // that was followed last
  let place = null; // the address of the work on the workbench, or null while it is not to be seen
  let following = Promise.resolve();

  function save() {
    later.drop();
    if (place !== null) keepWork(place, { ...bench.work(), mode: bench.mode, progress: bench.editor.progress(), model: bench.model(), page: PAGE });
  }
  const later = settled(PAUSE, save);

  // Follows the address of the page, one after the other.
  function route() {
    following = following.then(async () => {
      const wanted = location.hash || "#/";
      if (wanted === address) return;
      save();
      place = null;
      const isFirst = address === null;
      address = wanted;
      await attempt(() => follow(wanted));
      if (!isFirst) byId("heading").focus({ preventScroll: true });
    });
    return following;
  }

  async function follow(wanted) {
    if (!isShared(wanted) && !TYPE.test(wanted)) return showGallery();
    try {
      if (!(await goOn(wanted))) await begin(wanted);
      place = wanted;
      scrollTo(0, 0);
    } catch (error) {
      showGallery();
      throw error;
    }
  }

  // Goes on with the work that was left at an address; whether there was any, and it can still be read.
  async function goOn(wanted) {
    const kept = workAt(wanted);
    if (!kept) return false;
    try {
      await works.open({ ...kept, model: kept.page === PAGE ? kept.model : null });
      byId("file-status").textContent = "This is the puzzle as you left it.";
      return true;
    } catch {
      forgetWork(wanted);
      return false;
    }
  }

  const begin = async (wanted) =>
    isShared(wanted) ? works.open(await workOf(wanted)) : works.openType(...TYPE.exec(wanted).slice(1).map((each) => decodeURIComponent(each ?? "")));

  // Gives work that came from elsewhere the address of its type.
  function settle() {
    address = addressOfType(bench.type.name);
    place = address;
    if (location.hash !== address) history.pushState(null, "", address);
    save();
    byId("heading").focus({ preventScroll: true });
  }

  bench.on("content play mode described", later);
  addEventListener("pagehide", save);
  return { route, settle };
}
