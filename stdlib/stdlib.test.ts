import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { render } from "../interpreter/diagnostics/index.ts";
import { mismatches, readDeclaration } from "../interpreter/modules/index.ts";
import { GoroutineScheduler, type NativeTable, type Runtime } from "../interpreter/runtime/index.ts";
import { standardModules } from "./index.ts";

const runtime: Runtime = {
  host: { args: [], capabilities: { net: false, fs: false, env: false, process: false }, readInput: async () => null, now: () => 0 },
  scheduler: new GoroutineScheduler(),
  stdin: { readLine: () => "" },
  stdout: { write() {}, flush() {} },
  stderr: { write() {}, flush() {} },
  session: null,
  describePanic: () => "",
  step() {},
  joined: (text) => text,
  atEnd: () => () => {},
};

/** What the compiler answers itself. */
const intrinsic = new Set(["__native_key", "__native_order"]);

test.each(standardModules)("std/$name fits its TypeScript", async (offer) => {
  const { tree, diagnostics } = readDeclaration(offer);
  expect(diagnostics.map((diagnostic) => render(diagnostic)).join("")).toBe("");
  const none: NativeTable = { functions: {} };
  const table = offer.load === null ? none : (await offer.load()).create(runtime);
  expect(mismatches(`std/${offer.name}`, tree, table, intrinsic)).toEqual([]);
  for (const other of offer.loads ?? []) expect(standardModules.some(({ name }) => name === other)).toBe(true);
  if (offer.load === null) expect(existsSync(new URL(`./${offer.name}/index.ts`, import.meta.url))).toBe(false);
});
