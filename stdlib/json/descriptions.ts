// Descriptions of types by derived code: members of structs and variants of enums, as JSON in constants of
// the generated code. Each is parsed once per program.
import { get } from "../../interpreter/own/index.ts";
import { isPlainKey } from "./shape.ts";
import type { Shape, ShapeTree } from "./shape.ts";

/** What the description of a struct says beside the names of its members. */
interface MoreMembers {
  readonly aliases?: Readonly<Record<string, number>>;
  readonly free?: readonly number[];
  readonly refuses?: boolean;
  readonly rest?: boolean;
  readonly all?: readonly (string | null)[];
}

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
  /** The members that may be missing. */
  readonly free: ReadonlySet<number>;
  /** Whether members that no field reads are problems. */
  readonly refuses: boolean;
  /** Whether they are kept for fields that read the rest of the object. */
  readonly keepsRest: boolean;
  /** The name of the member of each field, null for a field without one; the names, unless stated. */
  readonly fields: readonly (string | null)[];

  constructor(keys: readonly string[], shape: Shape | null, more: MoreMembers = {}) {
    this.keys = keys;
    this.shape = shape;
    this.#positions = new Map([
      ...Object.entries(get(more, "aliases") ?? {}),
      ...keys.map((key, position) => [key, position] as const),
    ]);
    this.free = new Set(get(more, "free"));
    this.refuses = get(more, "refuses") ?? false;
    this.keepsRest = get(more, "rest") ?? false;
    this.fields = get(more, "all") ?? keys;
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
  /** By their names, those of the aliases included. */
  readonly index: ReadonlyMap<string, number>;
  readonly names: readonly string[];
  /** The number of values of each payload; -1 for one that is an object. */
  readonly sizes: readonly number[];
  /** The variant of unknown names, or -1. */
  readonly other: number;
  /** Whether unknown members beside the tag are problems. */
  readonly refuses: boolean;
}

type Variant = readonly [name: string, size: number, aliases?: readonly string[], other?: 1];

function variantsOf(list: readonly Variant[], refuses: boolean): Variants {
  const index = new Map<string, number>();
  list.forEach(([name, , aliases = [], other], i) => {
    if (other === undefined) for (const each of [name, ...aliases]) if (!index.has(each)) index.set(each, i);
  });
  return {
    index,
    names: list.filter(([, , , other]) => other === undefined).map(([name]) => name),
    sizes: list.map(([, size]) => size),
    other: list.findIndex(([, , , other]) => other === 1),
    refuses,
  };
}

export class Descriptions {
  readonly #shapes: ShapeTree;
  readonly #members = new Map<string, Members>();
  readonly #variants = new Map<string, Variants>();

  constructor(shapes: ShapeTree) {
    this.#shapes = shapes;
  }

  /** Returns the members of a JSON list of names, or of an object that says more. */
  members(text: string): Members {
    let members = this.#members.get(text);
    if (members === undefined) {
      const parsed = JSON.parse(text) as string[] | (MoreMembers & { readonly names: string[] });
      members = Array.isArray(parsed)
        ? new Members(parsed, this.#shapes.of(parsed))
        : new Members(parsed.names, null, parsed);
      this.#members.set(text, members);
    }
    return members;
  }

  /** Returns the variants of a JSON list of names and payload sizes, or of an object that says more. */
  variants(text: string): Variants {
    let variants = this.#variants.get(text);
    if (variants === undefined) {
      const parsed = JSON.parse(text) as Variant[] | { variants: Variant[]; refuses: boolean };
      variants = Array.isArray(parsed)
        ? variantsOf(parsed, false)
        : variantsOf(parsed.variants, parsed.refuses);
      this.#variants.set(text, variants);
    }
    return variants;
  }
}
