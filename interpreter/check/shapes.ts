// Descriptions of types for schemas (`json.schema`, the documents of std/api): the JSON text of a type and of all
// types in it, as stdlib/json/schema reads it.
import { checkTexts, docAbove, enumForm, jsonOfLiteral, membersOf, refusesUnknown } from "./derive/index.ts";
import type { Member } from "./derive/index.ts";
import { isStandard, std } from "./standard/index.ts";
import type { Attribute } from "../syntax/index.ts";
import {
  isTupleSymbol,
  prune,
  showType,
  substitute,
  type EnumSymbol,
  type ParamType,
  type StructSymbol,
  type Type,
} from "./types/index.ts";

/** A type: a name for those that need no more, or a list whose first element is the kind. */
type TypeShape = string | readonly [string, ...unknown[]];

/** The JSON text that describes a type. */
export function shapeText(type: Type): string {
  const shapes = new Shapes();
  const root = shapes.of(type);
  return JSON.stringify({ type: root, types: shapes.types });
}

/** A text that differs for different types. */
export function typeKey(type: Type): string {
  const actual = prune(type);
  if (actual.kind !== "Named") return showType(actual);
  const own = actual.symbol.kind === "Primitive" ? "" : `${actual.symbol.module.id}:`;
  return `${own}${actual.symbol.name}<${actual.args.map(typeKey).join(",")}>`;
}

const DERIVES_JSON = new Set(["ToJson", "FromJson"]);

class Shapes {
  readonly types: Record<string, unknown> = {};

  of(type: Type): TypeShape {
    const actual = prune(type);
    if (actual.kind !== "Named") return "any";
    const { symbol, args } = actual;
    if (symbol.kind === "Primitive")
      return symbol.name === "List" ? ["list", this.of(args[0]!)] : symbol.name;
    if (isTupleSymbol(symbol)) return ["tuple", ...args.map((part) => this.of(part))];
    if (symbol.module.standard) return this.#standard(symbol, args);
    if (!derivesJson(symbol.node.attributes)) return "any";
    const key = typeKey(actual);
    if (!Object.hasOwn(this.types, key)) {
      this.types[key] = null;
      const substitution = new Map<ParamType, Type>(symbol.typeParams.map((param, i) => [param, args[i]!]));
      const actualOf = (part: Type): Type => substitute(part, substitution);
      this.types[key] = {
        name: showType(actual),
        module: symbol.module.id,
        doc: docAbove(symbol.module.source.text, symbol.node.span.start),
        ...(symbol.kind === "Struct" ? this.#struct(symbol, actualOf) : this.#enum(symbol, actualOf)),
      };
    }
    return ["ref", key];
  }

  #standard(symbol: StructSymbol | EnumSymbol, args: readonly Type[]): TypeShape {
    const parts = args.map((part) => this.of(part));
    if (isStandard(symbol, std.core.Option)) return ["option", parts[0]];
    if (isStandard(symbol, std.collections.Set)) return ["set", parts[0]];
    if (isStandard(symbol, std.collections.Deque)) return ["list", parts[0]];
    if (isStandard(symbol, std.collections.Map)) return ["map", parts[1]];
    return ["standard", `${symbol.module.id}:${symbol.name}`];
  }

  #struct(symbol: StructSymbol, actualOf: (type: Type) => Type): object {
    const { text } = symbol.module.source;
    const types = symbol.fields.map((field) => actualOf(field.type));
    const members = membersOf(symbol.node).map((member, i) => this.#member(member, types[i]!, text));
    return { kind: "struct", closed: refusesUnknown(symbol.node), members: members.flat() };
  }

  #member(member: Member, type: Type, text: string): object[] {
    if (member.skipped) return [];
    const { part } = member;
    const value = "default" in part && part.default !== null ? jsonOfLiteral(part.default) : undefined;
    return [
      {
        name: member.name,
        type: this.of(type),
        doc: docAbove(text, part.name.span.start),
        mayLack: member.missing !== "problem",
        ...(value !== undefined && { value }),
        omitsNone: member.omitsNone,
        flattened: member.flattened,
        asText: member.asText,
        isDouble: member.isDouble,
        checks: checkTexts(part.attributes),
      },
    ];
  }

  #enum(symbol: EnumSymbol, actualOf: (type: Type) => Type): object {
    const { text } = symbol.module.source;
    const { form, tag, content, refusesUnknown: closed, variants } = enumForm(symbol.node);
    return {
      kind: "enum",
      form,
      tag,
      content,
      closed,
      variants: variants.map(({ variant, index, name, isOther, members }) => {
        const payload = symbol.variants[index]!.payload.map(actualOf);
        return {
          name,
          isOther,
          doc: docAbove(text, variant.span.start),
          members:
            members === null ? null : members.flatMap((member, i) => this.#member(member, payload[i]!, text)),
          values: payload.map((part) => this.of(part)),
        };
      }),
    };
  }
}

function derivesJson(attributes: readonly Attribute[]): boolean {
  return attributes.some(
    ({ name, args }) => name.name === "derive" && args.some((arg) => DERIVES_JSON.has(arg.name.name)),
  );
}
