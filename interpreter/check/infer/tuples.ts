// Tuples and their parts (reference/types#tuples).
import { notes } from "../../diagnostics/index.ts";
import type { FieldAccess, TupleLit } from "../../syntax/index.ts";
import type { Body, Expected } from "../body/index.ts";
import { fieldHint } from "../declare/index.ts";
import { fit } from "./mismatch.ts";
import {
  ERROR,
  isNever,
  showType,
  substitute,
  pairs,
  partsHint,
  tupleOf,
  type NamedType,
  type StructSymbol,
  type Type,
} from "../types/index.ts";

export function inferTuple(body: Body, node: TupleLit, hint: Type | null): Type {
  const wanted = hint === null ? null : ofSize(hint, node.parts.length);
  return made(
    body,
    node,
    node.parts.map((part, i) => {
      const type = body.infer(part, wanted?.args[i] ?? null);
      return isNever(type) ? (wanted?.args[i] ?? body.context.unit) : type;
    }),
  );
}

/** Checks each part against its expected type, so that mismatches and `dyn` coercions are at the parts. */
export function checkTuple(body: Body, node: TupleLit, expected: Expected): Type {
  const wanted = ofSize(expected.type, node.parts.length);
  if (wanted === null) {
    const type = inferTuple(body, node, null);
    fit(body, node, type, expected);
    return type;
  }
  node.parts.forEach((part, i) => body.check(part, { type: wanted.args[i]!, from: expected.from }));
  return made(body, node, wanted.args);
}

function made(body: Body, node: TupleLit, parts: readonly Type[]): NamedType {
  const type = body.context.tuple(parts);
  body.use(node, { kind: "Struct", type, order: node.parts.map((_, i) => i) });
  return type;
}

function ofSize(type: Type, size: number): NamedType | null {
  const tuple = tupleOf(type);
  return tuple !== null && tuple.args.length === size ? tuple : null;
}

/** Infers `t.0`. */
export function inferPart(body: Body, node: FieldAccess): Type {
  const type = body.known(body.infer(node.receiver));
  const { name, span } = node.name;
  if (type.kind === "Never") return ERROR;
  if (type.kind === "Var") {
    body.report(
      "T8",
      node.receiver.span,
      { what: notes.thisValue },
      { label: notes.typeNeededToReadPart(name) },
    );
    body.poison(type);
    return ERROR;
  }
  const tuple = tupleOf(type);
  const struct = tuple?.symbol as StructSymbol | undefined;
  const index = struct?.fields.findIndex((field) => field.name === name) ?? -1;
  if (tuple === null || struct === undefined || index < 0) {
    const list = type.kind === "Named" && type.symbol === body.context.primitives.List;
    const hint =
      tuple !== null
        ? partsHint(tuple)
        : list
          ? notes.listElement(name)
          : ((type.kind === "Named" && type.symbol.kind === "Struct"
              ? fieldHint(type.symbol, name)
              : undefined) ?? notes.onlyTuplesHavePartsWith);
    body.report("T2", span, { type: showType(type), what: "part", name }, { hint });
    return ERROR;
  }
  body.use(node, { kind: "Field", struct, index });
  return substitute(struct.fields[index]!.type, pairs(struct.typeParams, tuple.args));
}

/** Whether a name after a dot is the number of a part. */
export function isPart({ name }: FieldAccess): boolean {
  return /^\d/.test(name.name);
}
