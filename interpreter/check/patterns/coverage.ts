// Determines which arms of a match can be reached, and which values none of them covers.
//
// The arms are rows of a matrix with a column for each value that is still to be tested, at first only the
// matched value. The first column is tested by splitting the rows into groups by constructor; rows that match
// any value are in every group. The parts of a constructor become new columns at the front. When no column is
// left, the first row without guard takes the value. Each row is visited once per group that contains it, so
// a flat match takes time linear in its arms. Rows after one that matches all remaining values are dropped,
// and equal remaining matrices are explored once. A limit stops the search for patterns whose nesting would
// still take too long.
import {
  isTupleSymbol,
  pairs,
  prune,
  substitute,
  type EnumSymbol,
  type StructSymbol,
  type Type,
} from "../types/index.ts";
import { LIMITS } from "../../limits/index.ts";
import { ANY, type Shape } from "./shape.ts";

export interface Row {
  readonly arm: number;
  readonly guarded: boolean;
  /** A linked list: columns are removed and added at the front. */
  readonly columns: Columns | null;
}

/** A list of columns; equal lists are one object. */
interface Columns {
  readonly id: number;
  readonly first: Shape;
  readonly rest: Columns | null;
  /** Whether all columns match every value. */
  readonly takesAll: boolean;
}

interface Types {
  readonly first: Type;
  readonly rest: Types | null;
}

export interface Coverage {
  readonly reached: ReadonlySet<number>;
  /** Examples of uncovered values, as patterns; empty if all are covered. */
  readonly missing: readonly string[];
  /** The number of steps after which the search gave up; null if it was completed. */
  readonly gaveUp: number | null;
}

const EXAMPLES = 5;
const INT_MIN = -(2n ** 63n);
const INT_MAX = 2n ** 63n - 1n;
/** The Unicode scalars are counted without the surrogates between them. */
const FIRST_SURROGATE = 0xd800n;
const SURROGATES = 0x800n;
const SCALARS = 0x110000n - SURROGATES;

class OutOfBudget extends Error {}

/** Computes the coverage of arms, given by the shapes of their patterns. */
export function coverage(
  arms: readonly { readonly shape: Shape; readonly guarded: boolean }[],
  type: Type,
): Coverage {
  const found = search(arms, type);
  if (!found.stopped) return found;
  // Arms after the last example were not tested. With an additional last arm that matches the rest, all are.
  const { reached, gaveUp } = search([...arms, { shape: ANY, guarded: false }], type);
  return { ...found, reached: gaveUp === null ? reached : new Set(arms.keys()) };
}

/** `stopped` is true if there were enough examples before all arms were tested. */
function search(
  arms: readonly { readonly shape: Shape; readonly guarded: boolean }[],
  type: Type,
): Coverage & { readonly stopped: boolean } {
  const steps = Math.max(LIMITS.matchSteps, 40 * arms.length);
  const matrix = new Matrix(steps);
  const rows = arms.map(
    ({ shape, guarded }, arm): Row => ({ arm, guarded, columns: matrix.columns.prepend([shape], null) }),
  );
  const { reached } = matrix;
  try {
    const missing = matrix.explore(rows, { first: type, rest: null }).map((witness) => witness[0]!);
    return { reached, missing, gaveUp: null, stopped: matrix.stopped };
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error;
    return { reached, missing: [], gaveUp: steps, stopped: false };
  }
}

type Witness = readonly string[];

/** Creates lists of columns, each once. */
class ColumnLists {
  readonly #after = new Map<Columns | null, Map<Shape, Columns>>();
  #count = 0;

  prepend(parts: readonly Shape[], rest: Columns | null): Columns | null {
    let columns = rest;
    for (let i = parts.length - 1; i >= 0; i--) columns = this.#cons(parts[i]!, columns);
    return columns;
  }

  #cons(first: Shape, rest: Columns | null): Columns {
    // All patterns that match any value are equal.
    const shape = first.kind === "Any" ? ANY : first;
    let lists = this.#after.get(rest);
    if (lists === undefined) this.#after.set(rest, (lists = new Map()));
    let columns = lists.get(shape);
    if (columns === undefined) {
      columns = {
        id: this.#count++,
        first: shape,
        rest,
        takesAll: shape === ANY && (rest === null || rest.takesAll),
      };
      lists.set(shape, columns);
    }
    return columns;
  }
}

class Matrix {
  readonly reached = new Set<number>();
  readonly columns = new ColumnLists();
  /** Whether some rows were not tested because there were enough examples. */
  stopped = false;
  /** The results by the rows of explored matrices. */
  readonly #explored = new Map<string, Witness[]>();
  #budget: number;

  constructor(budget: number) {
    this.#budget = budget;
  }

  /** The texts of the columns of values that no row matches. */
  explore(all: readonly Row[], types: Types | null): Witness[] {
    const last = all.findIndex((row) => !row.guarded && row.columns?.takesAll === true);
    const rows = last < 0 ? all : all.slice(0, last + 1);
    this.#budget -= rows.length + 1;
    if (this.#budget < 0) throw new OutOfBudget();
    if (types === null) return this.#leaf(rows);
    if (rows.length === 0) return [wildcards(types)];
    if (last === 0) return this.#leaf(rows);
    // The columns determine the remaining types; the path to them does not matter.
    const key = rows.map((row) => `${row.arm}:${row.columns!.id}`).join(" ");
    let found = this.#explored.get(key);
    if (found === undefined) this.#explored.set(key, (found = this.#split(rows, types)));
    return found;
  }

  #split(rows: readonly Row[], types: Types): Witness[] {
    const flat = this.#flatten(rows);
    const kind = flat.map((row) => row.columns!.first).find((first) => first.kind !== "Any");
    if (kind === undefined)
      return this.explore(flat.map(tail), types.rest).map((witness) => ["_", ...witness]);
    switch (kind.kind) {
      case "Variant":
        return this.#variants(flat, types, kind.enum);
      case "Struct":
        return this.#struct(flat, types, kind.struct);
      case "Bool":
        return this.#bools(flat, types);
      case "Range":
        return this.#ranges(flat, types);
      case "List":
        return this.#lists(flat, types);
      case "Text":
      case "Float":
        return this.#literals(flat, types);
      case "Or":
        return [];
    }
  }

  /** Splits rows at alternatives in their first column. */
  #flatten(rows: readonly Row[]): Row[] {
    const flat: Row[] = [];
    const add = (row: Row): void => {
      const { first, rest } = row.columns!;
      if (first.kind !== "Or") flat.push(row);
      else
        for (const alternative of first.alternatives)
          add({ ...row, columns: this.columns.prepend([alternative], rest) });
    };
    for (const row of rows) add(row);
    return flat;
  }

  #stop(found: readonly Witness[]): Witness[] {
    this.stopped = true;
    return found.slice(0, EXAMPLES);
  }

  #leaf(rows: readonly Row[]): Witness[] {
    for (const row of rows) {
      this.reached.add(row.arm);
      if (!row.guarded) return [];
    }
    return [[]];
  }

  #variants(rows: readonly Row[], types: Types, symbol: EnumSymbol): Witness[] {
    const groups = new Groups<number>(this.columns);
    for (const row of rows) {
      const { first, rest } = row.columns!;
      if (first.kind === "Variant")
        groups.add(first.variant.index, row, first.parts, rest, first.variant.payload.length);
      else groups.addToAll(row, rest);
    }
    const found: Witness[] = [];
    const type = prune(types.first);
    const substitution = pairs(symbol.typeParams, type.kind === "Named" ? type.args : []);
    for (const [index, group] of groups.list) {
      const variant = symbol.variants[index]!;
      const payload = variant.payload.map((part) => substitute(part, substitution));
      for (const witness of this.explore(group, prepend(payload, types.rest))) {
        const parts = witness.slice(0, payload.length);
        const text = payload.length === 0 ? variant.name : `${variant.name}(${parts.join(", ")})`;
        found.push([text, ...witness.slice(payload.length)]);
      }
      if (found.length >= EXAMPLES) return this.#stop(found);
    }
    if (groups.list.size < symbol.variants.length) {
      const others = this.explore(groups.others, types.rest);
      if (others.length > 0) {
        for (const variant of symbol.variants) {
          if (groups.list.has(variant.index)) continue;
          const text =
            variant.payload.length === 0
              ? variant.name
              : `${variant.name}(${variant.payload.map(() => "_").join(", ")})`;
          found.push([text, ...others[0]!]);
          if (found.length >= EXAMPLES) break;
        }
      }
    }
    return found;
  }

  #struct(rows: readonly Row[], types: Types, symbol: StructSymbol): Witness[] {
    const type = prune(types.first);
    const substitution = pairs(symbol.typeParams, type.kind === "Named" ? type.args : []);
    const fields = symbol.fields.map((field) => substitute(field.type, substitution));
    const wide = rows.map((row): Row => {
      const { first, rest } = row.columns!;
      return {
        ...row,
        columns: this.columns.prepend(first.kind === "Struct" ? first.parts : fields.map(() => ANY), rest),
      };
    });
    return this.explore(wide, prepend(fields, types.rest)).map((witness) => {
      if (isTupleSymbol(symbol)) {
        const parts = witness.slice(0, fields.length);
        return [
          parts.every((part) => part === "_") ? "_" : `(${parts.join(", ")})`,
          ...witness.slice(fields.length),
        ];
      }
      const named = symbol.fields
        .map((field, i) => `${field.name}: ${witness[i]!}`)
        .filter((_, i) => witness[i] !== "_");
      return [
        named.length === 0 ? "_" : `${symbol.name} { ${named.join(", ")} }`,
        ...witness.slice(fields.length),
      ];
    });
  }

  #bools(rows: readonly Row[], types: Types): Witness[] {
    const groups = new Groups<boolean>(this.columns);
    for (const row of rows) {
      const { first, rest } = row.columns!;
      if (first.kind === "Bool") groups.add(first.value, row, [], rest, 0);
      else groups.addToAll(row, rest);
    }
    const found: Witness[] = [];
    for (const value of [true, false]) {
      const group = groups.list.get(value) ?? groups.others;
      for (const witness of this.explore(group, types.rest)) found.push([String(value), ...witness]);
    }
    return found.slice(0, EXAMPLES);
  }

  /** Splits lists by their lengths; all lengths from the last on are equivalent. */
  #lists(rows: readonly Row[], types: Types): Witness[] {
    const shapes = rows.flatMap(({ columns }) => (columns!.first.kind === "List" ? [columns!.first] : []));
    const most = (sizes: readonly number[]): number => Math.max(0, ...sizes);
    const suffix = most(shapes.map(({ after }) => after.length));
    const fixed = most(shapes.map(({ before, rest }) => (rest ? 0 : before.length + 1)));
    const last = Math.max(fixed, most(shapes.map(({ before }) => before.length)) + suffix);
    const type = prune(types.first);
    const element = type.kind === "Named" ? type.args[0]! : types.first;
    const found: Witness[] = [];
    for (let length = 0; length <= last; length++) {
      this.#budget -= rows.length * length;
      if (this.#budget < 0) throw new OutOfBudget();
      const group = rows.flatMap((row): Row[] => {
        const { first, rest } = row.columns!;
        const parts = first.kind === "List" ? elementsOf(first, length, length === last) : anys(length);
        return parts === null ? [] : [{ ...row, columns: this.columns.prepend(parts, rest) }];
      });
      const elements = new Array<Type>(length).fill(element);
      for (const witness of this.explore(group, prepend(elements, types.rest))) {
        const parts = witness.slice(0, length);
        if (length === last) parts.splice(length - suffix, 0, "..");
        found.push([`[${parts.join(", ")}]`, ...witness.slice(length)]);
      }
      if (found.length >= EXAMPLES && length < last) return this.#stop(found);
    }
    return found.slice(0, EXAMPLES);
  }

  #literals(rows: readonly Row[], types: Types): Witness[] {
    const groups = new Groups<string | number>(this.columns);
    for (const row of rows) {
      const { first, rest } = row.columns!;
      if (first.kind === "Text" || first.kind === "Float") groups.add(first.value, row, [], rest, 0);
      else groups.addToAll(row, rest);
    }
    const found: Witness[] = [];
    for (const [value, group] of groups.list) {
      for (const witness of this.explore(group, types.rest))
        found.push([typeof value === "string" ? JSON.stringify(value) : String(value), ...witness]);
      if (found.length >= EXAMPLES) return this.#stop(found);
    }
    for (const witness of this.explore(groups.others, types.rest)) found.push(["_", ...witness]);
    return found.slice(0, EXAMPLES);
  }

  /** Splits numbers at the bounds of ranges; all values between two bounds are equivalent. */
  #ranges(rows: readonly Row[], types: Types): Witness[] {
    const type = prune(types.first);
    const chars = type.kind === "Named" && type.symbol.name === "Char";
    const [least, most] = chars ? [0n, SCALARS - 1n] : [INT_MIN, INT_MAX];
    const boundsOf = ({ low, high }: { readonly low: bigint; readonly high: bigint }) =>
      chars ? { low: scalarsBefore(low), high: scalarsBefore(high + 1n) - 1n } : { low, high };
    const cuts = new Set<bigint>([least]);
    for (const row of rows) {
      const { first } = row.columns!;
      if (first.kind !== "Range") continue;
      const { low, high } = boundsOf(first);
      if (low > high) continue;
      cuts.add(low);
      if (high < most) cuts.add(high + 1n);
    }
    const starts = [...cuts].sort((a, b) => (a < b ? -1 : 1));
    const indexes = new Map(starts.map((start, i) => [start, i]));
    const groups = new Groups<number>(this.columns);
    for (const row of rows) {
      const { first, rest } = row.columns!;
      if (first.kind !== "Range") {
        groups.addToAll(row, rest);
        continue;
      }
      const { low, high } = boundsOf(first);
      if (low > high) continue;
      const end = high < most ? indexes.get(high + 1n)! : starts.length;
      this.#budget -= end - indexes.get(low)!;
      if (this.#budget < 0) throw new OutOfBudget();
      for (let i = indexes.get(low)!; i < end; i++) groups.add(i, row, [], rest, 0);
    }
    const found: Witness[] = [];
    const example = (i: number): string => {
      const low = starts[i]!;
      const high = i + 1 < starts.length ? starts[i + 1]! - 1n : most;
      const value = low <= 0n && high >= 0n ? 0n : low === least ? high : low;
      return chars ? charText(Number(scalarAt(value))) : String(value);
    };
    for (const [i, group] of [...groups.list].sort(([a], [b]) => a - b)) {
      for (const witness of this.explore(group, types.rest)) found.push([example(i), ...witness]);
      if (found.length >= EXAMPLES) return this.#stop(found);
    }
    if (groups.list.size < starts.length) {
      const others = this.explore(groups.others, types.rest);
      // Several gaps: probably a catch-all is missing.
      const gaps = starts.map((_, i) => i).filter((i) => !groups.list.has(i));
      const text = gaps.length === 1 ? example(gaps[0]!) : "_";
      for (const witness of others) found.push([text, ...witness]);
    }
    return found.slice(0, EXAMPLES);
  }
}

/** Rows by constructor, in order; rows that match any value are in every group, also in later ones. */
class Groups<K> {
  readonly list = new Map<K, Row[]>();
  /** The rows for constructors that no row names. */
  readonly others: Row[] = [];
  readonly #lists: ColumnLists;

  constructor(lists: ColumnLists) {
    this.#lists = lists;
  }

  add(key: K, row: Row, parts: readonly Shape[], rest: Columns | null, arity: number): void {
    let group = this.list.get(key);
    if (group === undefined) {
      group = this.others.map((other) => ({
        ...other,
        columns: this.#lists.prepend(anys(arity), other.columns),
      }));
      this.list.set(key, group);
      this.#arities.set(key, arity);
    }
    group.push({ ...row, columns: this.#lists.prepend(parts, rest) });
  }

  addToAll(row: Row, rest: Columns | null): void {
    this.others.push({ ...row, columns: rest });
    for (const [key, group] of this.list)
      group.push({ ...row, columns: this.#lists.prepend(anys(this.#arities.get(key)!), rest) });
  }

  readonly #arities = new Map<K, number>();
}

/**
 * The elements of a list of this length, or of at least this length if it is `open`; null if it does not match.
 */
function elementsOf(
  { before, rest, after }: Shape & { kind: "List" },
  length: number,
  open: boolean,
): Shape[] | null {
  const others = length - before.length - after.length;
  if (others < 0 || (!rest && (open || others > 0))) return null;
  return [...before, ...anys(others), ...after];
}

function anys(count: number): Shape[] {
  return new Array<Shape>(count).fill(ANY);
}

function tail(row: Row): Row {
  return { ...row, columns: row.columns!.rest };
}

function prepend(parts: readonly Type[], rest: Types | null): Types | null {
  let types = rest;
  for (let i = parts.length - 1; i >= 0; i--) types = { first: parts[i]!, rest: types };
  return types;
}

function wildcards(types: Types): string[] {
  const texts: string[] = [];
  for (let at: Types | null = types; at !== null; at = at.rest) texts.push("_");
  return texts;
}

/** The number of Unicode scalars below a code point. */
function scalarsBefore(code: bigint): bigint {
  if (code <= FIRST_SURROGATE) return code;
  return code < FIRST_SURROGATE + SURROGATES ? FIRST_SURROGATE : code - SURROGATES;
}

/** The Unicode scalar with that many scalars before it. */
function scalarAt(index: bigint): bigint {
  return index < FIRST_SURROGATE ? index : index + SURROGATES;
}

function charText(value: number): string {
  return value >= 0x21 && value < 0x7f ? `'${String.fromCodePoint(value)}'` : `'\\u{${value.toString(16)}}'`;
}
