// The targets of assignments.
import { notes } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { Expr, FieldAccess, Index, Name, TupleLit } from "../../syntax/index.ts";
import type { Body } from "../body/index.ts";
import { plainNameHint } from "../hints/index.ts";
import { unknownName } from "../names/index.ts";
import { fileName } from "./receivers.ts";
import { isPart } from "./tuples.ts";
import { isStandard, std } from "../standard/index.ts";
import { ERROR, isError, prune, type Type } from "../types/index.ts";

/** The type of an assignment target, which must not be a constant (reference/checking#constants). */
export function targetType(body: Body, target: Expr): Type {
  let root: Expr = target;
  while (root.kind === "Paren") root = root.inner;
  if (root.kind === "TupleLit") return targetTuple(body, root);
  if (root.kind === "FieldAccess" && isPart(root)) return fixedPart(body, root);
  if (root.kind === "Name") {
    const local = root.fileLevel ? undefined : body.local(root.name);
    if (local?.constant === true) assignToConst(body, root, local.span);
    else if (local === undefined) {
      const entry = fileName(body, root);
      if (entry === null) return undeclaredTarget(body, root);
      if (entry !== "reported") {
        if (entry.kind === "Const" || (entry.kind === "Global" && entry.global.constant === true))
          assignToConst(body, root, null);
        else if (entry.kind !== "Global") {
          body.report("P2", root.span, {}, { label: notes.thisIsNotVariable });
          return ERROR;
        }
      }
    }
  }
  const type = prune(body.infer(target));
  return root.kind === "Index" && isFixedIndex(body, root) ? ERROR : type;
}

/** Reports `v["key"] = …` of JSON: the part may not exist, and the container may be of another kind. */
function isFixedIndex(body: Body, node: Index): boolean {
  const use = body.state.facts.uses[node.id];
  const type = prune(body.state.facts.types[node.id] ?? ERROR);
  const isJson = type.kind === "Named" && isStandard(type.symbol, std.json.JsonValue);
  if (use?.kind !== "Keyed" || use.set !== null || !isJson) return false;
  body.report("P2", node.span, {}, { label: notes.partOfJsonIsNoPlace, hint: notes.changeContainerOfJson });
  return true;
}

/** The type of the target of `(a, _) = …`. */
function targetTuple(body: Body, node: TupleLit): Type {
  return body.type(
    node,
    body.context.tuple(
      node.parts.map((part) =>
        isIgnored(part) ? body.fresh(part.span, notes.thisPart, "half") : targetType(body, part),
      ),
    ),
  );
}

/** Whether an assignment target is `_`, whose value is not used. */
export function isIgnored(part: Expr): boolean {
  let inner = part;
  while (inner.kind === "Paren") inner = inner.inner;
  return inner.kind === "Name" && inner.name === "_";
}

function fixedPart(body: Body, node: FieldAccess): Type {
  const type = body.infer(node);
  if (isError(type)) return ERROR;
  body.report(
    "P2",
    node.span,
    {},
    {
      label: notes.partsOfTupleDoNot,
      hint: notes.makeNewTuple,
    },
  );
  return ERROR;
}

/** Reports an undeclared target, and declares it as a variable, so that it is reported once. */
function undeclaredTarget(body: Body, node: Name): Type {
  const { name, span } = node;
  const around = {
    locals: body.localNames(),
    better: plainNameHint(body, name),
    otherwise: notes.declareFirst(name),
  };
  unknownName(body.context, "value", node, body.types, around);
  declareUnknown(body, name, span);
  return ERROR;
}

export function declareUnknown(body: Body, name: string, span: Span): void {
  const local = body.newLocal(name, ERROR, span, false);
  local.used = true;
  body.declare(local);
}

function assignToConst(body: Body, root: Name, declared: Span | null): void {
  body.report(
    "T15",
    root.span,
    { name: root.name },
    {
      hint: notes.declareVariable,
      related: declared === null ? [] : [body.label(declared, notes.declaredHere)],
    },
  );
}
