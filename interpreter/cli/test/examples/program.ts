// An example as a program: with `main`, or statements. The declarations of its file are in scope, and what it
// reports is located in the comment.
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { Built, Engine } from "../../../engine.ts";
import type { Diagnostic, Label } from "../../../diagnostics/index.ts";
import { withLines, type CompiledProgram } from "../../../launch/index.ts";
import { Source } from "../../../source/index.ts";
import { parse } from "../../../syntax/index.ts";
import { inlineScript } from "../../process/inline-script.ts";
import type { Example } from "./find.ts";

/** Builds the example of a file with the given text. */
export function buildExample(engine: Engine, path: string, text: string, example: Example): Built {
  // An entry beside the file, which it imports.
  const entry = join(dirname(path), `${basename(path)}:${example.lines[0]}.std`);
  const script = inlineScript(entry, withOwnPackage(path, example.text) + importOf(path, text, example.text));
  const built = engine.build({ path: entry, text: script.text }, "main");
  const original = new Source(path, text);
  return {
    ...built,
    diagnostics: script.shown(built.diagnostics).map((each) => moved(each, entry, original, example)),
    program: built.program === null ? null : located(script.located(built.program), entry, path, example),
    files: built.files.filter((file) => file.path !== entry),
    functions: [example.name],
    lines: [example.lines],
  };
}

/** Imports the declarations of the file that the example names and does not declare or import itself. */
function importOf(path: string, text: string, example: string): string {
  const own = new Set(namesOf(example));
  const used = new Set(example.match(/[A-Za-z_]\w*/g) ?? []);
  const names = declaredNames(text).filter((name) => used.has(name) && !own.has(name));
  const file = basename(path).replace(/\.std$/, "");
  return names.length === 0 ? "" : `\nimport "./${file}" { ${[...new Set(names)].join(", ")} }`;
}

function declaredNames(text: string): string[] {
  return parse(new Source("", text), { keepMacros: true }).tree.items.flatMap((item) =>
    "name" in item && item.kind !== "MacroCall" && item.name.name !== "main" ? [item.name.name] : [],
  );
}

/** The names that the example declares or imports at file level, found also among statements. */
function namesOf(example: string): string[] {
  const declared = example.matchAll(/^(?:fun|struct|enum|trait|type|const|let|macro)\s+(\w+)/gm);
  const imported = example.matchAll(/^import\s[^{\n]*\{([^}]*)\}/gm);
  return [
    ...Array.from(declared, (match) => match[1]!),
    ...Array.from(imported, (match) => match[1]!).flatMap((list) =>
      list.split(",").map((each) => each.trim().replace(/^.*\sas\s+/, "")),
    ),
  ];
}

/** Users of a package import it by its name; within its folder, that is its own file. */
function withOwnPackage(path: string, example: string): string {
  const found = packageAbove(dirname(resolve(path)));
  if (found === null) return example;
  const { name, root } = found;
  const to = relative(dirname(resolve(path)), root).replaceAll("\\", "/") || ".";
  const base = to.startsWith(".") ? to : `./${to}`;
  return example.replace(/^(import\s+")([^"\n]+)"/gm, (all, head: string, imported: string) => {
    if (imported === name) return `${head}${base}/lib"`;
    return imported.startsWith(`${name}/`) ? `${head}${base}/${imported.slice(name.length + 1)}"` : all;
  });
}

function packageAbove(folder: string): { readonly name: string; readonly root: string } | null {
  const file = join(folder, "package.json");
  if (existsSync(file)) {
    try {
      const { name, std } = JSON.parse(readFileSync(file, "utf8")) as {
        name?: unknown;
        std?: { root?: unknown };
      };
      const root = typeof std?.root === "string" ? std.root : ".";
      return typeof name === "string" && std !== undefined ? { name, root: join(folder, root) } : null;
    } catch {
      return null;
    }
  }
  const above = dirname(folder);
  return above === folder ? null : packageAbove(above);
}

// ---- locations

function moved(diagnostic: Diagnostic, entry: string, original: Source, example: Example): Diagnostic {
  const move = (label: Label): Label => {
    if (label.source.name !== entry) return label;
    const offset = (at: number): number => {
      const line = Math.min(label.source.lineAt(at), original.lineStarts.length);
      const column = at - label.source.lineStarts[line - 1]!;
      const moved = original.lineStarts[line - 1]! + column + (example.indents[line - 1] ?? 0);
      return Math.min(moved, original.text.length);
    };
    const start = offset(label.span.start);
    return { ...label, source: original, span: { start, end: Math.max(start, offset(label.span.end)) } };
  };
  return { ...diagnostic, primary: move(diagnostic.primary), related: diagnostic.related.map(move) };
}

function located(program: CompiledProgram, entry: string, path: string, example: Example): CompiledProgram {
  const shift = (source: string, line: number): number =>
    source === entry ? (example.indents[line - 1] ?? 0) : 0;
  const positions = withLines(program.positions, (_, line) => line, shift);
  const sources = positions.sources.map((source) => (source === entry ? path : source));
  return { ...program, positions: { ...positions, sources } };
}
