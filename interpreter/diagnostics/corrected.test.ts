// Each corrected example is a program without errors, and without the warning it corrects.
import { expect, test } from "vitest";
import { standardModules } from "../../stdlib/index.ts";
import { createEngine } from "../engine.ts";
import { memoryReader } from "../modules/index.ts";
import { codes, type Code } from "./codes.ts";

/** The files that corrected examples import. */
const FILES = {
  "geo.std": "struct Spot { x: Int }\n",
  "util.std": "fun start() {}\n",
  "shared.std": "fun start() {}\n",
};

test.each(Object.keys(codes) as Code[])("%s", (code) => {
  const path = code === "W12" ? "main_test.std" : "main.std";
  const reader = memoryReader({ ...FILES, [path]: codes[code].corrected });
  const engine = createEngine({ modules: standardModules, reader });
  const { diagnostics } = engine.check([{ path }]);
  const wrong = diagnostics.filter((found) => found.severity === "error" || found.code === code);
  expect(wrong.map((found) => `${found.code}: ${found.message}`)).toEqual([]);
});
