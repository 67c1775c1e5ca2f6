// Light or dark, as chosen on an earlier visit. A classic script, so that the page never shows in the wrong colours first.

(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("pysolve.theme");
  } catch {
    // the browser keeps nothing for this page: the system's colours it is
  }
  if (theme === '"light"' || theme === '"dark"') document.documentElement.dataset.theme = JSON.parse(theme);
})();
