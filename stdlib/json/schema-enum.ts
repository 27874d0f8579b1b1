// The schemas of enums in each of their forms (reference/json-attributes#enums).
import {
  componentName,
  tupleOf,
  withoutOption,
  type EnumShape,
  type Schema,
  type SchemaWriter,
  type VariantShape,
} from "./schema.ts";

/** @param key the name of the enum in the writer */
export function enumSchema(writer: SchemaWriter, shape: EnumShape, key: string): Schema {
  const { form, variants } = shape;
  const known = variants.filter(({ isOther }) => !isOther);
  const isOpen = known.length < variants.length;
  if (form === "string") {
    const values = known.map(({ name }) => name);
    return isOpen || values.length === 0 ? { type: "string" } : { type: "string", enum: values };
  }
  const alternatives = known.map((variant) => describe(variantSchema(writer, shape, variant), variant));
  if (isOpen) return form === "untagged" ? {} : { anyOf: [...alternatives, {}] };
  if (alternatives.length === 0) return { not: {} };
  if (form === "untagged") return { anyOf: alternatives };
  const tag = form === "values" ? "tag" : shape.tag;
  if (tag === "") return { oneOf: alternatives };
  const { alternativeTo } = writer;
  if (alternativeTo === null) return { oneOf: alternatives, discriminator: { propertyName: tag } };
  // In a document of OpenAPI, a discriminator chooses among named schemas only.
  const refs = alternatives.map((schema, i) => alternativeTo(key, known[i]!.name, schema));
  const mapping = Object.fromEntries(known.map(({ name }, i) => [name, refs[i]!]));
  return { oneOf: refs.map(($ref) => ({ $ref })), discriminator: { propertyName: tag, mapping } };
}

function describe(schema: Schema, { name, doc }: VariantShape): Schema {
  return { title: componentName(name) || name, ...(doc !== "" && { description: doc }), ...schema };
}

function variantSchema(writer: SchemaWriter, shape: EnumShape, variant: VariantShape): Schema {
  const { form, tag, content, closed } = shape;
  const { name, members, values } = variant;
  const named = (key: string): Record<string, Schema> => ({ [key]: { type: "string", const: name } });
  switch (form) {
    case "values":
      return writer.object([], closed, { ...named("tag"), values: listOf(writer, variant) });
    case "external":
      if (values.length === 0) return { type: "string", const: name };
      return {
        type: "object",
        properties: { [name]: payloadOf(writer, variant, closed) },
        required: [name],
        additionalProperties: false,
      };
    case "content": {
      const payload = values.length === 0 ? {} : { [content]: payloadOf(writer, variant, closed) };
      return writer.object([], closed, { ...named(tag), ...payload });
    }
    case "tag": {
      if (members !== null || values.length === 0) return writer.object(members ?? [], closed, named(tag));
      const { type } = withoutOption(values[0]!);
      const inner =
        Array.isArray(type) && type[0] === "ref" ? writer.types.get(type[1] as string) : undefined;
      if (inner?.kind === "struct") return writer.object(inner.members, closed || inner.closed, named(tag));
      return { allOf: [writer.of(values[0]!), writer.object([], false, named(tag))] };
    }
    default:
      return values.length === 0 ? { type: "null" } : payloadOf(writer, variant, closed);
  }
}

/** The payload as one value. */
function payloadOf(writer: SchemaWriter, variant: VariantShape, closed: boolean): Schema {
  const { members, values } = variant;
  if (members !== null) return writer.object(members, closed);
  return values.length === 1 ? writer.of(values[0]!) : listOf(writer, variant);
}

/** The payload as the list of its parts. */
function listOf(writer: SchemaWriter, { values }: VariantShape): Schema {
  return tupleOf(values.map((type) => writer.of(type)));
}
