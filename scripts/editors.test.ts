// The grammars of editors/ agree with the language: they have the same keywords, and find the same strings,
// numbers, comments and names as the lexer in every example.
import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";
import { Reporter } from "../interpreter/diagnostics/index.ts";
import { Source } from "../interpreter/source/index.ts";
import { lex } from "../interpreter/syntax/lexer.ts";
import { keywords, type Kind } from "../interpreter/syntax/tokens.ts";
// @ts-expect-error: it is plain JavaScript without declarations
import std from "../editors/highlight.js/std.js";
import { highlightJs } from "./colours.ts";

const root = dirname(import.meta.dirname);
/** Without its types, which declare those of browsers for all files. */
const hljs = createRequire(import.meta.url)("highlight.js/lib/core") as {
  registerLanguage(name: string, language: unknown): void;
  highlight(text: string, options: { readonly language: string }): { readonly value: string };
};
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const GRAMMAR = "editors/vscode/syntaxes/std.tmLanguage.json";

/** For each kind of token, the prefix of a scope that it must have. */
function scopeOf(kind: Kind): string | null {
  switch (kind) {
    case "int":
    case "float":
      return "constant.numeric";
    case "char":
      return "string.quoted.single";
    case "string":
    case "stringStart":
    case "stringMiddle":
    case "stringEnd":
      return "string.quoted.double";
    case "blockString":
      return "string.quoted.triple";
    case "label":
      return "entity.name.label";
    case "true":
    case "false":
      return "constant.language";
    case "self":
    case "Self":
      return "variable.language";
    default:
      return keywords.has(kind) ? "(keyword|storage)" : null;
  }
}

async function loadGrammar(): Promise<textmate.IGrammar> {
  await oniguruma.loadWASM(
    readFileSync(createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm")),
  );
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: () => Promise.resolve(textmate.parseRawGrammar(read(GRAMMAR), GRAMMAR)),
  });
  return (await registry.loadGrammar("source.std"))!;
}

/** The scopes at each offset of a text. */
function scopesOf(grammar: textmate.IGrammar, text: string): string[] {
  const scopes: string[] = [];
  let state = textmate.INITIAL;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    for (const token of tokens) {
      for (let offset = token.startIndex; offset < Math.min(token.endIndex, line.length); offset++)
        scopes.push(token.scopes.join(" "));
    }
    scopes.push("");
    state = ruleStack;
  }
  return scopes;
}

/** The scopes of highlight.js at each offset of a text, in the words of TextMate. */
function scopesOfHighlightJs(text: string): string[] {
  const { value } = hljs.highlight(text, { language: "std" });
  const scopes: string[] = [];
  const open: string[] = [];
  for (const [part, tag, entity] of value.matchAll(/<(?:span class="([^"]*)"|\/span)>|&(\w+|#x27);|[^<&]/g)) {
    if (tag !== undefined) open.push(TEXTMATE.find(([name]) => tag.startsWith(`hljs-${name}`))?.[1] ?? "");
    else if (part.startsWith("</")) open.pop();
    else {
      const char = entity === undefined ? part : "x";
      for (let i = 0; i < char.length; i++) scopes.push(open.join(" "));
    }
  }
  return scopes;
}

const TEXTMATE: readonly (readonly [string, string])[] = [
  ["comment", "comment"],
  ["string", "string.quoted.single string.quoted.double string.quoted.triple"],
  ["number", "constant.numeric"],
  ["literal", "constant.language"],
  ["symbol", "entity.name.label"],
  ["variable language_", "variable.language"],
  ["keyword", "keyword"],
  ["subst", "meta.interpolation"],
];

/** Empty for a text that the lexer refuses, or whose line breaks differ from those of the grammar. */
function differences(scopesIn: (text: string) => string[], text: string): string[] {
  const source = new Source("example.std", text);
  const diagnostics = new Reporter();
  const { tokens, comments } = lex(source, diagnostics);
  if (diagnostics.hasErrors || text.includes("\r")) return [];
  const scopes = scopesIn(text);
  const found: string[] = [];
  const expectScope = (start: number, end: number, scope: string): void => {
    const { line, column } = source.position(start);
    for (const offset of [start, end - 1]) {
      if (!new RegExp(`(^| )${scope}`).test(scopes[offset]!))
        found.push(`${line}:${column} ${text.slice(start, end)}: ${scopes[offset]}, not ${scope}`);
    }
  };
  for (const { kind, start, end } of tokens) {
    const scope = scopeOf(kind);
    if (scope !== null && end > start) expectScope(start, end, scope);
    else if (
      kind === "ident" &&
      /string|comment/.test(scopes[start]!.replaceAll(/string\S*(?= .*meta\.interpolation)/g, ""))
    ) {
      found.push(`${text.slice(start, end)} at ${start}: ${scopes[start]}`);
    }
  }
  for (const { start, end } of comments) expectScope(start, end, "comment");
  return found;
}

hljs.registerLanguage("std", std);

describe("the grammars of TextMate and highlight.js", async () => {
  const grammar = await loadGrammar();
  test.each(globSync("{examples,conformance}/*/", { cwd: root }).toSorted())("%s", (folder) => {
    const found = globSync("**/*.std", { cwd: join(root, folder) }).flatMap((path) => {
      const text = read(join(folder, path));
      return [
        ...differences((of) => scopesOf(grammar, of), text),
        ...differences(scopesOfHighlightJs, text).map((line) => `highlight.js: ${line}`),
      ].map((line) => `${path}:${line}`);
    });
    expect(found).toEqual([]);
  });
});

test("the grammar of highlight.js is made from that of TextMate", () => {
  expect(read("editors/highlight.js/std.js")).toBe(highlightJs());
});

test.each([GRAMMAR, "editors/vim/syntax/std.vim"])("%s knows every keyword and no other", (path) => {
  const text = read(path);
  const lists = path.endsWith(".vim")
    ? [...text.matchAll(/^syntax keyword std(?:Keyword|Import|Storage|Self|Boolean) (.*)$/gm)].flatMap(
        ([, list]) => list!.split(" "),
      )
    : [...text.matchAll(/"\\\\b\(\?:([a-zA-Z|]+)\)\\\\b" \}/g)]
        .flatMap(([, list]) => list!.split("|"))
        .filter((word) => !/^[A-Z]/.test(word) || word === "Self");
  expect([...new Set(lists)].toSorted()).toEqual([...keywords].toSorted());
});
