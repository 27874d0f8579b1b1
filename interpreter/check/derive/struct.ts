// The bodies of derived methods of structs, one function per trait (reference/derive#derives).
import type { Block, Expr, FieldDecl, Stmt, StructItem } from "../../syntax/index.ts";
import type { DeriveNodes } from "./nodes.ts";
import { std } from "../standard/index.ts";

/** Calls `make` for each field; the new nodes have the location of the type of the field. */
function perField<T>(
  nodes: DeriveNodes,
  item: StructItem,
  make: (field: FieldDecl, index: number) => T,
): T[] {
  const outer = nodes.span;
  const made = item.fields.map((field, index) => {
    nodes.span = field.type.span;
    return make(field, index);
  });
  nodes.span = outer;
  return made;
}

const own = (nodes: DeriveNodes, field: FieldDecl): Expr => nodes.field(nodes.self(), field.name.name);
const others = (nodes: DeriveNodes, field: FieldDecl): Expr =>
  nodes.field(nodes.name("other"), field.name.name);

export function structEquals(nodes: DeriveNodes, item: StructItem): Block {
  return nodes.block(
    [],
    allEqual(
      nodes,
      perField(nodes, item, (field) => [own(nodes, field), others(nodes, field)]),
    ),
  );
}

export function structCompare(nodes: DeriveNodes, item: StructItem): Block {
  return firstDifference(
    nodes,
    perField(nodes, item, (field) => [own(nodes, field), others(nodes, field)]),
  );
}

export function structHash(nodes: DeriveNodes, item: StructItem): Block {
  return nodes.block(
    [],
    mixedHash(
      nodes,
      17,
      perField(nodes, item, (field) => own(nodes, field)),
    ),
  );
}

export function structText(nodes: DeriveNodes, item: StructItem, debug: boolean): Block {
  const name = item.name.name;
  if (item.fields.length === 0) return nodes.block([], nodes.text(name));
  const parts = perField(nodes, item, (field, index) => [
    `${index === 0 ? `${name} { ` : ", "}${field.name.name}: `,
    textOf(nodes, own(nodes, field), debug),
  ]).flat();
  return nodes.block([], nodes.interpolation([...parts, " }"]));
}

// ---- shared with enums: payload parts are compared, hashed and written like fields

export function allEqual(nodes: DeriveNodes, pairs: readonly (readonly Expr[])[]): Expr {
  const tests = atEach(nodes, pairs, ([left, right]) => nodes.call(std.core.__equals, left!, right!));
  return tests.length === 0 ? nodes.bool(true) : tests.reduce((all, test) => nodes.binary("&&", all, test));
}

/** The first `compare` that is not zero, or the last one. */
export function firstDifference(nodes: DeriveNodes, pairs: readonly (readonly Expr[])[]): Block {
  const stmts: Stmt[] = [];
  const last = pairs.length - 1;
  const orders = atEach(nodes, pairs, ([left, right]) => nodes.call(std.core.__compare, left!, right!));
  orders.slice(0, Math.max(last, 0)).forEach((order, index) => {
    const name = `c·${index}`;
    stmts.push(
      nodes.let(name, order),
      nodes.statement(
        nodes.if(
          nodes.binary("!=", nodes.name(name), nodes.int(0)),
          nodes.block([nodes.return(nodes.name(name))], null),
          null,
        ),
      ),
    );
  });
  return nodes.block(stmts, orders[last] ?? nodes.int(0));
}

/** `start`, then `h * 31 + hash` for each part, with the wrapping of Int arithmetic. */
export function mixedHash(nodes: DeriveNodes, start: number, parts: readonly Expr[]): Expr {
  const hashes = atEach(
    nodes,
    parts.map((part) => [part]),
    ([part]) => nodes.call(std.core.__hash, part!),
  );
  return hashes.reduce(
    (hash, part) => nodes.binary("+", nodes.binary("*", hash, nodes.int(31)), part),
    nodes.int(start),
  );
}

export function textOf(nodes: DeriveNodes, part: Expr, debug: boolean): Expr {
  return debug ? nodes.call(std.fmt.__debug, part) : part;
}

export function okOf(nodes: DeriveNodes, value: Expr): Expr {
  return nodes.methodCall(nodes.name(std.core.Result), "Ok", [{ name: null, value }]);
}

/** Calls `make` for each group of parts; the new nodes have the location of the first part. */
function atEach(
  nodes: DeriveNodes,
  groups: readonly (readonly Expr[])[],
  make: (group: readonly Expr[]) => Expr,
): Expr[] {
  const outer = nodes.span;
  const made = groups.map((group) => {
    nodes.span = group[0]!.span;
    return make(group);
  });
  nodes.span = outer;
  return made;
}
