// JSON Schema 2020-12 of types, from the descriptions of the compiler (`interpreter/check/shapes.ts`). Strings are
// bytes, as in all natives.
import { ecmaPattern } from "./schema-pattern.ts";
import { enumSchema } from "./schema-enum.ts";

/** A type: a name for those that need no more, or a list whose first element is the kind. */
export type TypeShape = string | readonly [string, ...unknown[]];

export interface CheckShape {
  readonly key: string;
  readonly limit: unknown;
  readonly ofItems: boolean;
}

export interface MemberShape {
  readonly name: string;
  readonly type: TypeShape;
  readonly doc: string;
  readonly mayLack: boolean;
  readonly value?: unknown;
  readonly omitsNone: boolean;
  readonly flattened: boolean;
  readonly asText: boolean;
  readonly isDouble: boolean;
  readonly checks: readonly CheckShape[];
}

export interface VariantShape {
  readonly name: string;
  readonly isOther: boolean;
  readonly doc: string;
  readonly members: readonly MemberShape[] | null;
  readonly values: readonly TypeShape[];
}

interface Declared {
  readonly name: string;
  readonly module: string;
  readonly doc: string;
  readonly closed: boolean;
}

export type StructShape = Declared & { readonly kind: "struct"; readonly members: readonly MemberShape[] };
export type EnumShape = Declared & {
  readonly kind: "enum";
  readonly form: "values" | "string" | "external" | "tag" | "content" | "untagged";
  readonly tag: string;
  readonly content: string;
  readonly variants: readonly VariantShape[];
};
export type DeclaredShape = StructShape | EnumShape;

export interface Shape {
  readonly type: TypeShape;
  readonly types: Readonly<Record<string, DeclaredShape>>;
}

export type Schema = Record<string, unknown>;

/** Takes the schema of a variant of an enum. */
export type AlternativeTo = (key: string, variant: string, schema: Schema) => string;

/** Writes the schemas of types that refer to each other. */
export class SchemaWriter {
  /** All types that were described so far. */
  readonly types = new Map<string, DeclaredShape>();
  /** Whether values are read, where members may be missing that are always written. */
  readonly isInput: boolean;
  private readonly refTo: (key: string) => string;

  /** Returns the reference to the schema of a variant; null if it is written where it is used. */
  readonly alternativeTo: AlternativeTo | null;

  /** @param refTo returns the reference to a declared type, whose schema is then needed */
  constructor(isInput: boolean, refTo: (key: string) => string, alternativeTo: AlternativeTo | null = null) {
    this.isInput = isInput;
    this.refTo = refTo;
    this.alternativeTo = alternativeTo;
  }

  add(types: Readonly<Record<string, DeclaredShape>>): void {
    for (const [key, type] of Object.entries(types)) this.types.set(key, type);
  }

  /** The schema of a type; a declared one is a reference. */
  of(type: TypeShape): Schema {
    if (typeof type === "string") return { ...SIMPLE[type] };
    const [kind, ...parts] = type;
    const part = (i: number): Schema => this.of(parts[i] as TypeShape);
    switch (kind) {
      case "list":
        return { type: "array", items: part(0) };
      case "set":
        return { type: "array", items: part(0), uniqueItems: true };
      case "map":
        return { type: "object", additionalProperties: part(0) };
      case "option":
        return orNull(part(0));
      case "tuple":
        return tupleOf(parts.map((_, i) => part(i)));
      case "ref":
        return { $ref: this.refTo(parts[0] as string) };
      case "standard":
        return STANDARD[parts[0] as string] ?? {};
      default:
        return {};
    }
  }

  /** The schema of a declared type itself. */
  declared(key: string): Schema {
    const shape = this.types.get(key)!;
    const schema =
      shape.kind === "struct" ? this.object(shape.members, shape.closed) : enumSchema(this, shape, key);
    return shape.doc === "" ? schema : { description: shape.doc, ...schema };
  }

  /** The schema of an object with members; `before` are members with their schemas. */
  object(
    members: readonly MemberShape[],
    closed: boolean,
    before: Readonly<Record<string, Schema>> = {},
  ): Schema {
    const properties: Record<string, Schema> = { ...before };
    const required: string[] = Object.keys(before);
    let others: Schema | boolean | undefined = closed ? false : undefined;
    const put = (member: MemberShape, isCertain: boolean): void => {
      if (member.flattened) {
        const { type, isOption } = withoutOption(member.type);
        const inner =
          Array.isArray(type) && type[0] === "ref" ? this.types.get(type[1] as string) : undefined;
        if (inner?.kind === "struct") for (const each of inner.members) put(each, isCertain && !isOption);
        else if (Array.isArray(type) && type[0] === "map") others = this.of(type[1] as TypeShape);
        else others = undefined;
        return;
      }
      properties[member.name] = this.member(member);
      const isRequired = this.isInput ? !member.mayLack : !member.omitsNone && !member.isDouble;
      if (isCertain && isRequired) required.push(member.name);
    };
    for (const member of members) put(member, true);
    return {
      type: "object",
      properties,
      ...(required.length > 0 && { required }),
      ...(others !== undefined && { additionalProperties: others }),
    };
  }

  private member(member: MemberShape): Schema {
    const { type, doc, value, checks, asText, isDouble } = member;
    const own = isDouble ? withoutOption(type).type : type;
    const base = asText ? this.text(own) : this.of(own);
    const schema = withChecks(base, checks);
    return {
      ...(doc !== "" && { description: doc }),
      ...schema,
      ...(value !== undefined && { default: value }),
    };
  }

  /** A number that is written as text, and read from both. */
  private text(type: TypeShape): Schema {
    const own = withoutOption(type);
    const isDecimal = own.type !== "Int";
    const text = { type: "string", pattern: isDecimal ? "^-?[0-9]+(\\.[0-9]+)?$" : "^-?[0-9]+$" };
    const schema = this.isInput ? { anyOf: [text, this.of(own.type)] } : text;
    return own.isOption ? orNull(schema) : schema;
  }
}

/** Structs of the library; those of std/time are inputs that are read from texts. */
const STANDARD: Readonly<Record<string, Schema>> = {
  "std/decimal:Decimal": { type: "number" },
  "std/time:Date": { type: "string", format: "date" },
  "std/time:DateTime": { type: "string", format: "date-time" },
};

const INT = { type: "integer", format: "int64", minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n };

const SIMPLE: Readonly<Record<string, Schema>> = {
  Int: INT,
  Float: { type: "number", format: "double" },
  Bool: { type: "boolean" },
  String: { type: "string" },
  Char: { type: "string", minLength: 1, maxLength: 1 },
  Unit: { type: "null" },
};

export function withoutOption(type: TypeShape): { readonly type: TypeShape; readonly isOption: boolean } {
  return Array.isArray(type) && type[0] === "option"
    ? { type: type[1] as TypeShape, isOption: true }
    : { type, isOption: false };
}

function orNull(schema: Schema): Schema {
  if (Object.keys(schema).length === 0) return schema;
  if (typeof schema["type"] === "string" && schema["enum"] === undefined && schema["const"] === undefined)
    return { ...schema, type: [schema["type"], "null"] };
  return { anyOf: [schema, { type: "null" }] };
}

export function tupleOf(parts: readonly Schema[]): Schema {
  if (parts.length === 0) return { type: "array", maxItems: 0 };
  return { type: "array", prefixItems: parts, minItems: parts.length, maxItems: parts.length };
}

/** Adds checks to the schema of a value, which may be null. */
export function withChecks(schema: Schema, checks: readonly CheckShape[]): Schema {
  if (checks.length === 0) return schema;
  const [first] = Array.isArray(schema["anyOf"]) ? (schema["anyOf"] as Schema[]) : [];
  if (first !== undefined && first["$ref"] === undefined)
    return { ...schema, anyOf: [withChecks(first, checks), ...(schema["anyOf"] as Schema[]).slice(1)] };
  // Generators of values ignore the format of a type that is one of several.
  if (Array.isArray(schema["type"]) && checks.some(({ key, ofItems }) => key === "format" && !ofItems)) {
    const { type, ...rest } = schema;
    const [own] = (type as readonly string[]).filter((each) => each !== "null");
    return { anyOf: [withChecks({ ...rest, type: own }, checks), { type: "null" }] };
  }
  let checked = { ...schema };
  for (const check of checks) {
    if (check.ofItems) {
      const items = withChecks(checked["items"] as Schema, [{ ...check, ofItems: false }]);
      checked = { ...checked, items };
    } else checked = { ...checked, ...keywords(check, checked) };
  }
  return checked;
}

const FORMATS: Readonly<Record<string, string>> = { date_time: "date-time" };

function keywords({ key, limit }: CheckShape, schema: Schema): Schema {
  const types = [schema["type"]].flat();
  const sized = (bound: "min" | "max"): string =>
    `${bound}${types.includes("array") ? "Items" : types.includes("object") ? "Properties" : "Length"}`;
  switch (key) {
    case "min":
      return { minimum: limit };
    case "max":
      return { maximum: limit };
    case "above":
      return { exclusiveMinimum: limit };
    case "below":
      return { exclusiveMaximum: limit };
    case "multiple_of":
      return { multipleOf: limit };
    case "min_len":
      return { [sized("min")]: limit };
    case "max_len":
      return { [sized("max")]: limit };
    case "pattern": {
      const pattern = ecmaPattern(limit as string);
      return pattern === null ? {} : { pattern };
    }
    case "format":
      return { format: FORMATS[limit as string] ?? limit };
    case "unique":
      return { uniqueItems: true };
    case "one_of":
      return { enum: types.includes("null") ? [...(limit as unknown[]), null] : limit };
    default:
      return {};
  }
}

/** The JSON text of a schema or document; a bigint is a number. */
export function schemaText(value: unknown): string {
  const marked = JSON.stringify(value, (_, each: unknown) =>
    typeof each === "bigint" ? `\u0001${each}` : each,
  );
  return marked.replace(/"\\u0001(-?\d+)"/g, "$1");
}

/** The name of a type as a component: `Page<Note>` is `Page_Note`. */
export const componentName = (name: string): string =>
  name.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_+|_+$/g, "");

/** The last name of a module: `notes` of `/srv/notes.std`. */
export const moduleName = (id: string): string =>
  componentName(id.replace(/\.std$/, "").replace(/^.*[/\\]/, ""));

/** Names for declared types; those that two types share are preceded by their modules' names. */
export function namesFor(types: ReadonlyMap<string, DeclaredShape>): Map<string, string> {
  const taken = new Map<string, string[]>();
  for (const [key, { name }] of types) {
    const own = componentName(name);
    taken.set(own, [...(taken.get(own) ?? []), key]);
  }
  const names = new Map<string, string>();
  const used = new Set<string>();
  const add = (key: string, name: string): void => {
    let free = name;
    for (let n = 2; used.has(free); n++) free = `${name}_${n}`;
    used.add(free);
    names.set(key, free);
  };
  for (const [own, keys] of [...taken].sort(([a], [b]) => (a < b ? -1 : 1)))
    for (const key of keys.sort())
      add(key, keys.length === 1 ? own : `${moduleName(types.get(key)!.module)}_${own}`);
  return names;
}

/** The schema of one type as a document of its own. */
export function schemaDocument(shapeText: string, isInput: boolean): string {
  const shape = JSON.parse(shapeText) as Shape;
  const names = namesFor(new Map(Object.entries(shape.types)));
  const needed = new Set<string>();
  const writer = new SchemaWriter(isInput, (key) => {
    needed.add(key);
    return `#/$defs/${names.get(key)!}`;
  });
  writer.add(shape.types);
  const isDeclared = Array.isArray(shape.type) && shape.type[0] === "ref";
  const rootKey = isDeclared ? (shape.type[1] as string) : null;
  let root = rootKey === null ? writer.of(shape.type) : writer.declared(rootKey);
  const definitions = new Map<string, Schema>();
  for (let more = true; more; ) {
    more = false;
    for (const key of needed) {
      const name = names.get(key)!;
      if (definitions.has(name)) continue;
      definitions.set(name, writer.declared(key));
      more = true;
    }
  }
  if (rootKey !== null && needed.has(rootKey)) root = { $ref: `#/$defs/${names.get(rootKey)!}` };
  const sorted = Object.fromEntries([...definitions].sort(([a], [b]) => (a < b ? -1 : 1)));
  return schemaText({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    ...root,
    ...(definitions.size > 0 && { $defs: sorted }),
  });
}
