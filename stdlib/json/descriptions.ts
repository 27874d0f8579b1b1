// Descriptions of types by derived code: members of structs and variants of enums, as JSON in constants of
// the generated code. Each is parsed once per program.
import { isPlainKey } from "./shape.ts";
import type { Shape, ShapeTree } from "./shape.ts";

/** The members of a struct, in order of its fields. */
export class Members {
  readonly keys: readonly string[];
  /** The shape of objects with exactly these members, or null if a map is better. */
  readonly shape: Shape | null;
  readonly #positions: ReadonlyMap<string, number>;
  /**
   * For the number of a member plus one, the member that followed it last time; at first, that of the next
   * field.
   */
  readonly #followers: Int32Array;

  constructor(keys: readonly string[], shape: Shape | null) {
    this.keys = keys;
    this.shape = shape;
    this.#positions = new Map(keys.map((key, position) => [key, position]));
    this.#followers = Int32Array.from([...keys, ""], (_, i) =>
      i < keys.length && isPlainKey(keys[i]!) ? i : -1,
    );
  }

  /** Returns the number of a member, or -1. */
  indexOf(key: string): number {
    return this.#positions.get(key) ?? -1;
  }

  /** Returns the member that is likely to follow number `last` (-1 at the beginning), or -1. */
  likelyAfter(last: number): number {
    return this.#followers[last + 1]!;
  }

  follows(last: number, index: number): void {
    if (isPlainKey(this.keys[index]!)) this.#followers[last + 1] = index;
  }
}

/** The variants of an enum. */
export interface Variants {
  readonly index: ReadonlyMap<string, number>;
  readonly sizes: readonly number[];
}

export class Descriptions {
  readonly #shapes: ShapeTree;
  readonly #members = new Map<string, Members>();
  readonly #variants = new Map<string, Variants>();

  constructor(shapes: ShapeTree) {
    this.#shapes = shapes;
  }

  /** Returns the members of a JSON list of names. */
  members(text: string): Members {
    let members = this.#members.get(text);
    if (members === undefined) {
      const keys = JSON.parse(text) as string[];
      members = new Members(keys, this.#shapes.of(keys));
      this.#members.set(text, members);
    }
    return members;
  }

  /** Returns the variants of a JSON list of names and payload sizes. */
  variants(text: string): Variants {
    let variants = this.#variants.get(text);
    if (variants === undefined) {
      const list = JSON.parse(text) as [string, number][];
      variants = { index: new Map(list.map(([name], i) => [name, i])), sizes: list.map(([, size]) => size) };
      this.#variants.set(text, variants);
    }
    return variants;
  }
}
