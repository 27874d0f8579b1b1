// Builds parameter lists of functions and lambdas.
import { nearest, notes } from "../../../diagnostics/index.ts";
import type { Expr, Param } from "../../../syntax/ast/index.ts";
import type { Span } from "../../../source/index.ts";
import { buildAttributes } from "./attributes.ts";
import type { Builder } from "./builder.ts";
import type { Cst } from "./cst.ts";
import { buildPattern } from "./patterns.ts";
import { buildType, entries } from "./types.ts";

export interface Params {
  /** The span of a `self` as first parameter. */
  readonly self: Span | null;
  readonly params: readonly Param[];
}

/** commaList<param>; a lambda has no `self` and may omit types. `buildExpr` builds default values. */
export function buildParams(
  b: Builder,
  list: Cst | null,
  of: "function" | "lambda",
  buildExpr: (b: Builder, cst: Cst) => Expr,
): Params {
  let self: Span | null = null;
  const params: Param[] = [];
  // Callers evaluate default values, which see no parameter.
  const defaults = entries(list).map((entry) => {
    const value = entry.part(0).rule === "param_named" ? entry.part(0).optional(5) : null;
    return value === null ? null : buildExpr(b, value);
  });
  for (const [index, entry] of entries(list).entries()) {
    const cst = entry.part(0);
    if (cst.rule === "param_self") {
      if (index > 0 || of === "lambda") {
        b.expected("a parameter", cst.at, notes.selfStandsFirst);
      } else self = b.span(cst.part(0));
      if (cst.count(1) > 0) b.expected("`,` or `)`", cst.at + 1, notes.selfIsWrittenWithoutType);
    } else if (index === 0 && of === "function" && isMisspeltSelf(b, cst)) {
      b.expected("a parameter", cst.at, notes.didYouMean("self"));
      self = b.span(cst);
    } else {
      params.push(buildParam(b, cst, of, defaults[index]!));
    }
  }
  if (list !== null) b.limitParameters(params, b.span(list), notes.parameters);
  return { self, params };
}

/** Whether it is a name without type that resembles `self`. */
function isMisspeltSelf(b: Builder, cst: Cst): boolean {
  if (cst.rule === "param_pattern" || cst.optional(3) !== null) return false;
  return nearest(b.token(cst.part(1)).text, ["self"]) !== undefined;
}

function buildParam(b: Builder, cst: Cst, of: "function" | "lambda", value: Expr | null): Param {
  if (cst.rule === "param_pattern") return buildPatternParam(b, cst, of);
  const attributes = buildAttributes(b, cst.part(0), "parameter");
  const word = cst.part(1);
  const type = cst.optional(3);
  if (type === null && of === "function") {
    b.expected(notes.andType, word.at + 1, notes.everyParameterOfFunctionHas(b.token(word).text));
  }
  return {
    id: b.id(),
    span: b.span(cst),
    attributes,
    type: type === null ? null : buildType(b, type),
    default: value,
    name: b.binding(word),
    pattern: null,
  };
}

/** `fun((a, b)) = …` */
function buildPatternParam(b: Builder, cst: Cst, of: "function" | "lambda"): Param {
  const type = cst.optional(2);
  const given = type === null ? null : buildType(b, type);
  const pattern = buildPattern(b, cst.part(0), (token) => b.hygiene.bind(token));
  if (of === "function") {
    b.report(
      "P1",
      pattern.span,
      { expected: "a name", found: "a pattern" },
      {
        hint: notes.parameterHasName,
      },
    );
  }
  return {
    id: b.id(),
    span: b.span(cst),
    attributes: [],
    type: given,
    default: null,
    name: { name: "_", span: pattern.span },
    pattern,
  };
}
