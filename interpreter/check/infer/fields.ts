// `a.b`: fields, unit variants, and functions as values.
import { nearest, notes } from "../../diagnostics/index.ts";
import type { FieldAccess } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import { constructVariant, variantOf } from "./construct.ts";
import { fieldIndex } from "../declare/index.ts";
import {
  collectionFieldHint,
  foreignMemberHint,
  memberOfJsonHint,
  payloadHint,
  trailingHint,
  uncalledHint,
  wrappedAt,
} from "../hints/index.ts";
import { noteMisfit } from "./mismatch.ts";
import { followsResult } from "./missing-result.ts";
import { findMethod, functionInstance } from "./methods.ts";
import { reportNoMethod } from "./missing-method.ts";
import { receiverOf, typeReceiver } from "./receivers.ts";
import { inferPart, isPart } from "./tuples.ts";
import { ERROR, isTupleSymbol, pairs, partsHint, showType, substitute, type Type } from "../types/index.ts";
import { functionValue } from "./names.ts";

/** Infers `a.b`: a field, a unit variant, or a function as a value. */
export function inferField(body: Body, node: FieldAccess, hint: Type | null): Type {
  if (isPart(node)) return inferPart(body, node);
  const receiver = receiverOf(body, node.receiver);
  const { name, span } = node.name;
  switch (receiver.kind) {
    case "reported":
      return ERROR;
    case "alias": {
      const fn = receiver.function(name, span);
      return fn === null
        ? ERROR
        : functionValue(body, node, functionInstance(body, fn, node.typeArgs, span), hint);
    }
    case "type": {
      const type = typeReceiver(body, receiver, node.receiver);
      if (type.kind === "Never") return ERROR;
      const variant = variantOf(type, name);
      if (variant !== null)
        return constructVariant(body, node, {
          symbol: variant.symbol,
          variant: variant.variant,
          type,
          args: null,
          hint,
        });
      return associatedValue(body, node, type, hint);
    }
    case "value":
      return fieldOfValue(body, node);
  }
}

function associatedValue(body: Body, node: FieldAccess, type: Type, hint: Type | null): Type {
  const { name, span } = node.name;
  const found = findMethod(body, type, { name, wantSelf: false, written: node.typeArgs, span });
  if (found.kind === "found") {
    if (found.instance.use.kind === "Call") return functionValue(body, node, found.instance, hint);
    body.report("T8", node.span, { what: notes.thisFunction }, { hint: notes.wrapCallInLambda });
    return ERROR;
  }
  if (found.kind === "none") {
    if (type.kind === "Named" && type.symbol.kind === "Enum") {
      const similar = nearest(
        name,
        type.symbol.variants.map((variant) => variant.name),
      );
      body.report(
        "T2",
        span,
        { type: showType(type), what: "variant", name },
        {
          ...(similar !== undefined && { hint: notes.didYouMean(similar) }),
          cause: `variant ${type.symbol.name}.${name}`,
        },
      );
    } else reportNoMethod(body, type, { name, wantSelf: false, span });
  }
  body.poison(type);
  return ERROR;
}

function fieldOfValue(body: Body, node: FieldAccess): Type {
  const type = body.known(body.infer(node.receiver));
  const { name, span } = node.name;
  if (type.kind === "Var") {
    body.report(
      "T8",
      node.receiver.span,
      { what: notes.thisValue },
      { label: notes.typeNeededToReadField(name) },
    );
    body.poison(type);
    return ERROR;
  }
  if (type.kind === "Never") return ERROR;
  if (type.kind === "Named" && type.symbol.kind === "Struct") {
    const struct = type.symbol;
    const index = fieldIndex(struct, name, body.state.module);
    if (index >= 0) {
      body.use(node, { kind: "Field", struct, index });
      return substitute(struct.fields[index]!.type, pairs(struct.typeParams, type.args));
    }
    const hint =
      uncalledHint(body, type, name) ??
      (isTupleSymbol(struct) ? partsHint(type) : collectionFieldHint(struct, name));
    body.report(
      "T2",
      span,
      { type: showType(type), what: "field", name },
      hint === undefined ? {} : { hint },
    );
    return ERROR;
  }
  const hint =
    trailingHint(body, type, node) ??
    uncalledHint(body, type, name) ??
    uncalledHint(body, type, snakeCase(name)) ??
    payloadHint(body, type, name) ??
    memberOfJsonHint(body, type, node) ??
    foreignMemberHint(body, type, name);
  body.report(
    "T2",
    span,
    { type: showType(type), what: "field", name },
    {
      ...(hint !== undefined && { hint }),
      ...wrappedAt(body, node.receiver, type, name),
      ...followsResult(body, node.receiver),
    },
  );
  noteMisfit(body, node.receiver, type);
  return ERROR;
}

/** `is_empty` for `isEmpty`. */
function snakeCase(name: string): string {
  return name.replace(/(?<=\w)[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
