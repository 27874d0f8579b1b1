// Expands `@derive` (reference/derive#derives, reference/types#enums): from a tree to the same tree with an
// ordinary impl for each derived trait. New nodes have ids from the old `nodeCount` on. Code for a field has
// the location of the type of the field, so that a missing trait is reported there. The expansion does not
// depend on types.
import type { EnumItem, Ident, Item, StructItem, Tree } from "../../syntax/index.ts";
import { enumFromColumn, enumToSql, hasNamesOnly } from "./column.ts";
import { enumCompare, enumEquals, enumHash, enumText } from "./enum.ts";
import { argument, type AttributeName } from "./json-attributes.ts";
import { enumFromJson, enumRead } from "./json-enum-read.ts";
import { enumToJson, enumWrite } from "./json-enum.ts";
import { READER, structFromJson, structRead, structToJson, structWrite } from "./json-struct.ts";
import { DeriveNodes } from "./nodes.ts";
import { docAbove } from "./inputs.ts";
import { requestPlan, requestRead } from "./request.ts";
import { structFromRow } from "./row.ts";
import { structCompare, structEquals, structHash, structText } from "./struct.ts";
import type { Block, ImplItem } from "../../syntax/index.ts";
import { methods, std, type StandardItem } from "../standard/index.ts";

/** Called with each name that cannot be derived, and the type before which it stands. */
export type DeriveReport = (name: Ident, type: string) => void;

export const DERIVABLE = [
  "Eq",
  "Ord",
  "Hash",
  "ToString",
  "Debug",
  "ToJson",
  "FromJson",
  "FromRow",
  "FromRequest",
  "FromColumn",
  "ToSql",
] as const;
type Derivable = (typeof DERIVABLE)[number];

/** Returns the tree with derived impls as items at its end; reports unknown names as D1, and skips them. */
export function expandDerives(tree: Tree, report: DeriveReport, text = ""): Tree {
  const impls: Item[] = [];
  let nodeCount = tree.nodeCount;
  for (const item of tree.items) {
    if (item.kind !== "StructItem" && item.kind !== "EnumItem") continue;
    for (const ident of derivedNames(item)) {
      const { name, span } = ident;
      if (!isDerivable(name) || !canDerive(name, item)) {
        report(ident, item.name.name);
        continue;
      }
      const nodes = new DeriveNodes(nodeCount, span);
      impls.push(derive(nodes, item, name, text));
      if (name === "FromColumn") impls.push(fromFirstColumn(nodes, item));
      nodeCount = nodes.nodeCount;
    }
  }
  return impls.length === 0 ? tree : { ...tree, items: [...tree.items, ...impls], nodeCount };
}

/** Whether the trait can be derived for this kind of type. */
export function canDerive(name: string, item: StructItem | EnumItem): boolean {
  switch (name) {
    case "FromRow":
    case "FromRequest":
      return item.kind === "StructItem";
    case "FromColumn":
    case "ToSql":
      return item.kind === "EnumItem" && hasNamesOnly(item);
    default:
      return isDerivable(name);
  }
}

type DerivedModule = "fmt" | "json" | "row" | "regex" | "api" | "sqlite";

/** What attributes of fields load, beside the names of derived traits: no trait has such a name. */
const PATTERN = "@pattern";
const ZERO_VALUE = "@default";

/**
 * The standard modules that the derives of a file load without an import
 * (reference/modules#what-a-module-provides).
 */
export function derivedModules(derives: Iterable<string>): readonly DerivedModule[] {
  const modules = new Set<DerivedModule>();
  for (const name of derives) {
    if (name === "Debug") modules.add("fmt");
    if (name === "FromRow" || name === "FromColumn") modules.add("row");
    if (name === "ToSql") modules.add("sqlite");
    if (name === "FromRequest") modules.add("api");
    if (name === "ToJson" || name === "FromJson" || name === ZERO_VALUE) modules.add("json");
    if (name === PATTERN) modules.add("regex");
  }
  return [...modules];
}

/** The names in the `@derive`s of a file, which count as uses of imports. */
export function namesDerived(tree: Pick<Tree, "items">): ReadonlySet<string> {
  const types = tree.items.filter((item) => item.kind === "StructItem" || item.kind === "EnumItem");
  const names = new Set(types.flatMap((item) => derivedNames(item)).map(({ name }) => name));
  if (names.has("FromJson") && types.some((item) => uses(item, "pattern", "check"))) names.add(PATTERN);
  if (names.has("FromRow") && types.some((item) => uses(item, "default") || uses(item, "skip")))
    names.add(ZERO_VALUE);
  return names;
}

/** Whether a field, or a part of a payload, has the key; `items_` may precede one of `@check`. */
function uses(item: StructItem | EnumItem, key: string, of: AttributeName = "json"): boolean {
  const parts = item.kind === "StructItem" ? item.fields : item.variants.flatMap(({ payload }) => payload);
  return parts.some(
    ({ attributes }) =>
      argument(attributes, key, of) !== undefined || argument(attributes, `items_${key}`, of) !== undefined,
  );
}

function derivedNames(item: StructItem | EnumItem) {
  return item.attributes
    .filter((attribute) => attribute.name.name === "derive")
    .flatMap((attribute) => attribute.args.map(({ name }) => name));
}

function isDerivable(name: string): name is Derivable {
  return (DERIVABLE as readonly string[]).includes(name);
}

/** `text`: the source of the file, for the comments above fields. */
function derive(nodes: DeriveNodes, item: StructItem | EnumItem, trait: Derivable, text: string): ImplItem {
  const other = () => nodes.param("other", nodes.type("Self"));
  const withSelf = (name: string, derived: StandardItem, result: string, body: Block, binary = false) =>
    nodes.impl(item, derived, nodes.method(name, true, binary ? [other()] : [], nodes.type(result), body));
  const struct = item.kind === "StructItem";
  switch (trait) {
    case "Eq":
      return withSelf(
        "equals",
        std.core.Eq,
        std.core.Bool,
        struct ? structEquals(nodes, item) : enumEquals(nodes, item),
        true,
      );
    case "Ord":
      return withSelf(
        "compare",
        std.core.Ord,
        std.core.Int,
        struct ? structCompare(nodes, item) : enumCompare(nodes, item),
        true,
      );
    case "Hash":
      return withSelf(
        "hash",
        std.core.Hash,
        std.core.Int,
        struct ? structHash(nodes, item) : enumHash(nodes, item),
      );
    case "ToString":
      return withSelf(
        "to_string",
        std.core.ToString,
        std.core.String,
        struct ? structText(nodes, item, false) : enumText(nodes, item, false),
      );
    case "Debug":
      return withSelf(
        "debug",
        std.fmt.Debug,
        std.core.String,
        struct ? structText(nodes, item, true) : enumText(nodes, item, true),
      );
    case "ToJson": {
      const body = struct ? structToJson(nodes, item) : enumToJson(nodes, item);
      const out = nodes.param("out", nodes.type(std.json.__Writer));
      const write = nodes.method(
        methods.write,
        true,
        [out],
        nodes.unit(),
        struct ? structWrite(nodes, item) : enumWrite(nodes, item),
      );
      return nodes.impl(
        item,
        std.json.ToJson,
        nodes.method("to_json", true, [], nodes.type(std.json.JsonValue), body),
        write,
      );
    }
    case "FromJson": {
      const body = struct ? structFromJson(nodes, item) : enumFromJson(nodes, item);
      const result = nodes.type(std.core.Result, [nodes.type("Self"), nodes.type(std.error.Error)]);
      const json = nodes.param("json", nodes.type(std.json.JsonValue));
      const read = nodes.method(
        methods.read,
        false,
        [nodes.param(READER, nodes.type(std.json.__Reader))],
        nodes.type("Self"),
        struct ? structRead(nodes, item) : enumRead(nodes, item),
      );
      return nodes.impl(
        item,
        std.json.FromJson,
        nodes.method("from_json", false, [json], result, body),
        read,
      );
    }
    case "FromRequest":
      if (item.kind === "EnumItem") throw new Error("FromRequest is for structs");
      return deriveFromRequest(nodes, item, text);
    case "FromColumn":
      if (item.kind === "StructItem") throw new Error("FromColumn is for enums");
      return deriveFromColumn(nodes, item);
    case "ToSql":
      if (item.kind === "StructItem") throw new Error("ToSql is for enums");
      return withSelf("to_sql", std.sqlite.ToSql, std.sqlite.Sql, enumToSql(nodes, item));
    case "FromRow": {
      if (item.kind === "EnumItem") throw new Error("FromRow is for structs");
      const result = nodes.type(std.core.Result, [nodes.type("Self"), nodes.type(std.error.Error)]);
      const row = nodes.param("row", nodes.type(std.row.Row));
      return nodes.implOfParts(item, std.row.FromRow, std.row.FromColumn, [
        nodes.method("from_row", false, [row], result, structFromRow(nodes, item)),
      ]);
    }
  }
}

function deriveFromColumn(nodes: DeriveNodes, item: EnumItem): ImplItem {
  const row = nodes.param("row", nodes.type(std.row.Row));
  const column = nodes.param("column", nodes.type(std.core.Int));
  const result = nodes.type(std.core.Result, [nodes.type("Self"), nodes.type(std.error.Error)]);
  return nodes.impl(
    item,
    std.row.FromColumn,
    nodes.method("from_column", false, [row, column], result, enumFromColumn(nodes, item)),
  );
}

/** What is read from a column is also read from a row, from its first one. */
function fromFirstColumn(nodes: DeriveNodes, item: StructItem | EnumItem): ImplItem {
  const row = nodes.param("row", nodes.type(std.row.Row));
  const result = nodes.type(std.core.Result, [nodes.type("Self"), nodes.type(std.error.Error)]);
  const body = nodes.block([], nodes.call(std.row.__first, nodes.name("row")));
  return nodes.impl(item, std.row.FromRow, nodes.method("from_row", false, [row], result, body));
}

function deriveFromRequest(nodes: DeriveNodes, item: StructItem, text: string): ImplItem {
  const request = nodes.param("req", nodes.type(std.http.Request));
  const result = nodes.type(std.core.Result, [nodes.type("Self"), nodes.type(std.api.ApiError)]);
  const call = nodes.param("call", nodes.type(std.api.__Call));
  const byPlan = nodes.block([], nodes.call(std.api.__by_plan, nodes.name("req")));
  const docs = item.fields.map((field) => docAbove(text, field.span.start));
  return nodes.implOfParts(item, std.api.FromRequest, std.api.FromRequest, [
    nodes.method("from_request", false, [request], result, byPlan),
    nodes.method(methods.plan, false, [], nodes.type(std.core.String), requestPlan(nodes, item, docs)),
    nodes.method(methods.readRequest, false, [call], nodes.type("Self"), requestRead(nodes, item)),
  ]);
}
