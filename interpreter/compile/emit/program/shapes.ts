// How values of a type are built up, for a session that shows them: the text of a `Shape` of the
// runtime door.
import type { Type } from "../../../check/index.ts";
import { isTupleSymbol } from "../../../check/index.ts";
import { isOption, isPrimitive, isResult } from "../../ir/index.ts";
import type { ProgramLowering } from "../../lower/index.ts";
import { bytesLiteral, propertyName } from "../values/index.ts";

/** `name` gives the descriptor of a part. */
export function shapeText(type: Type, lowering: ProgramLowering, name: (part: Type) => string): string {
  switch (type.kind) {
    case "Fun":
      return kind("fun");
    case "Dyn":
      return kind("dyn");
    case "Param":
    case "Never":
    case "Var":
      return kind("unit");
    case "Named":
      break;
  }
  const parts = type.args.map(name);
  if (isPrimitive(type, "List")) return kind("list", `element: ${parts[0]}`);
  if (type.symbol.kind === "Primitive") return kind(type.symbol.name.toLowerCase());
  if (isOption(type)) return kind("option", `some: ${parts[0]}`);
  if (isResult(type)) return kind("result", `ok: ${parts[0]}, error: ${parts[1]}`);
  if (type.symbol.module.id === "std/collections" && type.symbol.name === "Map") return kind("map", `key: ${parts[0]}, value: ${parts[1]}`);
  if (type.symbol.module.id === "std/collections" && type.symbol.name === "Set") return kind("set", `element: ${parts[0]}`);
  if (isTupleSymbol(type.symbol)) {
    const parts = lowering.struct(type).fields.map((field) => `{ property: "${propertyName(field.name)}", type: ${name(field.type)} }`);
    return kind("tuple", `parts: [${parts.join(", ")}]`);
  }
  if (type.symbol.kind === "Struct") {
    const fields = lowering.struct(type).fields.map(
      (field) => `{ name: ${bytesLiteral(field.name)}, property: "${propertyName(field.name)}", type: ${name(field.type)} }`,
    );
    return kind("struct", `name: ${bytesLiteral(type.symbol.name)}, fields: [${fields.join(", ")}]`);
  }
  const names = type.symbol.variants;
  const variants = lowering.enum(type).variants.map(
    (variant, i) =>
      `{ name: ${bytesLiteral(variant.name)}, names: ${JSON.stringify(names[i]!.names)}, parts: [${variant.payload.map(name).join(", ")}] }`,
  );
  return kind("enum", `variants: [${variants.join(", ")}]`);
}

function kind(name: string, rest = ""): string {
  return `{ kind: "${name}"${rest === "" ? "" : `, ${rest}`} }`;
}
