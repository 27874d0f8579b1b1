// Lambdas: their parameters have written types or those of the expected type, their result is declared or
// inferred (reference/functions#closures, reference/checking#blocks-and-branches,
// reference/checking#inference).
import { notes } from "../../diagnostics/index.ts";
import type { Lambda, Pattern } from "../../syntax/index.ts";
import type { Body, EnclosingFunction } from "../body/index.ts";
import { checkBodyOf } from "./function-body.ts";
import { mustNotFail, patternLocals } from "../patterns/index.ts";
import { inClosure } from "../warnings/index.ts";
import { resolveType } from "../declare/index.ts";
import { ERROR, prune, type Type } from "../types/index.ts";

/** Declares the names of a pattern beside those of the other parameters. */
function bindParam(body: Body, pattern: Pattern, type: Type, seen: Set<string>): void {
  mustNotFail(body, pattern, type, notes.nameParameterAndMatch);
  for (const local of patternLocals(body, pattern, type, "param")) {
    if (local.name !== "_" && seen.has(local.name)) {
      body.report("T25", local.span, { what: "parameter", name: local.name });
      local.type = ERROR;
    }
    seen.add(local.name);
    body.declare(local);
  }
}

export function inferLambda(body: Body, node: Lambda, hint: Type | null): Type {
  const wanted = hint === null ? null : prune(hint);
  const expected = wanted?.kind === "Fun" && wanted.params.length === node.params.length ? wanted : null;
  const params = node.params.map((param, i): Type => {
    if (param.default !== null)
      body.report(
        "T32",
        param.default.span,
        { problem: notes.noDefaultsOfLambdas },
        { hint: notes.lambdasGetAll },
      );
    if (param.type !== null) return resolveType(body.context, param.type, body.types);
    if (expected !== null) return expected.params[i]!;
    // If a primitive type is expected, the lambda itself is the mistake, not an untyped parameter.
    const misplaced = wanted?.kind === "Named" && wanted.symbol.kind === "Primitive";
    if (wanted?.kind !== "Never" && wanted?.kind !== "Fun" && !misplaced) {
      body.report(
        "T26",
        param.span,
        {},
        {
          label: notes.typeOfThisParameterIs,
          hint: param.pattern === null ? notes.writeType(param.name.name) : notes.writeTypeBehindPattern,
        },
      );
    }
    return ERROR;
  });
  const declared = node.result === null ? null : resolveType(body.context, node.result, body.types);
  const result = declared ?? expected?.result ?? body.fresh(node.span, notes.resultOfThisLambda, "unit");
  const open = declared === null ? prune(result) : null;
  const results = { span: node.span, disagree: false };
  const outer = body.frame;
  const frame: EnclosingFunction = {
    kind: "lambda",
    result,
    resultFrom: node.result === null ? null : body.label(node.result.span, notes.lambdaSResultType),
    loops: [],
    returned: false,
    ...(open?.kind === "Var" && { results }),
  };
  body.frame = frame;
  inClosure(body, "lambda", node.body, () =>
    body.scoped(() => {
      const seen = new Set<string>();
      node.params.forEach((param, i) => {
        const { name, span } = param.name;
        const isTwice = name !== "_" && seen.has(name);
        if (isTwice) body.report("T25", span, { what: "parameter", name });
        seen.add(name);
        // Which of two parameters with one name a use means is unknown.
        const local = body.newLocal(name, isTwice ? ERROR : params[i]!, span);
        local.used = true;
        body.state.facts.locals[param.id] = local;
        body.declare(local);
        if (param.pattern !== null) bindParam(body, param.pattern, params[i]!, seen);
      });
      checkBodyOf(body, node.body, frame, node.span);
    }),
  );
  body.frame = outer;
  // Any of its results may be wrong.
  if (open?.kind === "Var" && results.disagree) open.solution = ERROR;
  return { kind: "Fun", params, result };
}
