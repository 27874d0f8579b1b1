// Prints items.
import { toByteString } from "../source/index.ts";
import type { EnumItem, FunctionItem, Import, Item, StructItem, VariantDecl } from "../syntax/index.ts";
import { inlineAttributes, printAttributes } from "./attributes.ts";
import { concat, type Doc } from "./doc.ts";
import { printExpr, printParams } from "./expressions.ts";
import { pieceText } from "./literals.ts";
import { macroTokens, printMacro } from "./macros.ts";
import type { Printer } from "./printer.ts";
import type { SequenceItem } from "./sequence.ts";
import { printBlock } from "./statements.ts";
import { isUnit, printGenerics, printType } from "./types.ts";

export function printItem(p: Printer, item: Item): Doc {
  switch (item.kind) {
    case "Import":
      return printImport(item);
    case "ConstItem":
    case "GlobalItem": {
      const type = item.type === null ? "" : `: ${printType(item.type)}`;
      const head = `${item.kind === "ConstItem" ? "const" : "let"} ${item.name.name}${type}`;
      return item.value === null ? head : concat(`${head} = `, printExpr(p, item.value));
    }
    case "FunctionItem":
      return printFunction(p, item);
    case "StructItem":
      return printStruct(p, item);
    case "EnumItem":
      return printEnum(p, item);
    case "TraitItem":
      return concat(
        `trait ${item.name.name}${printGenerics(item.generics)} `,
        members(p, item.members, item.span.end - 1),
      );
    case "ImplItem": {
      const generics = printGenerics(item.generics);
      const trait = item.trait === null ? "" : `${printType(item.trait)} for `;
      return concat(
        `impl${generics} ${trait}${printType(item.target)} `,
        members(p, item.methods, item.span.end - 1),
      );
    }
    case "AliasItem":
      return `type ${item.name.name}${printGenerics(item.generics)} = ${printType(item.type)}`;
    case "MacroItem":
      return printMacro(p, item);
    case "MacroCall":
      return concat(`${item.name.name}!(`, macroTokens(p, item.tokens), ")");
  }
}

function printImport(item: Import): Doc {
  const path = item.standard ? item.path : `"${pieceText(toByteString(item.path))}"`;
  const alias = item.alias === null ? "" : ` as ${item.alias.name}`;
  if (item.selectors === null) return `import ${path}${alias}`;
  const selectors = item.selectors.map(({ name, alias: as }) =>
    as === null ? name.name : `${name.name} as ${as.name}`,
  );
  return selectors.length === 0
    ? `import ${path}${alias} {}`
    : `import ${path}${alias} { ${selectors.join(", ")} }`;
}

function printFunction(p: Printer, item: FunctionItem): Doc {
  const result = item.result === null ? "" : ` -> ${printType(item.result)}`;
  const end = item.result?.span.start ?? item.body?.span.start ?? item.span.end;
  const head = concat(
    ...printAttributes(p, item.attributes),
    `fun ${item.name.name}${printGenerics(item.generics)}`,
    printParams(p, item.params, item.self, item.name.span.end, end),
    result,
  );
  if (item.body === null) return head;
  if (item.body.kind === "ExprBody") return concat(head, " = ", printExpr(p, item.body.value));
  return concat(
    head,
    " ",
    printBlock(p, item.body, { isDiscarded: item.result === null || isUnit(item.result) }),
  );
}

function members(p: Printer, functions: readonly FunctionItem[], end: number): Doc {
  const entries = functions.map(
    (item): SequenceItem => ({ span: item.span, print: () => printFunction(p, item) }),
  );
  return p.braced(entries, end, { after: "", blank: "one" });
}

function printStruct(p: Printer, item: StructItem): Doc {
  const fields = item.fields.map(
    (field): SequenceItem => ({
      span: field.span,
      print: () =>
        concat(
          ...printAttributes(p, field.attributes),
          `${field.name.name}: ${printType(field.type)}`,
          ...(field.default === null ? [] : [" = ", printExpr(p, field.default)]),
        ),
    }),
  );
  const head = concat(
    ...printAttributes(p, item.attributes),
    `struct ${item.name.name}${printGenerics(item.generics)} `,
  );
  return concat(head, p.braced(fields, item.span.end - 1, { after: ",", blank: "comments" }));
}

function printEnum(p: Printer, item: EnumItem): Doc {
  const variants = item.variants.map(
    (variant): SequenceItem => ({
      span: variant.span,
      print: () => concat(...printAttributes(p, variant.attributes), printVariant(p, variant)),
    }),
  );
  const head = concat(
    ...printAttributes(p, item.attributes),
    `enum ${item.name.name}${printGenerics(item.generics)} `,
  );
  return concat(head, p.braced(variants, item.span.end - 1, { after: ",", blank: "comments" }));
}

function printVariant(p: Printer, { name, payload }: VariantDecl): string {
  if (payload.length === 0) return name.name;
  const parts = payload.map(({ attributes, name: label, type }) => {
    return `${inlineAttributes(p, attributes)}${label === null ? "" : `${label.name}: `}${printType(type)}`;
  });
  return `${name.name}(${parts.join(", ")})`;
}
