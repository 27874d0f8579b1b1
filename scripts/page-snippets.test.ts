// The blocks of code of the pages: those of docs/browser.md do what they say in a context that has only what pages
// have, and every block of every page is run by a test, or has a reason why not. Blocks of Stdlang are programs that
// `npm run conform` runs.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { bareContext, type BareContext } from "./bare-context.ts";

const root = join(import.meta.dirname, "..");

/** What runs the blocks of a page that are in no language of the table below, or why nothing does. */
const OTHERS: Readonly<Record<string, string>> = {
  "README.md ts": "interpreter/embedding.test.ts",
  "README.md sh": "CI installs, tests and starts a clone in this way",
  "docs/browser.md ts": "this file",
  "docs/browser.md js": "this file",
  "docs/commands.md sh": "interpreter/cli/openapi has a test of each option",
  "docs/debugging.md sh": "interpreter/cli/debug.test.ts starts programs with these options",
  "docs/debugging.md json": "settings of Visual Studio Code",
  "docs/deployment.md sh": "systemd of a machine",
  "docs/editors.md sh": "commands that install an editor or its extension",
  "docs/editors.md json": "settings of Visual Studio Code and Zed",
  "docs/editors.md lua": "scripts/neovim.slow.test.ts uses the server as they set it up",
  "docs/editors.md toml": "settings of Helix",
  "docs/editors.md elisp": "settings of Emacs",
  "docs/editors.md js": "parts of a page with Shiki or highlight.js",
  "docs/embedding.md ts": "interpreter/embedding.test.ts",
  "docs/embedding.md sh": "scripts/bundles.slow.test.ts uses its banner",
  "docs/embedding.md js": "a part of a host: `parsed` is the reader's",
  "docs/install.md sh": "scripts/bundles.slow.test.ts packs the package",
  "docs/install.md dockerfile": "needs an engine for containers",
  "docs/packages.md sh": "interpreter/cli/npm.slow.test.ts runs these commands with a registry",
  "docs/packages.md json": "a file of a package, without its others",
  "docs/packages.md js": "a file of a package, without its others",
  "docs/tutorial.md sh": "site/tutorial.slow.test.ts",
};
/** Output and parts of programs: languages that nothing runs. */
const SHOWN = new Set(["text", ""]);

test("every block of every page is run, or has a reason", () => {
  const found = new Set<string>();
  for (const page of [
    "README.md",
    "SECURITY.md",
    "CHANGELOG.md",
    ...globSync("docs/**/*.md", { cwd: root }),
  ]) {
    let isOpen = false;
    for (const [, language] of readFileSync(join(root, page), "utf8").matchAll(/^ *```(\w*)/gm)) {
      isOpen = !isOpen;
      if (isOpen && language !== "std" && !SHOWN.has(language!)) found.add(`${page} ${language}`);
    }
  }
  expect([...found].toSorted()).toEqual(Object.keys(OTHERS).toSorted());
});

/** For each block of docs/browser.md: what stands before it, and what follows it; both are of the test. */
const AROUND: readonly (readonly [before: string, after: string, logged: unknown] | null)[] = [
  ["", "return logs;", ["tea,3\nmate,2\n\n", "0"]],
  [
    "const postMessage = (data) => logs.push(data); let onmessage;",
    "await onmessage({ data: 'fun main() { print(1) }' }); return logs;",
    [{ out: "1\n" }, { exitCode: 0 }],
  ],
  // Requests need one realm: scripts/chromium.sampled.test.ts sends them.
  null,
  [
    `const stop = new AbortController();
    const machine = api.createMachine();
    const { standardModules } = api;
    const createEngine = (options) => api.createEngine({ ...options, signal: stop.signal });
    console.log = (line) => { logs.push(line); stop.abort(); };`,
    'await engine.run({ path: "main.std", text: "import std/time\\nfun main() { time.sleep_millis(600_000) }" }); return logs;',
    ["waiting in main at main.std:2"],
  ],
  [
    "",
    'return [service.diagnostics("main.std")[0].message, service.hover("main.std", text.indexOf("total")).code];',
    ["cannot find `totl` in scope", "let total: Int"],
  ],
];
const blocks = [
  ...readFileSync(join(root, "docs/browser.md"), "utf8").matchAll(/^```(?:ts|js)\n(.*?)^```$/gms),
].map((match) => match[1]!);
let context: BareContext;

beforeAll(async () => {
  context = await bareContext();
}, 120_000);

test("docs/browser.md has as many blocks as this test runs", () => {
  expect(blocks.length).toBe(AROUND.length);
});

test.each(
  AROUND.flatMap((around, i) =>
    around === null ? [] : [{ i, before: around[0], after: around[1], logged: around[2] }],
  ),
)(
  "block $i of docs/browser.md does what it says",
  async ({ i, before, after, logged }) => {
    const code = blocks[i]!.replace(
      /^import (\{.*\}) from "(.*)";$/gm,
      (_, names: string, from: string) =>
        `const ${names} = ${from.endsWith("/language") ? "language" : "api"};`,
    );
    const found = await context.evaluate(`(async () => {
      const logs = [];
      const console = { log: (...all) => logs.push(all.join(" ")) };
      ${before}
      { ${code}
      ${after} }
    })()`);
    expect(structuredClone(found)).toEqual(logged);
  },
  120_000,
);
