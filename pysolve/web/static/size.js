// The size of a board, as it is written. Pure; no DOM.

/** The side of a hexagon with this number of rows; the board need not be one. */
export const sideOf = (rows) => Math.max(1, Math.floor((rows + 1) / 2));

/** How many cells the first row of a model's board has. */
export const widthOf = (model) =>
  model.board === "square" ? model.columns : Object.values(model.parts).find((part) => part.shape === "grid").rows[0].length;

/** The size of a model's board as the service takes it: 9x12, hex5. */
export const sizeOf = (model) =>
  model.board === "hex" ? `hex${sideOf(model.rows)}` : `${model.rows}x${widthOf(model)}`;

/** The rows and columns of the boxes of a square board, unless it says others: as square as they can be, not higher than wide. */
export function usualBox(size) {
  let rows = Math.floor(Math.sqrt(size));
  while (size % rows) rows -= 1;
  return [rows, size / rows];
}
