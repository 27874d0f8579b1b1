// What outlives one compilation of a program that grows input by input: its variables, and the objects
// that stand for its types, so that a value made earlier still is of its type.
import type { TypeDescriptor } from "./values/index.ts";

/** The memory of a session. */
export class SessionStore {
  /** Globals by `<module id>:<name>`. */
  readonly values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  /** Keys of the globals that have been initialised. */
  readonly ready = new Set<string>();
  readonly #types = new Map<string, unknown[]>();

  /** The objects that stand for a type, filled by compiled code. */
  kept(key: string): unknown[] {
    let kept = this.#types.get(key);
    if (kept === undefined) this.#types.set(key, (kept = []));
    return kept;
  }
}

/** How values of a type are built up; only sessions and programs that share values with their host have it. */
export type Shape =
  | { readonly kind: "int" | "float" | "bool" | "char" | "string" | "unit" | "any" | "dyn" | "error" }
  | { readonly kind: "fun"; readonly params: readonly ShownType[]; readonly result: ShownType }
  | { readonly kind: "list" | "set"; readonly element: ShownType }
  | { readonly kind: "map"; readonly key: ShownType; readonly value: ShownType }
  | { readonly kind: "option"; readonly some: ShownType }
  | { readonly kind: "result"; readonly ok: ShownType; readonly error: ShownType }
  /** A collection of std/collections other than maps and sets, in sessions alone. */
  | {
      readonly kind: "collection";
      readonly name: string;
      readonly parts: readonly ShownType[];
      readonly properties: readonly string[];
      /** Where an `Entry` has its key and its value. */
      readonly entry: readonly [string, string];
    }
  /**
   * `dyn Reader` and `dyn Writer` of std/io where such values cross: `of` puts a stream of the host behind the
   * trait, `use` reads a piece or writes all of a text.
   */
  | {
      readonly kind: "reader";
      readonly of: (source: object) => unknown;
      readonly use: (reader: unknown) => unknown;
    }
  | {
      readonly kind: "writer";
      readonly of: (sink: object) => unknown;
      readonly use: (writer: unknown, data: string) => unknown;
    }
  /** `JsonValue`, by the functions of its module. */
  | {
      readonly kind: "json";
      readonly parse: (text: string) => unknown;
      readonly stringify: (value: unknown) => string;
    }
  | {
      readonly kind: "tuple";
      readonly parts: readonly { readonly property: string; readonly type: ShownType }[];
      /** Of values, in order; not in sessions. */
      readonly make?: (parts: readonly unknown[]) => unknown;
    }
  | {
      readonly kind: "struct";
      readonly name: string;
      readonly fields: readonly {
        readonly name: string;
        readonly property: string;
        readonly type: ShownType;
      }[];
      readonly make?: (fields: readonly unknown[]) => unknown;
      /** Its class, where that is written in TypeScript: such values are opaque. */
      readonly given?: (new (...fields: never[]) => object) | undefined;
    }
  | {
      readonly kind: "enum";
      readonly variants: readonly {
        readonly name: string;
        readonly names: readonly string[] | null;
        readonly parts: readonly ShownType[];
      }[];
      readonly make?: (index: number, payload: readonly unknown[]) => unknown;
    };

/** A type of which it is known how its values are built up. */
export interface ShownType extends TypeDescriptor {
  shape(): Shape;
}
