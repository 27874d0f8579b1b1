// What names mean in the documentation of a file: its own declarations, and those that it imports from others.
import { posix } from "node:path";
import { Source } from "../../../source/index.ts";
import { parse } from "../../../syntax/index.ts";
import { declarationsOf, type Declarations, type Declared } from "./declarations.ts";
import type { Documented, DocumentedFile } from "./sources.ts";

export interface DocumentedPage {
  readonly file: DocumentedFile;
  readonly about: string;
  /** With the anchors of their headings, which differ from each other. */
  readonly items: readonly Anchored[];
  /** Where the names are declared that its texts may link. */
  readonly targets: ReadonlyMap<string, Target>;
}

export interface Target {
  /** As in `DocumentedFile`. */
  readonly page: string;
  readonly anchor: string;
}

export interface Anchored extends Declared {
  readonly anchor: string;
}

/** The pages of all files, each with the names that its texts may link. */
export function pagesOf({ files, hidden }: Documented): DocumentedPage[] {
  const declared = new Map(files.map((file) => [file.page, declarationsOf(file.name, file.text, hidden)]));
  const own = new Map([...declared].map(([page, { items }]) => [page, anchored(items)]));
  return files.map((file) => {
    const targets = new Map<string, Target>();
    for (const [alias, page, name] of importsOf(file, files))
      for (const item of own.get(page)!)
        if (item.name === name || item.name.startsWith(`${name}.`))
          targets.set(alias + item.name.slice(name.length), { page, anchor: item.anchor });
    const items = own.get(file.page)!;
    for (const { name, anchor } of items.toReversed()) targets.set(name, { page: file.page, anchor });
    return { file, about: (declared.get(file.page) as Declarations).about, items, targets };
  });
}

function anchored(items: readonly Declared[]): Anchored[] {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const count = (counts.get(item.name) ?? 0) + 1;
    counts.set(item.name, count);
    return { ...item, anchor: count === 1 ? item.name : `${item.name}-${count}` };
  });
}

/** The names that a file imports from the others: as it calls them, the page, and as they are declared. */
function importsOf(file: DocumentedFile, files: readonly DocumentedFile[]): [string, string, string][] {
  return parse(new Source(file.name, file.text)).tree.items.flatMap((item) => {
    if (item.kind !== "Import" || item.standard || item.selectors === null) return [];
    const path = item.path.replace(/\.std$/, "");
    const page = path.startsWith(".")
      ? posix.join(posix.dirname(file.page), path)
      : files.find(({ name }) => name === path)?.page;
    if (!files.some((each) => each.page === page)) return [];
    return item.selectors.map(({ name, alias }): [string, string, string] => [
      (alias ?? name).name,
      page!,
      name.name,
    ]);
  });
}
