// Not a module, and the last of the head: where the address is that of a puzzle, what the workbench needs is fetched together with
// the first modules, and not each when another one was found to import it.
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
