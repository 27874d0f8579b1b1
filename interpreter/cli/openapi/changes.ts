// The changes of an API that break its clients, by comparing two documents (`std openapi --check`).
import {
  isObject,
  listAt,
  objectAt,
  operationsOf,
  resolved,
  textAt,
  type Json,
  type JsonObject,
} from "./document.ts";

/** What breaks clients of the old document, one line each. */
export function breakingChanges(before: Json, after: Json): string[] {
  return new Comparison(before, after).changes();
}

/** Whether values are sent by clients or by the server: what may be narrower differs. */
type Direction = "input" | "output";

class Comparison {
  readonly #before: Json;
  readonly #after: Json;
  readonly #found: string[] = [];
  /** Pairs of schemas that are being compared: types may be recursive. */
  readonly #open = new Set<string>();

  constructor(before: Json, after: Json) {
    this.#before = before;
    this.#after = after;
  }

  changes(): string[] {
    const now = new Map([...operationsOf(this.#after)].map((each) => [`${each.method} ${each.path}`, each]));
    const paths = objectAt(this.#after, "paths");
    const gone = new Set<string>();
    for (const old of operationsOf(this.#before)) {
      const title = `${old.method.toUpperCase()} ${old.path}`;
      const next = now.get(`${old.method} ${old.path}`);
      if (next === undefined) {
        if (Object.hasOwn(paths, old.path)) this.#found.push(`${title}: the method is gone`);
        else if (!gone.has(old.path)) this.#found.push(`${old.path}: the path is gone`);
        gone.add(old.path);
        continue;
      }
      this.#operation(title, old, next);
    }
    return this.#found;
  }

  #operation(
    title: string,
    old: { readonly operation: JsonObject; readonly parameters: readonly JsonObject[] },
    next: { readonly operation: JsonObject; readonly parameters: readonly JsonObject[] },
  ): void {
    const [oldId, newId] = [old, next].map(({ operation }) => textAt(operation, "operationId"));
    if (oldId !== "" && oldId !== newId)
      this.#found.push(`${title}: the operationId ${oldId} is ${newId === "" ? "gone" : `now ${newId}`}`);
    this.#parameters(title, old.parameters, next.parameters);
    this.#bodies(title, old.operation["requestBody"], next.operation["requestBody"]);
    this.#responses(title, objectAt(old.operation, "responses"), objectAt(next.operation, "responses"));
    this.#security(title, old.operation, next.operation);
  }

  #parameters(title: string, before: readonly JsonObject[], after: readonly JsonObject[]): void {
    const keyOf = (each: JsonObject): string => {
      const name = textAt(each, "name");
      return `${textAt(each, "in")} ${textAt(each, "in") === "header" ? name.toLowerCase() : name}`;
    };
    const old = new Map(before.map((each) => [keyOf(each), each]));
    for (const each of after) {
      const at = `${title}: ${textAt(each, "in")} ${textAt(each, "name")}`;
      const known = old.get(keyOf(each));
      if (known === undefined) {
        if (each["required"] === true) this.#found.push(`${at}: is new and required`);
        continue;
      }
      if (each["required"] === true && known["required"] !== true) this.#found.push(`${at}: is now required`);
      if (
        known["explode"] !== each["explode"] &&
        (known["explode"] !== undefined || each["explode"] !== undefined)
      )
        this.#found.push(`${at}: is written in another way`);
      this.#schemas(at, known["schema"], each["schema"], "input");
    }
  }

  #bodies(title: string, before: Json | undefined, after: Json | undefined): void {
    const [old, next] = [resolved(this.#before, before), resolved(this.#after, after)];
    if (next["required"] === true && old["required"] !== true)
      this.#found.push(`${title}: the body is now required`);
    this.#contents(`${title}: body`, objectAt(old, "content"), objectAt(next, "content"), "input");
  }

  #contents(at: string, before: JsonObject, after: JsonObject, direction: Direction): void {
    for (const [media, content] of Object.entries(before)) {
      if (Object.hasOwn(after, media)) {
        const schemaOf = (value: Json | undefined): Json | undefined =>
          isObject(value) ? value["schema"] : undefined;
        this.#schemas(at, schemaOf(content), schemaOf(after[media]), direction);
      } else this.#found.push(`${at}: ${media} is gone`);
    }
  }

  #responses(title: string, before: JsonObject, after: JsonObject): void {
    for (const [status, response] of Object.entries(before)) {
      if (!Object.hasOwn(after, status)) {
        this.#found.push(`${title}: the status ${status} is gone`);
        continue;
      }
      const [old, next] = [resolved(this.#before, response), resolved(this.#after, after[status])];
      this.#contents(`${title}: ${status}`, objectAt(old, "content"), objectAt(next, "content"), "output");
      for (const name of Object.keys(objectAt(old, "headers")))
        if (!Object.hasOwn(objectAt(next, "headers"), name))
          this.#found.push(`${title}: ${status}: the header ${name} is gone`);
    }
  }

  /** Every alternative of the old document must remain sufficient. */
  #security(title: string, old: JsonObject, next: JsonObject): void {
    const alternatives = (document: Json, operation: JsonObject): string[][] => {
      const own =
        operation["security"] === undefined ? listAt(document, "security") : listAt(operation, "security");
      return own.length === 0 ? [[]] : own.map((each) => (isObject(each) ? Object.keys(each) : []));
    };
    const now = alternatives(this.#after, next);
    for (const before of alternatives(this.#before, old))
      if (!now.some((each) => each.every((name) => before.includes(name)))) {
        const named = before.length === 0 ? "without credentials" : `with ${before.join(" and ")}`;
        this.#found.push(`${title}: a request ${named} is no longer let in`);
      }
    const [oldSchemes, newSchemes] = [this.#before, this.#after].map((document) =>
      objectAt(objectAt(document, "components"), "securitySchemes"),
    );
    for (const name of new Set(alternatives(this.#before, old).flat())) {
      const [a, b] = [oldSchemes![name], newSchemes![name]];
      if (b !== undefined && JSON.stringify(a) !== JSON.stringify(b))
        this.#found.push(`${title}: the scheme ${name} is another one`);
    }
  }

  // ---- schemas

  #schemas(at: string, before: Json | undefined, after: Json | undefined, direction: Direction): void {
    const key = `${direction} ${JSON.stringify(before)} ${JSON.stringify(after)}`;
    if (this.#open.has(key)) return;
    this.#open.add(key);
    const [old, next] = [resolved(this.#before, before), resolved(this.#after, after)];
    const report = (what: string): void => {
      this.#found.push(`${at}: ${what}`);
    };
    // What was accepted must still be accepted; what is sent must be what was sent.
    const [wide, narrow] = direction === "input" ? [old, next] : [next, old];
    if (!covers(typesOf(narrow), typesOf(wide)))
      report(`the type ${shown(typesOf(old))} is now ${shown(typesOf(next))}`);
    const [wideValues, narrowValues] = [valuesOf(wide), valuesOf(narrow)];
    if (
      narrowValues !== null &&
      (wideValues === null || !wideValues.every((each) => narrowValues.includes(each)))
    )
      report(direction === "input" ? "values are no longer accepted" : "there are new values");
    for (const [name, isLower] of LIMITS) {
      const [w, n] = [numberAt(wide, name, isLower), numberAt(narrow, name, isLower)];
      if (isLower ? n > w : n < w)
        report(`the limit ${name} is ${direction === "input" ? "narrower" : "wider"}`);
    }
    for (const name of ["pattern", "format", "multipleOf", "uniqueItems"])
      if (
        narrow[name] !== undefined &&
        narrow[name] !== false &&
        narrow[name] !== wide[name] &&
        !isWidth(narrow[name])
      )
        report(
          `\`${name}\` is ${wide[name] === undefined ? (direction === "input" ? "new" : "gone") : "another one"}`,
        );
    this.#members(at, old, next, direction);
    if (old["items"] !== undefined || next["items"] !== undefined)
      this.#schemas(`${at}[]`, old["items"], next["items"], direction);
    this.#alternatives(at, old, next, direction);
    this.#open.delete(key);
  }

  #members(at: string, old: JsonObject, next: JsonObject, direction: Direction): void {
    const [before, after] = [objectAt(old, "properties"), objectAt(next, "properties")];
    const [wasRequired, isRequired] = [listAt(old, "required"), listAt(next, "required")];
    for (const [name, schema] of Object.entries(before)) {
      if (Object.hasOwn(after, name)) this.#schemas(`${at}.${name}`, schema, after[name], direction);
      else if (direction === "output" || next["additionalProperties"] === false)
        this.#found.push(`${at}.${name}: is gone`);
    }
    if (direction === "input") {
      for (const name of isRequired)
        if (!wasRequired.includes(name))
          this.#found.push(
            `${at}.${String(name)}: is ${Object.hasOwn(before, String(name)) ? "now" : "new and"} required`,
          );
    } else
      for (const name of wasRequired)
        if (!isRequired.includes(name) && Object.hasOwn(after, String(name)))
          this.#found.push(`${at}.${String(name)}: may now be missing`);
    const [a, b] = [old["additionalProperties"], next["additionalProperties"]];
    if (isObject(a) && isObject(b)) this.#schemas(`${at}.*`, a, b, direction);
    if (direction === "input" && a !== false && b === false)
      this.#found.push(`${at}: other members are refused`);
  }

  /** Alternatives are compared in order. */
  #alternatives(at: string, old: JsonObject, next: JsonObject, direction: Direction): void {
    for (const name of ["oneOf", "anyOf", "allOf", "prefixItems"]) {
      const [before, after] = [listAt(old, name), listAt(next, name)];
      before.forEach((schema, i) => {
        if (after[i] !== undefined) this.#schemas(`${at}|${i}`, schema, after[i], direction);
      });
      const isNarrower =
        name === "oneOf" || name === "anyOf" ? direction === "input" : direction === "output";
      if (isNarrower && after.length < before.length) this.#found.push(`${at}: an alternative is gone`);
      if (!isNarrower && after.length > before.length && before.length > 0)
        this.#found.push(`${at}: there is a new alternative`);
    }
  }
}

/** Limits, and whether they are lower ones. */
const LIMITS = [
  ["minimum", true],
  ["exclusiveMinimum", true],
  ["minLength", true],
  ["minItems", true],
  ["minProperties", true],
  ["maximum", false],
  ["exclusiveMaximum", false],
  ["maxLength", false],
  ["maxItems", false],
  ["maxProperties", false],
] as const;

const numberAt = (schema: JsonObject, name: string, isLower: boolean): number => {
  const value = schema[name];
  return typeof value === "number" ? value : isLower ? -Infinity : Infinity;
};

/** Formats that only state the width of a number. */
const isWidth = (value: Json | undefined): boolean =>
  value === "int64" || value === "double" || value === "int32";

function typesOf(schema: JsonObject): readonly string[] {
  const { type } = schema;
  return typeof type === "string" ? [type] : Array.isArray(type) ? (type as readonly string[]) : [];
}

/** Whether values of all types of the second list have one of the first; an empty list is any type. */
function covers(narrow: readonly string[], wide: readonly string[]): boolean {
  if (narrow.length === 0) return true;
  if (wide.length === 0) return false;
  return wide.every((type) => narrow.includes(type) || (type === "integer" && narrow.includes("number")));
}

const shown = (types: readonly string[]): string => (types.length === 0 ? "any" : types.join(" or "));

function valuesOf(schema: JsonObject): readonly string[] | null {
  const { enum: values, const: value } = schema;
  if (value !== undefined) return [JSON.stringify(value)];
  return Array.isArray(values) ? values.map((each) => JSON.stringify(each)) : null;
}
