// The answers to the questions of the checker, as hashes that change whenever an answer may be another one. They
// are computed from what files show of themselves, without trees and symbols: an answer may change without need,
// but never stay the same when what it stands for has changed.
import { importedNames } from "../check/index.ts";
import { CurrentFacts, type FactTable } from "./facts.ts";
import { hashOf } from "../source/index.ts";
import type { ItemSurface, Surface } from "./surface.ts";

/** A file of the program. */
export interface AnsweringFile {
  readonly id: string;
  readonly surface: Surface;
  /** The unit of each import, by the offset of its path. */
  readonly imports: ReadonlyMap<number, string | null>;
}

interface FileIndex {
  readonly file: AnsweringFile;
  readonly byKey: ReadonlyMap<string, ItemSurface>;
  /** The items that declare a name. */
  readonly declared: ReadonlyMap<string, readonly ItemSurface[]>;
  readonly imported: ReadonlyMap<string, readonly Imported[]>;
}

/** An import that binds a name; `selected` is the name in the other module, null for an alias. */
interface Imported {
  readonly unit: string | null;
  readonly selected: string | null;
}

/** An impl, and the file in which it is. */
interface FoundImpl {
  readonly file: FileIndex;
  readonly item: ItemSurface;
}

const NONE = "-";

/** Types of standard modules with further names. */
const OTHER_NAMES_OF_LIST: ReadonlySet<string> = new Set(["Array", "Vec"]);

export class Answers {
  readonly #files = new Map<string, AnsweringFile>();
  readonly #indexes = new Map<string, FileIndex>();
  #current: CurrentFacts | null = null;
  readonly #known = new Map<string, string>();
  /** The impls of each file by the declared name of their type. */
  readonly #impls = new Map<FileIndex, ReadonlyMap<string, readonly FoundImpl[]>>();
  /** Questions that are being answered: aliases and constants may lead back to themselves. */
  readonly #open = new Set<string>();

  /** The hash of everything on which the answers depend. */
  readonly id: string;

  constructor(id: string, files: Iterable<AnsweringFile>) {
    this.id = id;
    for (const file of files) this.#files.set(file.id, file);
  }

  #index(unit: string): FileIndex | undefined {
    const known = this.#indexes.get(unit);
    const file = this.#files.get(unit);
    if (known !== undefined || file === undefined) return known;
    const index = indexOf(file);
    this.#indexes.set(unit, index);
    return index;
  }

  /** The impls for types with a name. Files that cannot have any are not looked at. */
  #implsOf(type: string): FoundImpl[] {
    const found: FoundImpl[] = [];
    for (const { id, surface } of this.#files.values()) {
      if (!surface.hasOtherNames && !surface.targets.includes(type)) continue;
      const file = this.#index(id)!;
      let byType = this.#impls.get(file);
      if (byType === undefined) this.#impls.set(file, (byType = this.#implsIn(file)));
      found.push(...(byType.get(type) ?? []));
    }
    return found;
  }

  #implsIn(file: FileIndex): ReadonlyMap<string, readonly FoundImpl[]> {
    const impls = new Map<string, FoundImpl[]>();
    for (const item of file.file.surface.items) {
      if (item.target === undefined) continue;
      for (const name of this.#targets(file, item.target)) put(impls, name, { file, item });
    }
    return impls;
  }

  /** The heads of the types with a name, which have their derives. */
  #typesNamed(type: string): string[] {
    const found: string[] = [];
    for (const { id, surface } of this.#files.values()) {
      if (!surface.types.includes(type)) continue;
      for (const item of this.#index(id)!.declared.get(type) ?? []) found.push([id, item.head].join(" "));
    }
    return found;
  }

  /** The files with impls for types with a name, apart from derived ones. */
  implementing(type: string): Iterable<string> {
    return new Set(this.#implsOf(type).map(({ file }) => file.file.id));
  }

  /** Which facts of a table are true with these answers. */
  current(table: FactTable): CurrentFacts {
    if (this.#current?.table !== table) this.#current = new CurrentFacts(table, this);
    return this.#current;
  }

  answer(question: string): string {
    const known = this.#known.get(question);
    if (known !== undefined) return known;
    if (this.#open.has(question)) return NONE;
    this.#open.add(question);
    const answer = this.#compute(question);
    this.#open.delete(question);
    this.#known.set(question, answer);
    return answer;
  }

  #compute(question: string): string {
    const first = question.indexOf("\t");
    const last = question.lastIndexOf("\t");
    const about = question.slice(first + 1, last);
    const name = question.slice(last + 1);
    switch (question.slice(0, first)) {
      case "name":
        return this.#name(about, name);
      case "declared":
        return this.#declared(about, name);
      case "head":
        return this.#head(about, name);
      case "value":
        return this.#value(about, name);
      case "member":
        return this.#members(about, (item) => item.members!.includes(name));
      case "impls":
        // A method `next` makes an iterator.
        return this.#members(about, (item) => item.members!.includes("next"));
      default:
        throw new Error(question);
    }
  }

  /** What a name means in a file. */
  #name(unit: string, name: string): string {
    const file = this.#index(unit);
    if (file === undefined) return NONE;
    const imported = file.imported.get(name) ?? [];
    const parts = imported.map(({ unit: from, selected }) =>
      from === null ? "?" : selected === null ? from : `${from}:${this.#selected(from, selected)}`,
    );
    return [this.#declared(unit, name), ...parts].join(" ");
  }

  #selected(unit: string, name: string): string {
    return this.#files.has(unit) ? this.answer(`declared\t${unit}\t${name}`) : name;
  }

  #declared(unit: string, name: string): string {
    const items = this.#index(unit)?.declared.get(name);
    return items === undefined ? NONE : `${unit}/${items.map(({ key }) => key).join()}`;
  }

  /** The head of an item, with what the names in it mean. */
  #head(unit: string, key: string): string {
    const file = this.#index(unit);
    // Derived impls and default values are parts of the head of their type.
    const owner = key.replace(/\/(?:derive|default):.*$/, "");
    const item = file?.byKey.get(owner);
    if (file === undefined || item === undefined) return NONE;
    const slash = owner.lastIndexOf("/fun:");
    return hashOf(
      [
        item.head,
        ...(item.target === undefined ? (item.members ?? []) : []),
        slash < 0 ? "" : this.answer(`head\t${unit}\t${owner.slice(0, slash)}`),
        ...item.words.map((word) => this.#word(file, word)),
      ].join("\n"),
    );
  }

  /** What a word in a head means, if it is a name of the file; the type of an alias is part of its meaning. */
  #word(file: FileIndex, word: string): string {
    if (!file.declared.has(word) && !file.imported.has(word)) return "";
    const { id } = file.file;
    const aliases = this.#itemsNamed(file, word).filter(({ item }) => item.isAlias === true);
    return [
      word,
      this.answer(`name\t${id}\t${word}`),
      ...aliases.map((alias) => this.answer(`head\t${alias.file.file.id}\t${alias.item.key}`)),
    ].join(" ");
  }

  /** The items of the program that a name may mean in a file. */
  #itemsNamed(file: FileIndex, name: string): FoundImpl[] {
    const own = (file.declared.get(name) ?? []).map((item) => ({ file, item }));
    const others = (file.imported.get(name) ?? []).flatMap(({ unit, selected }) => {
      const target = unit === null || selected === null ? undefined : this.#index(unit);
      return target === undefined
        ? []
        : (target.declared.get(selected!) ?? []).map((item) => ({ file: target, item }));
    });
    return [...own, ...others];
  }

  #value(unit: string, key: string): string {
    const file = this.#index(unit);
    const item = file?.byKey.get(key);
    if (file === undefined || item === undefined) return NONE;
    const others = (item.value ?? []).flatMap((name) =>
      this.#itemsNamed(file, name).map(({ file: { file: other }, item: { key: constant } }) =>
        this.answer(`value\t${other.id}\t${constant}`),
      ),
    );
    const names = (item.value ?? []).map((name) => this.answer(`name\t${unit}\t${name}`));
    return hashOf([item.text, ...names, ...others].join("\n"));
  }

  /** The impls of traits for types with a name, and the inherent impls that `has` holds for. */
  #members(type: string, has: (item: ItemSurface) => boolean): string {
    const impls = this.#implsOf(type).filter(({ item }) => item.ofTrait === true || has(item));
    return hashOf(
      impls
        .map(({ file: { file }, item }) =>
          [
            file.id,
            item.key,
            this.answer(`head\t${file.id}\t${item.key}`),
            ...(item.ofTrait === true ? item.members! : []),
          ].join(" "),
        )
        .concat(this.#typesNamed(type))
        .join("\n"),
    );
  }

  /** The declared names of the types that a written name may mean. */
  #targets(file: FileIndex, written: string, seen = new Set<string>()): Set<string> {
    if (seen.has(written)) return seen;
    seen.add(written);
    for (const { selected } of file.imported.get(written) ?? []) if (selected !== null) seen.add(selected);
    for (const name of [...seen]) if (OTHER_NAMES_OF_LIST.has(name)) seen.add("List");
    for (const { file: home, item } of this.#itemsNamed(file, written))
      if (item.isAlias === true)
        for (const word of item.words) if (!seen.has(word)) this.#targets(home, word, seen);
    return seen;
  }
}

function indexOf(file: AnsweringFile): FileIndex {
  const { items, imports } = file.surface;
  const declared = new Map<string, ItemSurface[]>();
  for (const item of items) if (item.name !== null) put(declared, item.name, item);
  const imported = new Map<string, Imported[]>();
  for (const node of imports) {
    const target = file.imports.get(node.pathSpan.start) ?? null;
    for (const { bound, selected, unit } of importedNames(node, target))
      put(imported, bound.name, { unit, selected: selected?.name ?? null });
  }
  return { file, byKey: new Map(items.map((item) => [item.key, item])), declared, imported };
}

function put<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
