// Which tests of pages call a public function of the library: those with drawn arguments, or a program.
import { readFileSync } from "node:fs";
import { standardModules } from "../stdlib/index.ts";
import { needsHandle } from "../stdlib/testing/drawn-calls.ts";
import { publicFunctions, typeText, type Callable } from "../stdlib/testing/public-functions.ts";
import { pageCases } from "./page-cases.ts";

/** They take handlers, templates or derived structs, which are not drawn. */
const UNDRAWN: ReadonlySet<string> = new Set(["api", "http", "web", "html", "flags", "log", "term"]);
/** Types that are not drawn. */
const UNDRAWN_TYPES = /\b(?:Tcp\w+|Tls\w+|Unix\w+|Udp\w+|SmtpOptions|Smtp)\b/;
/** A call, with or without types: `decode<List<Int>>(text)`. */
const CALL = /\b([a-z_]\w*)(?:<[^()]*>)?\(/g;

/** Whether the function is called with drawn arguments. */
export function isDrawnInPages(module: string, callable: Callable): boolean {
  if (UNDRAWN.has(module) || needsHandle(callable)) return false;
  const { owner, fn, names } = callable;
  const types = [...(owner === null ? [] : [owner]), ...fn.params.map(({ type }) => type!)];
  return !types.some((type) => UNDRAWN_TYPES.test(typeText(type, names)));
}

/**
 * The public functions that are neither drawn, nor called by the conformance scripts that run in pages, nor by the
 * programs at `paths`.
 */
export function uncalledInPages(paths: readonly string[]): string[] {
  const called = new Map<string, Set<string>>();
  for (const path of [...pageCases().cases.map((one) => one.path), ...paths]) {
    const text = readFileSync(path, "utf8");
    const names = [...text.matchAll(CALL)].map(([, name]) => name!);
    for (const module of [
      "prelude",
      ...[...text.matchAll(/^import std\/(\w+)/gm)].map(([, name]) => name!),
    ]) {
      const known = called.get(module) ?? new Set();
      called.set(module, known);
      for (const name of names) known.add(name);
    }
  }
  return standardModules.flatMap(({ name: module }) =>
    publicFunctions(module)
      .filter((each) => !isDrawnInPages(module, each) && called.get(module)?.has(each.fn.name.name) !== true)
      .map(
        ({ owner, fn, names }) =>
          `${module} ${owner === null ? "" : `${typeText(owner, names)}.`}${fn.name.name}`,
      ),
  );
}
