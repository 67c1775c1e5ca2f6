// Keeps all files of the site, so that it works offline after a visit. VERSION and FILES stand before this, written by `pysolve site`. Another
// version is kept beside, and takes the place of this one when no page of it is open any more.
const OWN = `${self.registration.scope} `;

async function keep() {
  const cache = await caches.open(OWN + VERSION);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OWN) && name !== OWN + VERSION).map((name) => caches.delete(name)));
}

async function answer(request) {
  const cache = await caches.open(OWN + VERSION);
  const known = await cache.match(request); // without the search all files would be looked through, for each request
  return known ?? (request.mode === "navigate" ? await cache.match(request, { ignoreSearch: true }) : null) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => event.respondWith(answer(event.request)));
