// Makes the grammar of highlight.js from that of TextMate, which Visual Studio Code, Shiki and others read as it is:
// colours are defined once, in editors/vscode/syntaxes/std.tmLanguage.json.
//
//     node scripts/colours.ts
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = dirname(import.meta.dirname);
const SOURCE = join(root, "editors/vscode/syntaxes/std.tmLanguage.json");
const TARGET = join(root, "editors/highlight.js/std.js");

interface Rule {
  readonly include?: string;
  readonly name?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly patterns?: readonly Rule[];
  readonly captures?: Readonly<Record<string, { readonly name: string }>>;
}

interface Grammar {
  readonly patterns: readonly Rule[];
  readonly repository: Readonly<Record<string, Rule>>;
}

/** A mode of highlight.js; `include` names a list of modes. */
type Mode = Readonly<Record<string, unknown>>;

/** Scopes of TextMate by their start, and those of highlight.js; the first that fits counts. */
const SCOPES: readonly (readonly [start: string, scope: string])[] = [
  ["comment", "comment"],
  ["string", "string"],
  ["constant.character.escape", "char.escape"],
  ["constant.numeric", "number"],
  ["constant.language", "literal"],
  ["variable.language", "variable.language"],
  ["entity.name.label", "symbol"],
  ["entity.name.namespace", "title"],
  ["entity.name.function", "title.function"],
  ["entity.name.type", "title.class"],
  ["support.type", "type"],
  ["meta.attribute", "meta"],
  ["meta.interpolation", "subst"],
  ["keyword.operator", "operator"],
  ["keyword", "keyword"],
  ["storage", "keyword"],
  ["variable.other.constant", "variable.constant"],
  ["punctuation", "punctuation"],
];

function scopeOf(name: string | undefined): string | undefined {
  return SCOPES.find(([start]) => name?.startsWith(start) === true)?.[1];
}

/** The parts of a pattern: those between its outer capturing groups, and these. */
function partsOf(pattern: string): { readonly text: string; readonly group: number | null }[] {
  const parts: { text: string; group: number | null }[] = [];
  let [depth, start, group, open] = [0, 0, 0, -1];
  const cut = (end: number, of: number | null): void => {
    if (end > start) parts.push({ text: pattern.slice(start, end), group: of });
  };
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i];
    if (char === "\\") i++;
    else if (char === "[") i = endOfClass(pattern, i);
    else if (char === "(") {
      const captures = pattern[i + 1] !== "?";
      if (captures) group++;
      if (captures && depth === 0) {
        cut(i, null);
        [start, open] = [i + 1, group];
      }
      depth++;
    } else if (char === ")" && --depth === 0 && open >= 0) {
      cut(i, open);
      [start, open] = [i + 1, -1];
    }
  }
  cut(pattern.length, null);
  return parts;
}

/** The same pattern for text in UTF-16: what is not in a class may be a pair of units. */
function ofPairs(pattern: string): string {
  return pattern.replaceAll(/\[\^(?:\\.|[^\]\\])*\]/g, "(?:[\\ud800-\\udbff][\\udc00-\\udfff]|$&)");
}

function endOfClass(pattern: string, start: number): number {
  let at = start + 1;
  while (pattern[at] !== "]") at += pattern[at] === "\\" ? 2 : 1;
  return at;
}

function modesOf(rule: Rule): Mode[] {
  const { include, name, match, begin, end, patterns = [], captures = {} } = rule;
  if (include !== undefined) return [{ include: include.slice(1) }];
  const scope = scopeOf(name);
  if (begin !== undefined)
    return [{ ...(scope !== undefined && { scope }), begin, end, contains: patterns.flatMap(modesOf) }];
  if (match === undefined) return patterns.flatMap(modesOf);
  if (match.startsWith("\\A")) return [{ scope, match: match.replace("\\A", "^"), onlyAtStart: true }];
  if (scope !== undefined) return [{ scope, match }];
  const parts = partsOf(match);
  const scopes = Object.fromEntries(
    parts.flatMap(({ group }, i) => {
      const of = group === null ? undefined : scopeOf(captures[group]?.name);
      return of === undefined ? [] : [[i + 1, of]];
    }),
  );
  return [parts.length === 1 ? { match } : { match: parts.map(({ text }) => text), scope: scopes }];
}

export function highlightJs(): string {
  const grammar = JSON.parse(readFileSync(SOURCE, "utf8"), (key, value: unknown) =>
    key === "match" || key === "begin" || key === "end" ? ofPairs(value as string) : value,
  ) as Grammar;
  const lists = Object.fromEntries(
    Object.entries(grammar.repository).map(([name, rule]) => [name, modesOf(rule)]),
  );
  const modes = JSON.stringify({ ...lists, start: grammar.patterns.flatMap(modesOf) }, null, 2);
  return `// The grammar of highlight.js, made by scripts/colours.ts from editors/vscode/syntaxes/std.tmLanguage.json.
//
//     import hljs from "highlight.js/lib/core";
//     import std from "./std.js";
//     hljs.registerLanguage("std", std);

const LISTS = ${modes};

/** @returns {import("highlight.js").Language} */
export default function std() {
  const lists = new Map();
  const listOf = (name) => {
    if (!lists.has(name)) {
      const list = [];
      lists.set(name, list);
      list.push(...linked(LISTS[name]));
    }
    return lists.get(name);
  };
  const linked = (modes) =>
    modes.flatMap(({ include, onlyAtStart, contains, ...mode }) => {
      if (include !== undefined) return listOf(include);
      if (onlyAtStart)
        mode["on:begin"] = (match, response) => {
          if (match.index > 0) response.ignoreMatch();
        };
      // A list may contain itself, and is filled later.
      if (contains !== undefined)
        mode.contains = contains.length === 1 && contains[0].include ? listOf(contains[0].include) : linked(contains);
      return [mode];
    });
  return { name: "Stdlang", aliases: ["stdlang"], contains: linked(LISTS.start) };
}
`;
}

if (import.meta.main) writeFileSync(TARGET, highlightJs());
