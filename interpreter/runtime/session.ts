// The state that outlives one compilation of a program that grows input by input: its variables, and the
// objects that represent its types, so that values made by earlier inputs still have their types.
import type { TypeDescriptor } from "./values/index.ts";

/** The state of a session. */
export class SessionStore {
  /** Globals by `<module id>:<name>`. */
  readonly values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  /** Keys of the globals that have been initialised. */
  readonly ready = new Set<string>();
  readonly #types = new Map<string, unknown[]>();

  /** The objects that represent a type; compiled code fills in the list. */
  kept(key: string): unknown[] {
    let kept = this.#types.get(key);
    if (kept === undefined) this.#types.set(key, (kept = []));
    return kept;
  }
}

/**
 * The structure of the values of a type. Only sessions and programs that share values with their host have
 * shapes.
 */
export type Shape =
  | { readonly kind: "int" | "float" | "bool" | "char" | "string" | "unit" | "any" | "dyn" | "error" }
  | { readonly kind: "fun"; readonly params: readonly ShownType[]; readonly result: ShownType }
  | { readonly kind: "list" | "set"; readonly element: ShownType }
  | { readonly kind: "map"; readonly key: ShownType; readonly value: ShownType }
  | { readonly kind: "option"; readonly some: ShownType }
  | { readonly kind: "result"; readonly ok: ShownType; readonly error: ShownType }
  /** A collection of std/collections other than maps and sets; only in sessions. */
  | {
      readonly kind: "collection";
      readonly name: string;
      readonly parts: readonly ShownType[];
      readonly properties: readonly string[];
      /** The properties of an `Entry` that hold key and value. */
      readonly entry: readonly [string, string];
    }
  /**
   * `dyn Reader` and `dyn Writer` of std/io at the border: `of` wraps a stream of the host in the trait
   * object, `use` reads a piece or writes a whole text.
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
  /** `JsonValue`, converted by the `whole` functions of its module. */
  | {
      readonly kind: "json";
      readonly parse: (text: string, deepest: number) => unknown;
      readonly stringify: (value: unknown) => string;
    }
  | {
      readonly kind: "tuple";
      readonly parts: readonly { readonly property: string; readonly type: ShownType }[];
      /** Constructs a value from its parts, in order; absent in sessions. */
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
      /** The class, if it is written in TypeScript: such values are opaque. */
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

/** A type whose shape is known. */
export interface ShownType extends TypeDescriptor {
  shape(): Shape;
}
