// The methods of a derived `FromRequest` (reference/api#inputs): each field is one input of the request.
import type { Block, Expr, StructItem } from "../../syntax/index.ts";
import { inputText } from "./inputs.ts";
import { refusesUnknown } from "./json-attributes.ts";
import type { DeriveNodes } from "./nodes.ts";
import { std } from "../standard/index.ts";

const variableOf = (index: number): string => `a·${index}`;

/** The body of `__plan`: what the fields say about themselves, and what their types are. */
export function requestPlan(nodes: DeriveNodes, item: StructItem, docs: readonly string[]): Block {
  const inputs = item.fields.map((field, i) => inputText(field, docs[i] ?? ""));
  const text = JSON.stringify({ inputs, deniesUnknown: refusesUnknown(item) });
  const kinds = perField(nodes, item, (i) => nodes.callWith(std.api.__kind, [item.fields[i]!.type]));
  return nodes.block([], nodes.call(std.api.__struct_plan, nodes.text(text), nodes.list(kinds)));
}

/** The body of `__read_request`. */
export function requestRead(nodes: DeriveNodes, item: StructItem): Block {
  const call = () => nodes.name("call");
  const lets = perField(nodes, item, (i) =>
    nodes.let(variableOf(i), nodes.call(std.api.__take, call(), nodes.int(i)), item.fields[i]!.type),
  );
  const value = (i: number): Expr => nodes.name(variableOf(i));
  const name = (i: number): string => item.fields[i]!.name.name;
  const fields = perField(nodes, item, (i) => {
    if (item.fields[i]!.default === null) return { name: name(i), value: value(i) };
    // A literal without the field evaluates its default value.
    const others = item.fields.flatMap((_, k) => (k === i ? [] : [{ name: name(k), value: value(k) }]));
    const usual = nodes.field(nodes.structLit(item, others), name(i));
    const chosen = nodes.if(
      nodes.call(std.api.__is_default, call(), nodes.int(i)),
      nodes.block([], usual),
      nodes.block([], value(i)),
    );
    return { name: name(i), value: chosen };
  });
  return nodes.block(lets, nodes.structLit(item, fields));
}

/** The new nodes have the location of the type of their field. */
function perField<T>(nodes: DeriveNodes, item: StructItem, make: (index: number) => T): T[] {
  const outer = nodes.span;
  const made = item.fields.map((field, i) => {
    nodes.span = field.type.span;
    return make(i);
  });
  nodes.span = outer;
  return made;
}
