// Joins what `stdlang/browser` and `stdlang/browser/language` consist of: interpreter/browser/ with everything it
// imports, the packages included, as ES modules for web pages. Natives of a module are a file of their own, loaded when a program needs it.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

/** Names that only Node has, by the exports that stand for them in a page. */
const GLOBALS = [
  "Buffer",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "clearTimeout",
  "clearInterval",
  "process",
];
/** What a page cannot import, and what its exports are instead. */
const ABSENT = /^(?:node:.*|fs|path|os|url|net|tls|dns|crypto|http|https|zlib|child_process)$/;
const NO_MAIL = `export default class {
  constructor() {
    throw Object.assign(new Error("a web page sends no mail"), { code: "ENOTSUP" });
  }
}`;

/**
 * The parts of `readable-stream` that connections in memory do not use: operators, pipelines and conversions. The
 * package extends what these exports hold.
 */
const UNUSED =
  /readable-stream\/lib\/(?:internal\/streams\/(?:compose|duplexify|from|operators|passthrough|pipeline|transform)|stream\/promises)\.js$/;
const EMPTY_EXPORTS =
  "module.exports = { streamReturningOperators: {}, promiseReturningOperators: {}, pipeline: {} };";

/** The tables of diagnostics. What `std explain` shows of a code, pages have on the site. */
const CODES = /interpreter\/diagnostics\/\w+-codes\.js$/;
const EXPLAINED: ReadonlySet<string> = new Set(["title", "explain", "example", "corrected"]);

interface TreeNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Replaces the texts of these properties by empty ones. */
function withoutExplanations(code: string, tree: object): string {
  const edits: TreeNode[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (value === null || typeof value !== "object" || Array.isArray(value)) return;
    const node = value as TreeNode & { readonly key?: { readonly name?: string }; readonly value?: TreeNode };
    if (node.type === "Property" && EXPLAINED.has(node.key?.name ?? "")) edits.push(node.value!);
    else for (const part of Object.values(node)) visit(part);
  };
  visit(tree);
  let text = code;
  for (const { start, end } of edits.toReversed()) text = `${text.slice(0, start)}""${text.slice(end)}`;
  return text;
}

/**
 * @param dist the folder with the compiled files, which are not joined yet
 * @param declarations the code of stdlib/declarations.js
 */
export async function bundleBrowser(dist: string, declarations: string): Promise<void> {
  const folder = join(dist, "browser");
  mkdirSync(folder);
  const globals = join(dist, "interpreter/host/browser/globals.js");
  const bundle = await rolldown({
    input: {
      index: join(dist, "interpreter/browser/index.js"),
      language: join(dist, "interpreter/browser/language.js"),
    },
    platform: "browser",
    transform: { inject: Object.fromEntries(GLOBALS.map((name) => [name, [globals, name]])) },
    resolve: { alias: { process: globals } },
    plugins: [
      {
        name: "page",
        resolveId: (id) =>
          ABSENT.test(id) || id.startsWith("nodemailer/") ? { id: `\0absent:${id}` } : null,
        load(id) {
          if (id.endsWith("stdlib/declarations.js")) return declarations;
          if (id.startsWith("\0absent:nodemailer")) return NO_MAIL;
          if (id.startsWith("\0absent:")) return "export default {};";
          if (UNUSED.test(id)) return EMPTY_EXPORTS;
          return null;
        },
        transform(code, id) {
          return CODES.test(id) ? withoutExplanations(code, this.parse(code)) : null;
        },
      },
    ],
    shimMissingExports: true,
    onLog: () => {},
  });
  const { output } = await bundle.generate({
    format: "esm",
    minify: true,
    chunkFileNames: "[name]-[hash].js",
  });
  await bundle.close();
  for (const chunk of output)
    if (chunk.type === "chunk") writeFileSync(join(folder, chunk.fileName), chunk.code);
  // Nothing else of dist/ imports them.
  rmSync(join(dist, "interpreter/host/browser"), { recursive: true });
  for (const file of ["format", "index", "language", "machine", "modules"])
    rmSync(join(dist, `interpreter/browser/${file}.js`));
}
