// The parts of an OpenAPI document that the tools read.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

export const METHODS = ["get", "post", "put", "patch", "delete", "head", "options", "trace"] as const;

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const objectAt = (value: Json | undefined, key: string): JsonObject => {
  const part = isObject(value) ? value[key] : undefined;
  return isObject(part) ? part : {};
};

export const listAt = (value: Json | undefined, key: string): readonly Json[] => {
  const part = isObject(value) ? value[key] : undefined;
  return Array.isArray(part) ? (part as readonly Json[]) : [];
};

export const textAt = (value: Json | undefined, key: string): string => {
  const part = isObject(value) ? value[key] : undefined;
  return typeof part === "string" ? part : "";
};

/** A part, or what its `$ref` leads to. */
export function resolved(document: Json, value: Json | undefined): JsonObject {
  let part: Json | undefined = value;
  for (let steps = 0; steps < 20 && isObject(part) && typeof part["$ref"] === "string"; steps++) {
    const names = part["$ref"].replace(/^#\//, "").split("/");
    part = names.reduce<Json | undefined>((at, name) => {
      const key = decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~");
      return isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
    }, document);
  }
  return isObject(part) ? part : {};
}

/** The operations of a document, in its order. */
export function* operationsOf(document: Json): Generator<{
  readonly path: string;
  readonly method: string;
  readonly operation: JsonObject;
  readonly parameters: readonly JsonObject[];
}> {
  for (const [path, item] of Object.entries(objectAt(document, "paths")))
    for (const method of METHODS) {
      const operation = resolved(document, item)[method];
      if (!isObject(operation)) continue;
      const parameters = [...listAt(item, "parameters"), ...listAt(operation, "parameters")];
      yield { path, method, operation, parameters: parameters.map((each) => resolved(document, each)) };
    }
}
