// The page: its gallery, and the workbench, which is loaded when it is needed.

import { createTheme } from "./colours.js";
import { byId, capital, whenIdle } from "./dom.js";
import { addressOfType, createGallery } from "./gallery.js";
import { variantsOf, workAt } from "./memory.js";
import { createFront } from "./front.js";
import { createOpening } from "./opening.js";
import { get, prepare } from "./service.js";
import { loadTexts, t } from "./texts.js";

const FRONT = t("playMakeAndStudy");
const listed = get("api/types").then((reply) => reply.types); // the types of the service
const types = []; // the same, as soon as it has sent them
let gallery = null;
let front = null;
let galleryScroll = 0; // where the reader left it

function complain(text) {
  byId("complaint").hidden = !text;
  byId("complaint").textContent = capital(text);
  if (text) byId("complaint").scrollIntoView({ block: "nearest" });
}

// What was wrong, or null.
async function attempt(act) {
  try {
    await act();
    complain("");
    return null;
  } catch (error) {
    complain(error.message);
    return error;
  }
}

// -- Views

const INVITES = {
  play: [t("puzzlesToPlay"), t("chooseATypeOr")],
  make: [t("makeAPuzzle"), t("chooseATypeWhether")],
  study: [t("studyAPuzzle"), t("chooseATypeAnd")],
};

function showGallery(door) {
  document.body.dataset.door = door;
  byId("changed").hidden = byId("timer-time").hidden = true;
  const isFront = !/^#\/(play|make|study)\b/.test(location.hash);
  head(...(isFront ? [FRONT, "", "pysolve"] : INVITES[door]));
  view("gallery", isFront ? "front" : "gallery");
  gallery?.update();
  front?.update();
  scrollTo(0, galleryScroll);
}

function showWorkbench({ title, name, about }) {
  if (!byId("gallery").hidden) galleryScroll = scrollY;
  head(title || name, about);
  view("workbench");
}

function head(title, about, name = `${title} – pysolve`) {
  byId("heading").textContent = title;
  byId("about").textContent = about ?? "";
  document.title = name;
}

// name: of what is seen. look: what else that depends on goes by.
function view(name, look = name) {
  for (const each of ["gallery", "workbench"]) byId(each).hidden = each !== name;
  document.body.dataset.view = look;
  for (const door of ["play", "make", "study"]) {
    const isHere = look !== "front" && door === document.body.dataset.door;
    if (isHere) byId(`to-${door}`).setAttribute("aria-current", "page");
    else byId(`to-${door}`).removeAttribute("aria-current");
  }
}

// In another page there is nothing but the puzzle; the whole workbench opens beside it.
if ("embed" in document.documentElement.dataset) {
  const brand = document.querySelector(".brand");
  const lead = () => Object.assign(brand, { href: location.pathname + location.hash, target: "_blank" });
  addEventListener("hashchange", lead);
  lead();
}

// An address in the page would lead away from what is shown.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});

// -- The workbench

let loading = null;

// Loads it, once. What it is made of is several times as large as all that the gallery needs.
const workbench = () =>
  (loading ??= loadTexts().then(() => import("./workbench.js")).then(({ createWorkbench }) =>
    createWorkbench({ types: listed.catch(() => []), complain, attempt, showGallery, showWorkbench }),
  ));

const follow = async () => (await workbench()).route();

// -- Start

createTheme();
import("./icons.js").then(({ drawIcons }) => drawIcons()); // there is room for them
createOpening({
  types,
  present: () => byId("workbench").dataset.type || null,
  complain,
  take: async (...asked) => (await workbench()).take(...asked),
  begin: async (name, like) => (await workbench()).begin(name, like),
});
addEventListener("hashchange", follow);

async function start() {
  const [, door = "play"] = /^#\/(play|make|study)$/.exec(location.hash) ?? [];
  const isGallery = ["", "#", "#/", `#/${door}`].includes(location.hash);
  if (isGallery) showGallery(door);
  else {
    if (/^#\/(make|study|type)\//.test(location.hash)) prepare(); // who plays asks nothing at first
    await follow();
  }
  try {
    types.push(...(await listed));
    gallery = createGallery(types, (name) => workAt(addressOfType(name, "make")) !== null || variantsOf(name).length > 0);
  } catch (error) {
    complain(error.message);
  }
  front = createFront(whenIdle);
  if (isGallery) whenIdle(follow);
}

const SOON = 5000; // milliseconds after which the page needs nothing more

start();

// Where the page comes as files alone, the browser keeps them, to work offline. (It refuses where the connection is not secure.)
if (document.documentElement.dataset.worker) {
  setTimeout(() => navigator.serviceWorker?.register("offline.js").catch(() => {}), SOON);
}
