// The attributes that exist: before which declarations each may stand, and which keys it takes there.
// Attributes of natives and of functions in declarations are described in stdlib/README.md.
import type { AttributeValue } from "./ast/index.ts";

/** The kind of declaration after an attribute. */
export type Owner = "struct" | "enum" | "variant" | "field" | "parameter" | "function" | "other";

/** What follows a key: nothing, or a string. */
export type Shape = "flag" | "text";

/** The keys of an attribute; "names" are any names, without values. */
export type Keys = Readonly<Record<string, Shape>> | "names";

type Rules = Readonly<Partial<Record<Owner, Keys>>>;

/** The attributes of natives in declarations: stdlib/README.md. */
export type NativeAttribute =
  | "blocking"
  | "calls"
  | "diverges"
  | "long"
  | "moves"
  | "part"
  | "quick"
  | "serves";

const nativeAttributes: Readonly<Record<NativeAttribute, Rules>> = {
  blocking: { function: {} },
  calls: { function: {} },
  diverges: { function: {} },
  long: { function: {} },
  moves: { function: {} },
  part: { function: {} },
  quick: { function: {} },
  serves: { function: {} },
};

/** The attributes of all functions in declarations, which may have a body. */
export type FunctionAttribute = NativeAttribute | "direct" | "iterates" | "shows";

const declared: Readonly<Record<FunctionAttribute, Rules>> = {
  ...nativeAttributes,
  direct: { function: "names" },
  iterates: { function: {} },
  shows: { function: {} },
};

/** The attributes of programs. */
const written: Readonly<Record<string, Rules>> = {
  derive: { struct: "names", enum: "names" },
  json: { field: { optional: "flag", name: "text" } },
};

export const attributeNames: readonly string[] = Object.keys(written);

export function isNativeAttribute(name: string): name is NativeAttribute {
  return Object.hasOwn(nativeAttributes, name);
}

/** Where an attribute may stand, or undefined if there is none of this name. */
export function attributeRules(name: string, declarations: boolean): Rules | undefined {
  if (Object.hasOwn(written, name)) return written[name];
  return declarations && Object.hasOwn(declared, name) ? declared[name as FunctionAttribute] : undefined;
}

export function fits(value: AttributeValue | null, shape: Shape): boolean {
  switch (shape) {
    case "flag":
      return value === null;
    case "text":
      return value?.kind === "StringLit";
  }
}
