// The structure of values by type, for a session that shows them and a host that shares them: the text of a
// `Shape` of the runtime.
import { isStandard, isTupleSymbol, std, type TraitSymbol, type Type } from "../../../check/index.ts";
import { isOption, isPrimitive, isResult, type EnumInfo, type StructInfo } from "../../ir/index.ts";
import type { ProgramLowering } from "../../lower/index.ts";
import { bytesLiteral, propertyName } from "../values/index.ts";

/** The expressions that construct values; null if values are only shown. */
export interface Makers {
  /** The class of a struct. */
  struct(info: StructInfo): string;
  variant(info: EnumInfo, index: number, payload: readonly string[]): string;
  /** The table of a module's natives. */
  table(module: string): string;
  /** The shape of a stream that crosses the border; null for other traits. */
  stream(trait: TraitSymbol): string | null;
}

/** `name` returns the descriptor of a part. */
export function shapeText(
  type: Type,
  lowering: ProgramLowering,
  name: (part: Type) => string,
  makers: Makers | null,
): string {
  switch (type.kind) {
    case "Fun":
      return kind("fun", `params: [${type.params.map(name).join(", ")}], result: ${name(type.result)}`);
    case "Dyn":
      return makers?.stream(type.trait.trait) ?? kind("dyn");
    case "Param":
    case "Never":
    case "Var":
      return kind("unit");
    case "Named":
      break;
  }
  if (isPrimitive(type, "List")) return kind("list", `element: ${name(type.args[0]!)}`);
  if (type.symbol.kind === "Primitive") return kind(type.symbol.name.toLowerCase());
  const parts = type.args.map(name);
  if (isOption(type)) return kind("option", `some: ${parts[0]}`);
  if (isResult(type)) return kind("result", `ok: ${parts[0]}, error: ${parts[1]}`);
  const { symbol } = type;
  const { Map, Set, Deque, Heap, SortedMap, Counter } = std.collections;
  if (isStandard(symbol, Map)) return kind("map", `key: ${parts[0]}, value: ${parts[1]}`);
  if (isStandard(symbol, Set)) return kind("set", `element: ${parts[0]}`);
  if (makers === null && [Deque, Heap, SortedMap, Counter].some((item) => isStandard(symbol, item))) {
    const properties = lowering.struct(type).fields.map((field) => `"${propertyName(field.name)}"`);
    // Shown as their text, not by their parts.
    return kind(
      "collection",
      `name: "${symbol.name}", parts: [${parts.join(", ")}], properties: [${properties.join(", ")}], entry: ["${propertyName("key")}", "${propertyName("value")}"]`,
    );
  }
  if (makers !== null && isStandard(symbol, std.error.Error)) return kind("error");
  if (makers !== null && isStandard(symbol, std.json.JsonValue)) {
    const whole = `${makers.table(symbol.module.id)}.whole`;
    return kind("json", `parse: ${whole}.parse, stringify: ${whole}.stringify`);
  }
  if (symbol.kind === "Struct") return structText(type, lowering, name, makers);
  const info = lowering.enum(type);
  const names = symbol.variants;
  const variants = info.variants.map(
    (variant, i) =>
      `{ name: ${bytesLiteral(variant.name)}, names: ${JSON.stringify(names[i]!.names)}, parts: [${variant.payload.map(name).join(", ")}] }`,
  );
  const cases = info.variants.map(
    ({ payload }, i) =>
      `case ${i}: return ${
        makers?.variant(
          info,
          i,
          payload.map((_, at) => `v[${at}]`),
        ) ?? ""
      };`,
  );
  const make = makers === null ? "" : `, make: (i, v) => { switch (i) { ${cases.join(" ")} } }`;
  return kind("enum", `variants: [${variants.join(", ")}]${make}`);
}

function structText(
  type: Type & { kind: "Named" },
  lowering: ProgramLowering,
  name: (part: Type) => string,
  makers: Makers | null,
): string {
  const info = lowering.struct(type);
  const make =
    makers === null
      ? ""
      : `, make: (v) => new ${makers.struct(info)}(${info.fields.map((_, at) => `v[${at}]`).join(", ")})`;
  if (isTupleSymbol(info.type.kind === "Named" ? info.type.symbol : type.symbol)) {
    const parts = info.fields.map(
      (field) => `{ property: "${propertyName(field.name)}", type: ${name(field.type)} }`,
    );
    return kind("tuple", `parts: [${parts.join(", ")}]${make}`);
  }
  const fields = info.fields.map(
    (field) =>
      `{ name: ${bytesLiteral(field.name)}, property: "${propertyName(field.name)}", type: ${name(field.type)} }`,
  );
  const given =
    makers === null || !info.module.native
      ? ""
      : `, given: ${makers.table(info.module.id)}?.structs?.${info.name}`;
  return kind(
    "struct",
    `name: ${bytesLiteral(type.symbol.kind === "Primitive" ? "" : type.symbol.name)}, fields: [${fields.join(", ")}]${make}${given}`,
  );
}

function kind(name: string, rest = ""): string {
  return `{ kind: "${name}"${rest === "" ? "" : `, ${rest}`} }`;
}
