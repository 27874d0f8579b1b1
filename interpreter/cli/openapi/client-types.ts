// The types of a generated client, from the schemas of a document.
import { isObject, listAt, objectAt, textAt, type Json, type JsonObject } from "./document.ts";
import { Names, pascal, snake } from "./names.ts";

export class ClientTypes {
  readonly #schemas: JsonObject;
  readonly #names = new Names();
  /** The names of types by those of their schemas. */
  readonly #known = new Map<string, string>();
  /** The declarations, in the order in which they are first needed. */
  readonly declarations: string[] = [];
  /** What could not be expressed. */
  readonly missing: string[] = [];

  constructor(document: Json) {
    this.#schemas = objectAt(objectAt(document, "components"), "schemas");
  }

  /** The type for a schema; `context` names one that the document does not name. */
  of(schema: Json | undefined, context: string): string {
    if (!isObject(schema)) return "JsonValue";
    const reference = textAt(schema, "$ref");
    if (reference !== "") return this.#named(reference);
    const inner = withoutNull(schema);
    if (inner !== null) return `Option<${this.of(inner, context)}>`;
    const { type } = schema;
    if (isEnum(schema)) return this.#enum(schema, context);
    if (type === "string") return "String";
    if (type === "integer") return "Int";
    if (type === "number") return "Float";
    if (type === "boolean") return "Bool";
    if (type === "array") return this.#array(schema, context);
    if (listAt(schema, "oneOf").length > 0) return this.#tagged(schema, context);
    if (isObject(schema["properties"])) return this.#struct(schema, context);
    if (type === "object" && isObject(schema["additionalProperties"]))
      return `Map<String, ${this.of(schema["additionalProperties"], `${context} value`)}>`;
    const isAny = Object.keys(schema).every((key) => ["description", "title", "default"].includes(key));
    if (!isAny && type !== "object")
      this.missing.push(`${pascal(context)}: a schema that is no type here is a JsonValue`);
    return "JsonValue";
  }

  #named(reference: string): string {
    const key = reference.replace(/^#\/components\/schemas\//, "");
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const schema = this.#schemas[key];
    if (!isObject(schema)) {
      this.missing.push(`${reference}: there is no such schema`);
      return "JsonValue";
    }
    const isDeclared = isObject(schema["properties"]) || isEnum(schema) || listAt(schema, "oneOf").length > 0;
    if (!isDeclared) {
      // An alias of another type; one that contains itself has no type here.
      this.#known.set(key, "JsonValue");
      const type = this.of(schema, key);
      this.#known.set(key, type);
      return type;
    }
    const name = this.#names.fresh(pascal(key));
    this.#known.set(key, name);
    this.#declare(schema, name);
    return name;
  }

  #declare(schema: JsonObject, name: string): void {
    if (isEnum(schema)) this.#writeEnum(schema, name);
    else if (isObject(schema["properties"])) this.#writeStruct(schema, name);
    else this.#writeTagged(schema, name);
  }

  #struct(schema: JsonObject, context: string): string {
    const name = this.#names.fresh(pascal(context));
    this.#writeStruct(schema, name);
    return name;
  }

  #enum(schema: JsonObject, context: string): string {
    const name = this.#names.fresh(pascal(context));
    this.#writeEnum(schema, name);
    return name;
  }

  #tagged(schema: JsonObject, context: string): string {
    if (tagOf(this.#alternatives(schema)) === null) {
      this.missing.push(`${pascal(context)}: alternatives without a common tag are a JsonValue`);
      return "JsonValue";
    }
    const name = this.#names.fresh(pascal(context));
    this.#writeTagged(schema, name);
    return name;
  }

  /** The schemas of the variants, which may have names. */
  #alternatives(schema: JsonObject): readonly Json[] {
    return listAt(schema, "oneOf").map((each) => {
      const key = textAt(each, "$ref").replace(/^#\/components\/schemas\//, "");
      return key === "" ? each : (this.#schemas[key] ?? each);
    });
  }

  #array(schema: JsonObject, context: string): string {
    const parts = listAt(schema, "prefixItems");
    if (parts.length >= 2 && parts.length <= 8)
      return `(${parts.map((part, i) => this.of(part, `${context} ${i}`)).join(", ")})`;
    return `List<${this.of(schema["items"], `${context} item`)}>`;
  }

  #writeStruct(schema: JsonObject, name: string): void {
    // Reserves its place before the types of its fields.
    const at = this.declarations.push("") - 1;
    const fields = this.#fields(schema, name, []);
    this.declarations[at] = `${docOf(schema)}@derive(FromJson, ToJson, ToString)\nstruct ${name} {\n${fields
      .map((field) => `    ${field.join("\n    ")},\n`)
      .join("")}}\n`;
  }

  /** The lines of each field. */
  #fields(schema: JsonObject, name: string, without: readonly string[]): string[][] {
    const names = new Names();
    const required = listAt(schema, "required");
    return Object.entries(objectAt(schema, "properties")).flatMap(([member, part]) => {
      if (without.includes(member)) return [];
      const field = names.fresh(snake(member));
      const type = this.of(part, `${name} ${member}`);
      const isRequired = required.includes(member);
      const keys = [
        ...(field === member ? [] : [`name: ${JSON.stringify(member)}`]),
        ...(isRequired ? [] : ["skip_none"]),
      ];
      const own = isRequired || type.startsWith("Option<") ? type : `Option<${type}>`;
      return [
        [...docLines(part), ...(keys.length === 0 ? [] : [`@json(${keys.join(", ")})`]), `${field}: ${own}`],
      ];
    });
  }

  #writeEnum(schema: JsonObject, name: string): void {
    const names = new Names();
    const variants = valuesOf(schema).map((value) => {
      const variant = names.fresh(pascal(value));
      return variant === value
        ? `    ${variant},\n`
        : `    @json(name: ${JSON.stringify(value)})\n    ${variant},\n`;
    });
    this.declarations.push(
      `${docOf(schema)}@derive(FromJson, ToJson, Eq, ToString)\n@json(string)\nenum ${name} {\n${variants.join("")}}\n`,
    );
  }

  #writeTagged(schema: JsonObject, name: string): void {
    const alternatives = this.#alternatives(schema);
    const tag = tagOf(alternatives);
    if (tag === null) {
      this.missing.push(`${name}: alternatives without a common tag are a JsonValue`);
      this.declarations.push(`${docOf(schema)}type ${name} = JsonValue\n`);
      return;
    }
    const at = this.declarations.push("") - 1;
    const names = new Names();
    const variants = alternatives.map((each) => {
      const alternative = each as JsonObject;
      const value = String((objectAt(alternative, "properties")[tag] as JsonObject)["const"]);
      const variant = names.fresh(pascal(value));
      const renamed = variant === value ? "" : `    @json(name: ${JSON.stringify(value)})\n`;
      return `${renamed}    ${variant}${this.#payload(alternative, `${name} ${value}`, tag)},\n`;
    });
    const isPlain = tag === "tag" && alternatives.every((each) => "values" in objectAt(each, "properties"));
    const form = isPlain ? "" : `@json(tag: ${JSON.stringify(tag)})\n`;
    this.declarations[at] =
      `${docOf(schema)}@derive(FromJson, ToJson, ToString)\n${form}enum ${name} {\n${variants.join("")}}\n`;
  }

  #payload(alternative: JsonObject, name: string, tag: string): string {
    const properties = objectAt(alternative, "properties");
    if (tag === "tag" && isObject(properties["values"])) {
      const parts = listAt(properties["values"], "prefixItems");
      return parts.length === 0
        ? ""
        : `(${parts.map((part, i) => this.of(part, `${name} ${i}`)).join(", ")})`;
    }
    const fields = this.#fields(alternative, name, [tag]);
    return fields.length === 0 ? "" : `(${fields.map((field) => field.at(-1)!).join(", ")})`;
  }
}

/** The schema without null, if it allows null; else null. */
function withoutNull(schema: JsonObject): JsonObject | null {
  const { type } = schema;
  if (Array.isArray(type) && type.includes("null")) {
    const others = (type as readonly string[]).filter((each) => each !== "null");
    return { ...schema, type: others.length === 1 ? others[0]! : others };
  }
  for (const name of ["anyOf", "oneOf"]) {
    const parts = listAt(schema, name);
    const others = parts.filter((part) => !(isObject(part) && part["type"] === "null"));
    if (parts.length === 2 && others.length === 1) return others[0] as JsonObject;
  }
  return null;
}

const isEnum = (schema: JsonObject): boolean =>
  (schema["type"] === "string" || schema["type"] === undefined) && valuesOf(schema).length > 0;

function valuesOf(schema: JsonObject): string[] {
  const values = listAt(schema, "enum");
  return values.length > 0 && values.every((each) => typeof each === "string") ? (values as string[]) : [];
}

/** The member that has a constant in all alternatives. */
function tagOf(alternatives: readonly Json[]): string | null {
  const [first, ...rest] = alternatives;
  const hasConst = (alternative: Json | undefined, name: string): boolean =>
    typeof objectAt(objectAt(alternative, "properties"), name)["const"] === "string";
  return (
    Object.keys(objectAt(first, "properties")).find(
      (name) => hasConst(first, name) && rest.every((each) => hasConst(each, name)),
    ) ?? null
  );
}

function docLines(schema: Json | undefined): string[] {
  const text = textAt(schema, "description").trim();
  return text === "" ? [] : text.split("\n").map((line) => `/// ${line}`.trimEnd());
}

const docOf = (schema: JsonObject): string =>
  docLines(schema)
    .map((line) => `${line}\n`)
    .join("");
