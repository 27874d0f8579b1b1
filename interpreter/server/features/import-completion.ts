// Completion in imports: modules of the library, files, the names in braces.
import type { Source, Span } from "../../source/index.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Completion } from "./completion-item.ts";
import { relativePath } from "./imports.ts";

interface Found {
  readonly span: Span;
  readonly items: readonly Completion[];
}

/** Null outside of imports. */
export function importCompletions(
  workspace: Workspace,
  path: string,
  source: Source,
  offset: number,
): Found | null {
  const before = source.text.slice(0, offset);
  const line = /(?:^|\n)[ \t]*(import\b(?:[^\n{]*|[^\n{]*\{[^}]*))$/.exec(before)?.[1];
  if (line === undefined) return null;
  const selector = /^import\s+(std\/[\w-]*|"[^"\n]*")\s*(?:as\s+\w+\s*)?\{(?:[^}]*[\s,{])?(\w*)$/.exec(line);
  if (selector !== null)
    return names(workspace, path, selector[1]!, { start: offset - selector[2]!.length, end: offset });
  const standard = /^import\s+(s?t?d?\/?)([\w-]*)$/.exec(line);
  if (standard !== null) return modules(workspace, line, offset);
  const file = /^import\s+"([^"\n]*)$/.exec(line);
  return file === null ? null : files(workspace, path, { start: offset - file[1]!.length, end: offset });
}

function modules(workspace: Workspace, line: string, offset: number): Found {
  const written = /[\w/-]*$/.exec(line)![0];
  // Editors compare with the word behind the slash.
  const slash = written.lastIndexOf("/") + 1;
  const span = { start: offset - written.length + slash, end: offset };
  const items = workspace.language.modules
    .filter(({ name }) => name !== "core" && name !== "border" && !name.startsWith("_"))
    .map(({ name }): Completion => {
      const text = slash === 0 ? `std/${name}` : name;
      return { label: text, kind: "module", insert: text, rank: 0 };
    });
  return { span, items };
}

function names(workspace: Workspace, path: string, from: string, span: Span): Found {
  const id = from.startsWith("std/") ? from : fileOf(workspace, path, from.slice(1, -1));
  const unit = id === null ? undefined : (workspace.unit(id) ?? workspace.standardUnit(id));
  const items = (unit?.tree.items ?? []).flatMap((item): Completion[] => {
    if (!("name" in item) || item.kind === "MacroItem" || item.kind === "MacroCall") return [];
    const { name } = item.name;
    if (name.startsWith("_") || name === "main") return [];
    const kind =
      item.kind === "FunctionItem"
        ? "function"
        : item.kind === "TraitItem"
          ? "trait"
          : item.kind === "ConstItem"
            ? "constant"
            : "type";
    return [{ label: name, kind, insert: name, rank: 0 }];
  });
  return { span, items };
}

function fileOf(workspace: Workspace, from: string, path: string): string | null {
  return workspace.allFiles().find((file) => relativePath(from, file) === path.replace(/\.std$/, "")) ?? null;
}

function files(workspace: Workspace, path: string, span: Span): Found {
  const items = workspace
    .allFiles()
    .filter((file) => file !== path && !file.endsWith("_test.std"))
    .map((file): Completion => {
      const text = relativePath(path, file);
      return { label: text, kind: "file", insert: text, filter: text, rank: 0 };
    });
  return { span, items };
}
