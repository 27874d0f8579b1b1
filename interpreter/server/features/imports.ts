// Names that a file could import, and the edit that does.
import type { FileView } from "../workspace/view.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { TextEdit } from "../text/edits.ts";

export interface Importable {
  readonly name: string;
  readonly kind: "function" | "type" | "trait" | "value";
  /** As after `import`: `std/json`, `"./lib"`. */
  readonly path: string;
  /** The unit. */
  readonly unit: string;
}

/** The declarations of other files of the workspace and of the library that the file does not see. */
export function* importables(workspace: Workspace, view: FileView): Iterable<Importable> {
  const { standardNames } = workspace.loaded();
  const serves = (): boolean => true;
  for (const name of standardNames.names(serves)) {
    if (name.startsWith("_")) continue;
    for (const { module, kind } of standardNames.modulesWith(name))
      yield { name, kind, path: `std/${module}`, unit: `std/${module}` };
  }
  for (const path of workspace.allFiles()) {
    const unit = workspace.unit(path);
    if (path === view.unit || unit === undefined) continue;
    const shown = JSON.stringify(relativePath(view.unit, path));
    for (const item of unit.tree.items) {
      if (!("name" in item) || item.kind === "MacroItem" || item.kind === "MacroCall") continue;
      const { name } = item.name;
      if (name === "main" || name.startsWith("_") || name.startsWith("test_")) continue;
      const kind =
        item.kind === "FunctionItem"
          ? "function"
          : item.kind === "TraitItem"
            ? "trait"
            : item.kind === "ConstItem" || item.kind === "GlobalItem"
              ? "value"
              : "type";
      yield { name, kind, path: shown, unit: path };
    }
  }
}

/** How one file imports another: `./lib`, `../shared/text`. */
export function relativePath(from: string, to: string): string {
  const start = segments(from).slice(0, -1);
  const end = segments(to);
  let common = 0;
  while (common < start.length && common < end.length - 1 && start[common] === end[common]) common++;
  const up = start.slice(common).map(() => "..");
  return [
    ...(up.length === 0 ? ["."] : up),
    ...end.slice(common, -1),
    end.at(-1)!.replace(/\.std$/, ""),
  ].join("/");
}

function segments(path: string): string[] {
  return path.split(/[/\\]/).filter((part) => part !== "");
}

/** The edit that makes a name visible: a further name in the braces of an import, or a new import. */
export function addImport(
  { source, tree }: Pick<FileView, "source" | "tree">,
  path: string,
  name: string | null,
): TextEdit[] {
  const imports = tree.items.filter((item) => item.kind === "Import");
  const written = (item: (typeof imports)[number]): string =>
    source.text.slice(item.pathSpan.start, item.pathSpan.end);
  const same = imports.find((item) => written(item) === path && item.selectors !== null);
  if (name === null && imports.some((item) => written(item) === path)) return [];
  if (same !== undefined && name !== null) {
    const { selectors } = same;
    if (selectors!.some((one) => (one.alias ?? one.name).name === name)) return [];
    const next = selectors!.find((one) => one.name.name > name);
    const last = selectors!.at(-1);
    if (next !== undefined) return [insertion(next.span.start, `${name}, `)];
    if (last !== undefined) return [insertion(last.span.end, `, ${name}`)];
  }
  const text = `import ${path}${name === null ? "" : ` { ${name} }`}`;
  // Standard modules come first, each group in the order of its paths.
  const rank = (one: string): string => `${one.startsWith('"') ? 1 : 0}${one}`;
  const before = imports.findLast((item) => rank(written(item)) <= rank(path));
  if (before !== undefined) return [insertion(before.span.end, `\n${text}`)];
  const [first] = imports;
  if (first !== undefined) return [insertion(first.span.start, `${text}\n`)];
  const head = /^(?:#![^\n]*\n)?(?:\/\/(?!\/)[^\n]*\n)*/.exec(source.text)![0].length;
  const rest = source.text.slice(head);
  return [
    insertion(
      head,
      `${head > 0 && !rest.startsWith("\n") ? "" : head > 0 ? "\n" : ""}${text}\n${rest.startsWith("\n") ? "" : "\n"}`,
    ),
  ];
}

function insertion(at: number, text: string): TextEdit {
  return { span: { start: at, end: at }, text };
}
