// A context with nothing but what pages have, in which the engine for pages runs without Chromium: no `process`, no
// `Buffer`, no `require`.
import { join } from "node:path";
import { createContext, Script } from "node:vm";
import { rolldown } from "rolldown";
import type { PageOutcome, PageRequest } from "./page-cases.ts";

const root = join(import.meta.dirname, "..");
const ENTRY = "bare-context-entry";

/** What a page has beyond the language. */
const OF_PAGES = [
  "AbortController",
  "AbortSignal",
  "DOMException",
  "Headers",
  "MessageChannel",
  "ReadableStream",
  "Request",
  "Response",
  "TextDecoder",
  "TextEncoder",
  "URL",
  "URLSearchParams",
  "atob",
  "btoa",
  "clearInterval",
  "clearTimeout",
  "console",
  "crypto",
  "performance",
  "queueMicrotask",
  "setInterval",
  "setTimeout",
] as const;

export interface BareContext {
  run(request: PageRequest): Promise<PageOutcome>;
  /** Evaluates an expression in which `api` is `stdlang/browser`, and `language` is `stdlang/browser/language`. */
  evaluate(expression: string): Promise<unknown>;
}

/** Loads the bundle of dist/browser into a new context. */
export async function bareContext(): Promise<BareContext> {
  const bundle = await rolldown({
    input: ENTRY,
    platform: "browser",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) =>
          id === ENTRY
            ? `export * as api from ${JSON.stringify(join(root, "dist/browser/index.js"))};
               export * as language from ${JSON.stringify(join(root, "dist/browser/language.js"))};
               export { runCase } from ${JSON.stringify(join(root, "interpreter/browser/testing/page-runner.mjs"))};`
            : null,
      },
    ],
    onLog: () => {},
  });
  const { output } = await bundle.generate({ format: "iife", name: "page", codeSplitting: false });
  await bundle.close();
  const globals: Record<string, unknown> = Object.fromEntries(
    OF_PAGES.map((name) => [name, (globalThis as unknown as Record<string, unknown>)[name]]),
  );
  const context = createContext(globals);
  new Script(`${output[0].code}; globalThis.page = page;`, { filename: "page.js" }).runInContext(context);
  return {
    run: (request) =>
      new Script(`page.runCase(page.api, ${JSON.stringify(request)})`).runInContext(
        context,
      ) as Promise<PageOutcome>,
    evaluate: async (expression) =>
      (await new Script(`(async (api, language) => (${expression}))(page.api, page.language)`).runInContext(
        context,
      )) as unknown,
  };
}
