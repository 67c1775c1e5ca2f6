// Light or dark, as chosen on an earlier visit, and whether the page is a part of another one (?embed). A classic script, so that the
// page never shows otherwise first.

(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("pysolve.theme");
  } catch {
    // the browser keeps nothing for this page: the system's colours it is
  }
  if (theme === '"light"' || theme === '"dark"') document.documentElement.dataset.theme = JSON.parse(theme);
  if (new URLSearchParams(location.search).has("embed")) document.documentElement.dataset.embed = "";
})();
