// The parameters and the body of an operation in its document.
import type { Schema } from "../json/index.ts";
import type { Components } from "./document.ts";
import type { Input } from "./plan.ts";

const PLACES: ReadonlySet<string> = new Set(["path", "query", "header", "cookie"]);

/** Headers that OpenAPI describes elsewhere. */
const NO_PARAMETERS: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

export function parametersOf(inputs: readonly Input[], components: Components): object[] {
  const seen = new Set<string>();
  return inputs.flatMap((input) => {
    const { source, text, isOptional, isList } = input;
    if (!PLACES.has(source)) return [];
    if (source === "header" && NO_PARAMETERS.has(text.key.toLowerCase())) return [];
    const key = `${source} ${source === "header" ? text.key.toLowerCase() : text.key}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const required = source === "path" || !(isOptional || isList || text.hasDefault);
    return [
      {
        name: text.key,
        in: source,
        ...(text.doc !== "" && { description: text.doc }),
        required,
        ...(isList && source === "query" && { style: "form", explode: !text.comma }),
        // The empty text of an option of another type than `String` is `None`.
        ...(source === "query" && isOptional && !input.takesEmpty && { allowEmptyValue: true }),
        schema: parameterSchema(input, components),
      },
    ];
  });
}

/** An absent parameter is no null: options are the schema of their value. */
function parameterSchema(input: Input, components: Components): Schema {
  const { shape, text } = input;
  const type = shape?.type;
  const inner =
    shape !== null && Array.isArray(type) && type[0] === "option"
      ? { ...shape, type: type[1] as never }
      : shape;
  const { minLength, ...rest } = components.checked({ ...input, shape: inner }, true);
  // See `allowEmptyValue`.
  const hasMinimum = minLength !== undefined && !(input.isOptional && !input.takesEmpty);
  const schema = { ...rest, ...(hasMinimum && { minLength }) };
  return { ...schema, ...(text.value !== undefined && text.value !== null && { default: text.value }) };
}

export function bodyOf(inputs: readonly Input[], components: Components, example: unknown): object | null {
  const body = inputs.find(({ source }) => source === "body");
  if (body !== undefined)
    return {
      ...(body.text.doc !== "" && { description: body.text.doc }),
      required: !body.isOptional && !body.text.hasDefault,
      content: {
        "application/json": {
          schema: components.checked(body, true),
          ...(example !== undefined && { example }),
        },
      },
    };
  const fields = inputs.filter(({ source }) => source === "form");
  if (fields.length === 0) return null;
  const required = fields.filter(
    ({ isOptional, isList, text }) => !(isOptional || isList || text.hasDefault),
  );
  const schema = {
    type: "object",
    properties: Object.fromEntries(
      fields.map((field) => {
        const { doc } = field.text;
        return [
          field.text.key,
          { ...(doc !== "" && { description: doc }), ...parameterSchema(field, components) },
        ];
      }),
    ),
    ...(required.length > 0 && { required: required.map(({ text }) => text.key) }),
  };
  const content = { schema, ...(example !== undefined && { example }) };
  return {
    required: required.length > 0,
    content: { "application/x-www-form-urlencoded": content, "multipart/form-data": content },
  };
}
