// The page in another language than English, in which it comes.

const SHOWN = ["aria-label", "title", "placeholder"]; // attributes that are texts

/** Puts texts in the place of the English ones that stand in the page. Both: from keys to texts; of two keys of the same text the first counts. */
export function translate(english, texts) {
  const keys = new Map(Object.entries(english).reverse().map(([key, text]) => [text, key]));
  const told = (said) => {
    const key = keys.get(said.replace(/\s+/g, " ").trim());
    return key ? said.replace(/\S(.*\S)?/s, () => texts[key]) : said;
  };
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) nodes.currentNode.nodeValue = told(nodes.currentNode.nodeValue);
  for (const name of SHOWN) {
    for (const each of document.body.querySelectorAll(`[${name}]`)) each.setAttribute(name, told(each.getAttribute(name)));
  }
  delete document.documentElement.dataset.untold;
}
