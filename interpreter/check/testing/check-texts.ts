// For tests: checks a program text with the standard modules it imports.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { Source } from "../../source/index.ts";
import { parse, type Parsed } from "../../syntax/index.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import {
  check,
  derivedModules,
  namesDerived,
  StandardNames,
  type CheckOptions,
  type CheckResult,
  type Unit,
} from "../index.ts";

const STDLIB = new URL("../../../stdlib/", import.meta.url);

interface ParsedUnit extends Parsed {
  readonly source: Source;
}

const standardNames = new StandardNames(() =>
  readdirSync(STDLIB)
    .map((module) => ({ module, file: new URL(`${module}/${module}.std`, STDLIB) }))
    .filter(({ file }) => existsSync(file))
    .map(({ module, file }) => ({ module, text: readFileSync(file, "utf8") })),
);

/** Trees of standard modules are immutable, so all tests of a run share them. */
const standardTrees = new Map<string, ParsedUnit>();

function standardModule(id: string, text: string): ParsedUnit {
  const known = standardTrees.get(id) ?? parsed(id, text, true);
  standardTrees.set(id, known);
  return known;
}

function parsed(id: string, text: string, standard: boolean): ParsedUnit {
  const source = new Source(`${id}.std`, text);
  return { source, ...parse(source, { declarations: standard }) };
}

/**
 * Texts by unit id: `main` is the program, others are local modules imported as `./<id>`, or standard modules
 * for the test.
 */
export type Texts = Readonly<Record<string, string>>;

export interface Checked extends CheckResult {
  readonly source: Source;
}

/** Checks texts; the diagnostics include syntax errors. */
export function checkTexts(texts: Texts, options: CheckOptions = {}): Checked {
  const units = new Map<string, Unit>();
  const syntax: Diagnostic[] = [];
  const add = (id: string, text: string, standard: boolean): void => {
    if (units.has(id)) return;
    const { source, tree, diagnostics, lost } = standard ? standardModule(id, text) : parsed(id, text, false);
    syntax.push(...diagnostics);
    const imports = new Map<number, string | null>();
    for (const item of tree.items) {
      if (item.kind !== "Import") continue;
      const target = item.standard ? item.path : item.path.replace("./", "");
      imports.set(item.pathSpan.start, addNamed(target) ? target : null);
    }
    for (const name of derivedModules(namesDerived(tree))) addNamed(`std/${name}`);
    units.set(id, { id, standard, source, tree, imports, ...(lost !== null && { lost }) });
  };
  const addNamed = (id: string): boolean => {
    if (units.has(id)) return true;
    if (texts[id] !== undefined) {
      add(id, texts[id], id.startsWith("std/"));
      return true;
    }
    if (!id.startsWith("std/")) return false;
    const name = id.slice(4);
    const file = new URL(`${name}/${name}.std`, STDLIB);
    if (!existsSync(file)) return false;
    add(id, readFileSync(file, "utf8"), true);
    return true;
  };
  addNamed("std/core");
  addNamed("std/collections");
  addNamed("main");
  const result = check([...units.values()], { entry: "main", standardNames, ...options });
  return { ...result, diagnostics: [...syntax, ...result.diagnostics], source: units.get("main")!.source };
}

/** `T1 3:5` for each diagnostic, in order. */
export function codesOf(text: string, options: CheckOptions = {}): string[] {
  return checkTexts({ main: text }, options).diagnostics.map(({ code, primary }) => {
    const { line, column } = primary.source.position(primary.span.start);
    return `${code} ${line}:${column}`;
  });
}

/** The codes by line that `//= T1 W2` at the ends of lines announce. */
export function announced(text: string): string[] {
  return text
    .split("\n")
    .flatMap((line, i) => {
      const codes = /\/\/= (.*)$/.exec(line)?.[1] ?? "";
      return codes
        .split(" ")
        .filter((code) => code !== "")
        .map((code) => `${i + 1} ${code}`);
    })
    .sort();
}

/** The codes by line that are reported. Tests of errors omit warnings. */
export function reported(texts: string | Texts, options: CheckOptions = { warnings: false }): string[] {
  const all = typeof texts === "string" ? { main: texts } : texts;
  const { diagnostics, source } = checkTexts(all, options);
  return diagnostics
    .filter(({ primary }) => primary.source === source)
    .map(({ code, primary }) => `${source.lineAt(primary.span.start)} ${code}`)
    .sort();
}
