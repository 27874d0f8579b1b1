// Each code of the checker has an example that provokes this code only.
import { describe, expect, test } from "vitest";
import { codes } from "../diagnostics/index.ts";
import { codesOf } from "./testing/check-texts.ts";

/** Reported while files are loaded, in files with certain names, in programs of several files, or only by whole-program compilation. */
const ELSEWHERE = new Set(["R3", "R4", "T29", "W12", "W17"]);

describe("examples of codes", () => {
  for (const [code, { example, severity }] of Object.entries(codes)) {
    if (ELSEWHERE.has(code) || !/^[RDTW]/.test(code)) continue;
    test(code, () => {
      const found = [...new Set(codesOf(example).map((line) => line.split(" ")[0]!))];
      expect(found).toContain(code);
      expect(
        found.filter(
          (other) => severity === "warning" || codes[other as keyof typeof codes].severity === "error",
        ),
      ).toEqual([code]);
    });
  }
});
