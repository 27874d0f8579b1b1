// A TOML document (1.0) as tables in tables: which may be opened again, and by what, is the art of it.
import type { Steps } from "../../interpreter/runtime/index.ts";
import { TomlScanner, type Scalar } from "./scanner.ts";

/**
 * How a table came about: `implied` by a longer header, by a `header` of its own, by a `dotted` key, `inline`, or as an
 * `element` of a list of tables.
 */
type Origin = "implied" | "header" | "dotted" | "inline" | "element";

export class TomlTable {
  readonly members = new Map<string, TomlValue>();
  origin: Origin;
  constructor(origin: Origin) {
    this.origin = origin;
  }
}

/** Written between brackets, or a list of tables, to which further headers add. */
export class TomlList {
  readonly elements: TomlValue[] = [];
  readonly ofTables: boolean;
  constructor(ofTables: boolean) {
    this.ofTables = ofTables;
  }
}

export type TomlValue = Scalar | TomlTable | TomlList;

/** Lists and inline tables that may be open at once. */
const DEEPEST = 256;
/** Bytes between two looks at the clock. */
const STEP = 1 << 14;

/** @throws TomlProblem */
export function* readDocument(text: string): Steps<TomlTable> {
  const reader = new Reader(text);
  let next = STEP;
  while (reader.statement()) {
    if (reader.scanner.at < next) continue;
    next = reader.scanner.at + STEP;
    yield;
  }
  return reader.root;
}

class Reader {
  readonly scanner: TomlScanner;
  readonly root = new TomlTable("header");
  #table = this.root;

  constructor(text: string) {
    this.scanner = new TomlScanner(text);
  }

  /** Reads a line; false at the end. */
  statement(): boolean {
    const { scanner } = this;
    scanner.blanks();
    if (scanner.next === "[") this.#header();
    else if (scanner.next !== "#" && scanner.next !== "\n" && scanner.next !== "\r" && scanner.next !== "")
      this.#member(this.#table, 0);
    scanner.restOfLine();
    if (scanner.newline()) return true;
    if (scanner.at < scanner.text.length) throw scanner.fail("expected the end of the line");
    return false;
  }

  #header(): void {
    const { scanner } = this;
    const start = scanner.at;
    const ofTables = scanner.eat("[[");
    if (!ofTables) scanner.expect("[");
    const key = scanner.key();
    scanner.expect(ofTables ? "]]" : "]");
    let table = this.root;
    for (const { name, at } of key.slice(0, -1)) table = this.#through(table, name, at);
    const { name, at } = key.at(-1)!;
    const known = table.members.get(name);
    if (ofTables) {
      const list = known ?? new TomlList(true);
      if (!(list instanceof TomlList) || !list.ofTables)
        throw scanner.fail(`\`${name}\` is no list of tables`, at);
      table.members.set(name, list);
      this.#table = new TomlTable("element");
      list.elements.push(this.#table);
      return;
    }
    if (known === undefined) {
      this.#table = new TomlTable("header");
      table.members.set(name, this.#table);
      return;
    }
    if (!(known instanceof TomlTable) || known.origin !== "implied")
      throw scanner.fail(`\`${name}\` is defined twice`, start);
    known.origin = "header";
    this.#table = known;
  }

  /** The table below `name` on the way of a header; of a list of tables the last. */
  #through(table: TomlTable, name: string, at: number): TomlTable {
    const known = table.members.get(name);
    if (known === undefined) {
      const made = new TomlTable("implied");
      table.members.set(name, made);
      return made;
    }
    const found = known instanceof TomlList && known.ofTables ? known.elements.at(-1) : known;
    if (!(found instanceof TomlTable) || found.origin === "inline")
      throw this.scanner.fail(`\`${name}\` is no table that can be added to`, at);
    return found;
  }

  #member(table: TomlTable, depth: number): void {
    const { scanner } = this;
    const key = scanner.key();
    scanner.expect("=");
    scanner.blanks();
    let place = table;
    for (const { name, at } of key.slice(0, -1)) {
      const known = place.members.get(name);
      if (
        known !== undefined &&
        !(known instanceof TomlTable && (known.origin === "dotted" || known.origin === "implied"))
      ) {
        throw scanner.fail(`\`${name}\` is no table that can be added to`, at);
      }
      const inner: TomlTable = known ?? new TomlTable("dotted");
      inner.origin = "dotted";
      place.members.set(name, inner);
      place = inner;
    }
    const { name, at } = key.at(-1)!;
    if (place.members.has(name)) throw scanner.fail(`\`${name}\` is defined twice`, at);
    place.members.set(name, this.#value(depth));
  }

  #value(depth: number): TomlValue {
    const { scanner } = this;
    if (scanner.next !== "[" && scanner.next !== "{") return scanner.scalar();
    if (depth >= DEEPEST) throw scanner.fail("too many lists and tables within each other");
    return scanner.next === "[" ? this.#list(depth + 1) : this.#inline(depth + 1);
  }

  #list(depth: number): TomlList {
    const { scanner } = this;
    const list = new TomlList(false);
    scanner.expect("[");
    for (;;) {
      scanner.lines();
      if (scanner.eat("]")) return list;
      list.elements.push(this.#value(depth));
      scanner.lines();
      if (scanner.eat("]")) return list;
      scanner.expect(",");
    }
  }

  /** On one line, without a comma at its end. */
  #inline(depth: number): TomlTable {
    const { scanner } = this;
    const table = new TomlTable("inline");
    scanner.expect("{");
    scanner.blanks();
    if (scanner.eat("}")) return table;
    for (;;) {
      this.#member(table, depth);
      scanner.blanks();
      if (scanner.eat("}")) break;
      scanner.expect(",");
    }
    close(table);
    return table;
  }
}

/** Nothing is added to an inline table any more, nor to those that its keys have made. */
function close(table: TomlTable): void {
  table.origin = "inline";
  for (const member of table.members.values())
    if (member instanceof TomlTable && member.origin !== "inline") close(member);
}
