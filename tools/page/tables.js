// For tests without a browser: the tables that the service delivers, from the file that PAGE_TABLES names.
import { readFileSync } from "node:fs";

const tables = JSON.parse(readFileSync(process.env.PAGE_TABLES, "utf8"));
globalThis.fetch = async (path) => {
  if (path !== "api/drawing") throw new Error(`${path} is not to be had without the service`);
  return new Response(JSON.stringify(tables));
};
