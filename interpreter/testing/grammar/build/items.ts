// Builds items.
import { notes } from "../../../diagnostics/index.ts";
import type {
  EnumItem,
  FieldDecl,
  FunctionItem,
  ImplItem,
  Import,
  Item,
  Selector,
  Ident,
  NamedType,
  StructItem,
  TraitItem,
  VariantDecl,
} from "../../../syntax/ast/index.ts";
import { fromByteString, type Span } from "../../../source/index.ts";
import { buildAttributes } from "./attributes.ts";
import { reportMisplacedLets } from "./conditions.ts";
import type { Builder } from "./builder.ts";
import type { Cst } from "./cst.ts";
import { buildBody, buildExpr } from "./expressions.ts";
import { buildParams } from "./params.ts";
import { tupleName } from "../../../syntax/tuple-names.ts";
import {
  buildGenerics,
  buildOptionalType,
  buildParenType,
  buildType,
  buildTypeName,
  entries,
} from "./types.ts";

/** item */
export function buildItem(b: Builder, item: Cst): Item {
  const built = buildPlainItem(b, item);
  reportMisplacedLets(b);
  return built;
}

function buildPlainItem(b: Builder, item: Cst): Item {
  const cst = item.part(0);
  const span = b.span(cst);
  const scope = b.hygiene.open();
  const built = ((): Item => {
    switch (cst.rule) {
      case "import":
        return buildImport(b, cst);
      case "const": {
        buildAttributes(b, cst.part(0), "other");
        const type = buildOptionalType(b, cst.optional(4));
        return {
          kind: "ConstItem",
          id: b.id(),
          span,
          name: b.ident(cst.part(2)),
          type,
          value: buildExpr(b, cst.part(6)),
        };
      }
      case "global": {
        buildAttributes(b, cst.part(0), "other");
        const type = buildOptionalType(b, cst.optional(4));
        const value = cst.optional(6);
        const name = b.ident(cst.part(2));
        return {
          kind: "GlobalItem",
          id: b.id(),
          span,
          name,
          type,
          value: value === null ? null : buildExpr(b, value),
        };
      }
      case "function":
        return buildFunction(b, cst, b.declarations);
      case "struct":
        return buildStruct(b, cst);
      case "enum":
        return buildEnum(b, cst);
      case "trait":
        return buildTrait(b, cst);
      case "impl":
        return buildImpl(b, cst);
      case "alias": {
        buildAttributes(b, cst.part(0), "other");
        const generics = buildGenerics(b, cst.optional(3));
        return {
          kind: "AliasItem",
          id: b.id(),
          span,
          name: b.ident(cst.part(2)),
          generics,
          type: buildType(b, cst.part(5)),
        };
      }
      default:
        return {
          kind: b.token(cst).kind === "macroItem" ? "MacroItem" : "MacroCall",
          id: b.id(),
          span,
          ...b.macroAt(cst),
        };
    }
  })();
  b.hygiene.close(scope);
  return built;
}

function buildImport(b: Builder, cst: Cst): Import {
  const path = cst.part(1).part(0);
  const standard = path.rule === "importPath_standard";
  if (standard && b.token(path).text !== "std") {
    b.expected(notes.stdOrPathInQuotes, path.at, notes.localImportByPath);
  }
  const text = standard
    ? [path.part(0), ...path.list(2)].map((word) => b.token(word).text).join("/")
    : fromByteString(b.token(path).text);
  const alias = cst.optional(3);
  const list = cst.optional(4);
  return {
    kind: "Import",
    id: b.id(),
    span: b.span(cst),
    path: text,
    standard,
    pathSpan: b.span(path),
    alias: alias === null ? null : b.ident(alias),
    selectors: list === null ? null : buildSelectors(b, list.optional(2)),
  };
}

function buildSelectors(b: Builder, cst: Cst | null): Selector[] {
  if (cst === null) return [];
  return [cst.part(0), ...cst.list(4)].map((selector) => {
    const alias = selector.optional(2);
    return {
      id: b.id(),
      span: b.span(selector),
      name: b.ident(selector),
      alias: alias === null ? null : b.ident(alias),
    };
  });
}

/** function; `bodiless` allows one without body. */
function buildFunction(b: Builder, cst: Cst, bodiless: boolean): FunctionItem {
  const scope = b.hygiene.open();
  const attributes = buildAttributes(b, cst.part(0), "function");
  const name = b.ident(cst.part(2));
  const generics = buildGenerics(b, cst.optional(3));
  const { self, params } = buildParams(b, cst.optional(5), "function", buildExpr);
  const result = buildOptionalType(b, cst.optional(8));
  const body = cst.optional(9);
  if (body === null && !bodiless) {
    const end = cst.at + cst.length;
    const onNextLine = b.tokens[end]?.kind === "newline" && b.tokens[end + 1]?.kind === "{";
    b.expected("`{` or `=`", end, onNextLine ? notes.braceOnLineOfConstruct : notes.functionHasBodyOr);
  }
  const built: FunctionItem = {
    kind: "FunctionItem",
    id: b.id(),
    span: b.span(cst),
    attributes,
    name,
    generics,
    self,
    params,
    result,
    body: body === null ? null : buildBody(b, body),
  };
  b.hygiene.close(scope);
  return built;
}

/** The name of a field; only the tuple declarations in std/core have numbers. */
function fieldName(b: Builder, cst: Cst): Ident {
  if (b.token(cst).kind === "int" && !b.declarations)
    b.expected("a name", cst.at, notes.valuesOfTupleHaveNumbers);
  return b.ident(cst);
}

function buildStruct(b: Builder, cst: Cst): StructItem {
  const attributes = buildAttributes(b, cst.part(0), "struct");
  const generics = buildGenerics(b, cst.optional(3));
  const fields = cst.list(6).map((field): FieldDecl => {
    const value = field.optional(5);
    return {
      id: b.id(),
      span: b.span(field),
      attributes: buildAttributes(b, field.part(0), "field"),
      name: fieldName(b, field.part(1)),
      type: buildType(b, field.part(3)),
      default: value === null ? null : buildExpr(b, value),
    };
  });
  b.limitParameters(fields, b.span(cst), notes.fields);
  reportDuplicates(
    b,
    fields.map((field) => field.name),
  );
  return {
    kind: "StructItem",
    id: b.id(),
    span: b.span(cst),
    attributes,
    name: b.ident(cst.part(2)),
    generics,
    fields,
  };
}

function buildEnum(b: Builder, cst: Cst): EnumItem {
  const attributes = buildAttributes(b, cst.part(0), "enum");
  const generics = buildGenerics(b, cst.optional(3));
  const variants = cst.list(6).map((variant) => buildVariant(b, variant));
  return {
    kind: "EnumItem",
    id: b.id(),
    span: b.span(cst),
    attributes,
    name: b.ident(cst.part(2)),
    generics,
    variants,
  };
}

function buildVariant(b: Builder, cst: Cst): VariantDecl {
  const attributes = buildAttributes(b, cst.part(0), "variant");
  const list = cst.optional(2);
  const parts = list === null ? [] : entries(list.optional(1));
  const payload = namedThroughout(
    b,
    parts.map((part) => {
      const name = part.optional(1);
      return {
        attributes: buildAttributes(b, part.part(0), name === null ? "other" : "field"),
        name: name === null ? null : b.ident(name),
        type: buildType(b, part.part(3)),
      };
    }),
  );
  b.limitParameters(payload, b.span(cst), notes.partsOfVariant);
  if (list !== null && payload.length === 0) {
    b.expected("a type", list.at + 1, notes.noParenthesesWithoutPayload);
  }
  reportDuplicates(
    b,
    payload.flatMap((part) => part.name ?? []),
  );
  return { id: b.id(), span: b.span(cst), attributes, name: b.ident(cst.part(1)), payload };
}

/** Reports a payload in which only some parts have names: the others lack a name or a type. */
function namedThroughout(b: Builder, payload: VariantDecl["payload"]): VariantDecl["payload"] {
  const odd = payload.find(({ name }) => name === null);
  if (odd === undefined || payload.every(({ name }) => name === null)) return payload;
  const isName = odd.type.kind === "NamedType" && /^[a-z]/.test(odd.type.name.name);
  b.report(
    "P1",
    odd.type.span,
    {
      expected: isName ? notes.andType : notes.nameAnd,
      found: notes.typeAlone(b.source.text.slice(odd.type.span.start, odd.type.span.end)),
    },
    { hint: notes.payloadNamesAllOrNone },
  );
  return payload.map((part, i) => {
    const { name, type } = part;
    if (name !== null) return part;
    const own = type.kind === "NamedType" ? type.name : { name: `_${i}`, span: type.span };
    return { ...part, name: own, type: { kind: "BrokenType", id: b.id(), span: type.span } };
  });
}

function reportDuplicates(
  b: Builder,
  names: readonly { readonly name: string; readonly span: Span }[],
): void {
  const first = new Map<string, (typeof names)[number]>();
  for (const name of names) {
    const earlier = first.get(name.name);
    if (earlier === undefined) first.set(name.name, name);
    else {
      const related = [{ source: b.source, span: earlier.span, text: notes.variantFirstDeclaredHere }];
      b.report("P4", name.span, { name: name.name }, { related });
    }
  }
}

function buildTrait(b: Builder, cst: Cst): TraitItem {
  buildAttributes(b, cst.part(0), "other");
  const generics = buildGenerics(b, cst.optional(3));
  const members = cst.list(6).map((member) => buildFunction(b, member, true));
  return { kind: "TraitItem", id: b.id(), span: b.span(cst), name: b.ident(cst.part(2)), generics, members };
}

/** Builds a type name, or for a tuple the name of its declaration. */
function buildImplType(b: Builder, cst: Cst, isTarget: boolean): NamedType {
  if (cst.rule === "typeName") return buildTypeName(b, cst);
  const type = buildParenType(b, cst);
  if (!isTarget) b.expected("a trait", cst.at);
  if (type.kind === "NamedType") return type;
  if (type.kind !== "TupleType" && type.kind !== "BrokenType") b.expected(notes.nameOfType, cst.at);
  const args = type.kind === "TupleType" ? type.parts : [];
  const name = type.kind === "TupleType" ? tupleName(args.length) : "Unit";
  return {
    kind: "NamedType",
    id: b.id(),
    span: type.span,
    name: { name, span: type.span },
    args,
    fileLevel: true,
  };
}

function buildImpl(b: Builder, cst: Cst): ImplItem {
  buildAttributes(b, cst.part(0), "other");
  const generics = buildGenerics(b, cst.optional(2));
  const second = cst.optional(5);
  const first = buildImplType(b, cst.part(3), second === null);
  const target = second === null ? first : buildImplType(b, second, true);
  const methods = cst.list(8).map((method) => buildFunction(b, method, b.declarations));
  const trait = second === null ? null : first;
  return { kind: "ImplItem", id: b.id(), span: b.span(cst), generics, trait, target, methods };
}
