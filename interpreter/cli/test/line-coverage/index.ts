// What `std test --coverage` reports: a table, and with a folder also lcov.info and index.html.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FileCoverage } from "./coverage.ts";
import { coverageHtml } from "./html.ts";
import { lcovText } from "./lcov.ts";

export { Coverage } from "./coverage.ts";
export { coverageText } from "./text.ts";

/** Writes the files; returns the reason if it cannot. */
export function writeCoverage(files: readonly FileCoverage[], folder: string): string | null {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "lcov.info"), lcovText(files));
    writeFileSync(join(folder, "index.html"), coverageHtml(files, readText));
    return null;
  } catch (error) {
    return `cannot write the coverage to ${folder}: ${(error as Error).message}`;
  }
}

function readText(name: string): string | null {
  try {
    return readFileSync(name, "utf8");
  } catch {
    return null;
  }
}
