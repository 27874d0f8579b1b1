// A TOML document (1.0) as nested tables, with the rules about which tables may be extended, and by what.
import type { Steps } from "../../interpreter/runtime/index.ts";
import { TomlScanner, type Key, type Scalar } from "./scanner.ts";

/**
 * How a table was created: `implied` by a longer header, by its own `header`, by a `dotted` key, `inline`, or
 * as an `element` of a list of tables.
 */
type Origin = "implied" | "header" | "dotted" | "inline" | "element";

export class TomlTable {
  readonly members = new Map<string, TomlValue>();
  origin: Origin;
  constructor(origin: Origin) {
    this.origin = origin;
  }
}

/** A list in brackets, or a list of tables, to which further headers add. */
export class TomlList {
  readonly elements: TomlValue[] = [];
  readonly ofTables: boolean;
  constructor(ofTables: boolean) {
    this.ofTables = ofTables;
  }
}

export type TomlValue = Scalar | TomlTable | TomlList;

/** The most lists and tables inside one another, including those that a key or a header names. */
const DEEPEST = 256;
const TOO_DEEP = "arrays and tables are nested too deeply";
/** The bytes between two checks of the clock. */
const STEP = 1 << 14;

/** @throws TomlProblem */
export function* readDocument(text: string): Steps<TomlTable> {
  const reader = new Reader(text);
  while (yield* reader.statement());
  return reader.root;
}

class Reader {
  readonly scanner: TomlScanner;
  readonly root = new TomlTable("header");
  /** The table of the last header, and its depth. */
  #table = this.root;
  #depth = 0;
  /** The offset at which to give way next. */
  #pause = STEP;

  constructor(text: string) {
    this.scanner = new TomlScanner(text);
  }

  /** Reads a line; returns false at the end. */
  *statement(): Steps<boolean> {
    const { scanner } = this;
    yield* this.#pauses();
    scanner.blanks();
    if (scanner.next === "[") this.#header();
    else if (scanner.next !== "#" && scanner.next !== "\n" && scanner.next !== "\r" && scanner.next !== "")
      yield* this.#member(this.#table, this.#depth);
    scanner.restOfLine();
    if (scanner.newline()) return true;
    if (scanner.at < scanner.text.length) throw scanner.fail("expected the end of the line");
    return false;
  }

  *#pauses(): Steps<void> {
    if (this.scanner.at < this.#pause) return;
    this.#pause = this.scanner.at + STEP;
    yield;
  }

  /** Reads a key of at most `most` parts. */
  #key(most: number): Key {
    const key = this.scanner.key();
    const beyond = key[most];
    if (beyond !== undefined) throw this.scanner.fail(TOO_DEEP, beyond.at);
    return key;
  }

  #header(): void {
    const { scanner } = this;
    const start = scanner.at;
    const ofTables = scanner.eat("[[");
    if (!ofTables) scanner.expect("[");
    const key = this.#key(DEEPEST);
    this.#depth = key.length;
    scanner.expect(ofTables ? "]]" : "]");
    let table = this.root;
    for (const { name, at } of key.slice(0, -1)) table = this.#through(table, name, at);
    const { name, at } = key.at(-1)!;
    const known = table.members.get(name);
    if (ofTables) {
      const list = known ?? new TomlList(true);
      if (!(list instanceof TomlList) || !list.ofTables)
        throw scanner.fail(`\`${name}\` is not an array of tables`, at);
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

  /** Returns the table below `name` in a header; of a list of tables, the last one. */
  #through(table: TomlTable, name: string, at: number): TomlTable {
    const known = table.members.get(name);
    if (known === undefined) {
      const made = new TomlTable("implied");
      table.members.set(name, made);
      return made;
    }
    const found = known instanceof TomlList && known.ofTables ? known.elements.at(-1) : known;
    if (!(found instanceof TomlTable) || found.origin === "inline")
      throw this.scanner.fail(`\`${name}\` is not a table that can be extended`, at);
    return found;
  }

  *#member(table: TomlTable, depth: number): Steps<void> {
    const { scanner } = this;
    const key = this.#key(DEEPEST - depth + 1);
    scanner.expect("=");
    scanner.blanks();
    let place = table;
    for (const { name, at } of key.slice(0, -1)) {
      const known = place.members.get(name);
      if (
        known !== undefined &&
        !(known instanceof TomlTable && (known.origin === "dotted" || known.origin === "implied"))
      ) {
        throw scanner.fail(`\`${name}\` is not a table that can be extended`, at);
      }
      const inner: TomlTable = known ?? new TomlTable("dotted");
      inner.origin = "dotted";
      place.members.set(name, inner);
      place = inner;
    }
    const { name, at } = key.at(-1)!;
    if (place.members.has(name)) throw scanner.fail(`\`${name}\` is defined twice`, at);
    const value = scanner.opens ? yield* this.#inner(depth + key.length - 1) : scanner.scalar();
    place.members.set(name, value);
  }

  *#inner(depth: number): Steps<TomlValue> {
    if (depth >= DEEPEST) throw this.scanner.fail(TOO_DEEP);
    return yield* this.scanner.next === "[" ? this.#list(depth + 1) : this.#inline(depth + 1);
  }

  *#list(depth: number): Steps<TomlList> {
    const { scanner } = this;
    const list = new TomlList(false);
    scanner.expect("[");
    for (;;) {
      yield* this.#pauses();
      scanner.lines();
      if (scanner.eat("]")) return list;
      list.elements.push(scanner.opens ? yield* this.#inner(depth) : scanner.scalar());
      scanner.lines();
      if (scanner.eat("]")) return list;
      scanner.expect(",");
    }
  }

  /** An inline table is on one line, without a comma at its end. */
  *#inline(depth: number): Steps<TomlTable> {
    const { scanner } = this;
    const table = new TomlTable("inline");
    scanner.expect("{");
    scanner.blanks();
    if (scanner.eat("}")) return table;
    for (;;) {
      yield* this.#pauses();
      yield* this.#member(table, depth);
      scanner.blanks();
      if (scanner.eat("}")) break;
      scanner.expect(",");
    }
    close(table);
    return table;
  }
}

/** Nothing can be added to an inline table, nor to the tables that its keys created. */
function close(table: TomlTable): void {
  table.origin = "inline";
  for (const member of table.members.values())
    if (member instanceof TomlTable && member.origin !== "inline") close(member);
}
