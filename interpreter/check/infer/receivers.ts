// Receivers, the parts before a dot: a value, a type, or a module alias (reference/checking#calls,
// reference/modules#what-a-module-provides).
import { get } from "../../own/index.ts";
import { insteadInModule, insteadOfFunction, nearest, notes } from "../../diagnostics/index.ts";
import type { Span } from "../../source/index.ts";
import type { Expr, Name } from "../../syntax/index.ts";
import { boundsOf, freshType, oblige, type Body } from "../body/index.ts";
import { inModules, unknownName, type FileEntry, type ImportedName } from "../names/index.ts";
import { aliasType } from "./aliases.ts";
import {
  implicitHint,
  mapTypeHint,
  labelHint,
  literalHint,
  macroHint,
  methodOfArgument,
  methodOfModule,
  misreadHint,
  ownNameHint,
  plainNameHint,
  privateHint,
} from "../hints/index.ts";
import { applyType, resolveType } from "../declare/index.ts";
import {
  pairs,
  prune,
  type FunctionSymbol,
  type ParamType,
  type Type,
  type TypeSymbol,
} from "../types/index.ts";

export type Receiver =
  | { readonly kind: "value" }
  | { readonly kind: "type"; readonly symbol: TypeSymbol | null; readonly type: Type | null }
  | { readonly kind: "alias"; function(name: string, span: Span): FunctionSymbol | null }
  | { readonly kind: "reported" };

/** The meaning of a name that is not a local: a type parameter, else a name of the file. */
export function fileName(
  body: Body,
  node: Name,
):
  | Exclude<FileEntry, { kind: "Selector" }>
  | { readonly kind: "Param"; readonly param: ParamType }
  | null
  | "reported" {
  const param = node.fileLevel ? undefined : body.types.params.get(node.name);
  if (param !== undefined) return { kind: "Param", param };
  const entry = body.context.names.lookup(body.state, node.name);
  return entry !== null && entry !== "reported" && entry.kind === "Selector" ? null : entry;
}

export function unknownValue(body: Body, node: Name, better?: string): void {
  if (body.silent) return;
  if (!body.context.hints) unknownName(body.context, "value", node, body.types);
  else {
    const key = mapTypeHint(body, node);
    unknownName(body.context, "value", node, body.types, {
      locals: body.localNames(),
      // The keys of one map are one mistake.
      cause: key === undefined ? undefined : `keys@${body.state.unit.source.lineAt(node.span.start)}`,
      better:
        better ??
        literalHint(body, node) ??
        (node.name === "_" ? notes.wildcardHasNoValue : undefined) ??
        key ??
        misreadHint(body, node) ??
        labelHint(body, node) ??
        plainNameHint(body, node.name) ??
        macroHint(body, node) ??
        ownNameHint(body, node) ??
        (body.frame.unseen?.has(node.name) === true ? notes.defaultSeesFile : undefined) ??
        methodOfArgument(body, node) ??
        privateHint(body, node.name) ??
        implicitHint(body, node),
    });
  }
}

export function receiverOf(body: Body, node: Expr): Receiver {
  if (node.kind !== "Name") return { kind: "value" };
  if (node.name === "Self") {
    if (body.types.self !== null) return { kind: "type", symbol: null, type: body.types.self };
    body.report("R5", node.span, { name: "Self" });
    return { kind: "reported" };
  }
  if (!node.fileLevel && body.local(node.name) !== undefined) return { kind: "value" };
  const entry = fileName(body, node);
  if (entry === "reported") return { kind: "reported" };
  switch (entry?.kind) {
    case "Param":
      return { kind: "type", symbol: null, type: entry.param };
    case "Type":
      return { kind: "type", symbol: entry.symbol, type: null };
    case "TypeAlias":
      return { kind: "type", symbol: null, type: aliasType(body, entry.alias, node.typeArgs, node) };
    case "Trait":
      body.report(
        "T12",
        node.span,
        { trait: node.name, problem: notes.isNotType },
        {
          hint: notes.associatedFunctionOfImplementor,
        },
      );
      return { kind: "reported" };
    case "Alias":
      return { kind: "alias", function: (name, span) => aliasFunction(body, entry.import, name, span) };
    case undefined:
      unknownValue(body, node);
      return { kind: "reported" };
    case "Function": {
      // A function has no members, so `error` in `error.map_ok` is the module, even if `error` was selected
      // from it.
      const alias = body.state.aliases.get(node.name) ?? get(body.state.unit, "session")?.alias(node.name);
      if (alias === undefined) return { kind: "value" };
      alias.used = true;
      return { kind: "alias", function: (name, span) => aliasFunction(body, alias, name, span) };
    }
    case "Const":
    case "Global":
    case "Variant":
    case "Builtin":
      return { kind: "value" };
  }
}

/** The function `name` of an imported module; reports R7 for anything else. */
function aliasFunction(body: Body, imported: ImportedName, name: string, span: Span): FunctionSymbol | null {
  const { names } = body.context;
  const target = names.states.get(imported.unit!);
  const hidden = name.startsWith("__") && target?.unit.standard === true && !body.state.unit.standard;
  const entry = hidden ? null : names.declared(target, name);
  if (entry?.kind === "Function") return entry.function;
  if (body.context.lost.has(name)) return null;
  const module = imported.bound.name;
  if (entry !== null) {
    body.report(
      "R7",
      span,
      { module, name, what: "function" },
      {
        hint: notes.onlyFunctionsAreUsedThrough(importPath(imported), name),
      },
    );
    return null;
  }
  const similar = nearest(
    name,
    [...names.exports(imported.unit!)].filter((other) => names.declared(target, other)?.kind === "Function"),
  );
  const elsewhere = target?.unit.standard === true ? body.context.standard.modulesWith(name) : [];
  const method = target?.unit.standard === true ? methodOfModule(body, module, name) : undefined;
  const hint =
    method !== undefined
      ? method
      : (insteadInModule(imported.node.path, name, `${module}.`) ??
        (elsewhere.length > 0
          ? notes.isIn(name, inModules(elsewhere))
          : similar === undefined
            ? insteadOfFunction(name)
            : notes.didYouMean(similar)));
  body.report("R7", span, { module, name, what: "function" }, hint === undefined ? {} : { hint });
  return null;
}

function importPath(imported: ImportedName): string {
  return imported.node.standard ? imported.node.path : JSON.stringify(imported.node.path);
}

/** The type of a type receiver; its arguments are written or inferred. */
export function typeReceiver(body: Body, receiver: Receiver & { kind: "type" }, node: Expr): Type {
  if (receiver.symbol === null) return prune(receiver.type!);
  const { symbol } = receiver;
  const written = node.kind === "Name" ? node.typeArgs : null;
  if (written !== null) {
    const args = written.map((arg) => resolveType(body.context, arg, body.types));
    return prune(applyType(body.context, symbol, args, node, { state: body.state }));
  }
  const type = freshType(body, symbol, node.span);
  if (type.kind === "Named") {
    for (const obligation of boundsOf(symbol.typeParams, pairs(symbol.typeParams, type.args), node.span))
      oblige(body, obligation);
  }
  return type;
}
