// Regions that are painted by drag, in clues and in answers: the tools for them, and the labels of new ones.

import { t } from "./texts.js";

export const [FRESH, EXTEND] = ["new region", "extend"];

/** The tools of the palette. */
export const REGION_TOOLS = [
  { id: FRESH, label: t("newRegionEachDrag"), text: t("newRegion") },
  { id: EXTEND, label: t("extendDragFromA"), text: t("extend") },
];

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];

/** A label that is not among these: a letter if wanted and there is one left, else a number. */
export function freshLabel(labels, inLetters) {
  const free = inLetters && LETTERS.find((each) => !labels.has(each));
  if (free) return free;
  for (let number = 1; ; number += 1) if (!labels.has(String(number))) return String(number);
}
