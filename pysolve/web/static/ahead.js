// Not a module, and the last of the head. Which language the page speaks: the one that was chosen in it, else the first that the browser
// asks for and that has a file of texts (web/site.py names them).
(() => {
  const files = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("link[data-language]"))];
  const wanted = [...navigator.languages];
  try {
    wanted.unshift(JSON.parse(localStorage.getItem("pysolve.language")) ?? wanted[0]);
  } catch {
    // the browser keeps nothing for this page
  }
  const file = wanted.map((each) => files.find(({ dataset }) => dataset.language === each?.split("-")[0])).find(Boolean);
  if (!file || file.dataset.language === "en") return;
  Object.assign(document.documentElement, { lang: file.dataset.language }).dataset.untold = ""; // until texts.js has put its texts in
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: file.dataset.texts }));
})();

// Where the address is that of a puzzle, what the workbench needs is fetched together with the first modules, and not each when another
// one was found to import it.
if (/^#(\/\w+\/|\/?p(uzzle)?=)/.test(location.hash)) {
  const fetchAhead = (properties) => document.head.append(Object.assign(document.createElement("link"), properties));
  const [, type] = /^#\/\w+\/([^?=]+)(?:\?|$)/.exec(location.hash) ?? [];
  const { ending = "" } = document.documentElement.dataset; // of what files the page comes with (web/site.py)
  for (const each of ["drawing", ...(type ? [`types/${type}`] : [])]) {
    fetchAhead({ rel: "preload", as: "fetch", crossOrigin: "anonymous", href: `api/${each}${ending}` });
  }
  for (const link of document.querySelectorAll("link[data-workbench]")) {
    fetchAhead({ rel: "modulepreload", href: link.getAttribute("data-workbench") });
  }
}
