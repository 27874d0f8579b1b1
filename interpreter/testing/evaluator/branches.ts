// `if` and `match`.
import type * as ast from "../../syntax/index.ts";
import type { EvaluatedCall } from "./evaluation.ts";
import { bind, matches } from "./patterns.ts";
import type { Steps } from "./scheduler.ts";
import { statement } from "./statements.ts";
import { UNIT } from "./values.ts";

export function* evaluateIf(frame: EvaluatedCall, node: ast.If): Steps<unknown> {
  for (let rest: ast.If | ast.Block | null = node; ; ) {
    if (rest === null) return UNIT;
    if (rest.kind === "Block") return yield* frame.evaluate(rest);
    if ((yield* frame.evaluate(rest.condition)) === true) {
      const value = yield* frame.evaluate(rest.then);
      return rest.otherwise === null ? UNIT : value;
    }
    rest = rest.otherwise;
  }
}

export function* evaluateMatch(frame: EvaluatedCall, node: ast.Match): Steps<unknown> {
  const subject = yield* frame.evaluate(node.subject);
  for (const arm of node.arms) {
    if (!matches(frame, arm.pattern, subject)) continue;
    bind(frame, arm.pattern, subject);
    if (arm.guard !== null && (yield* frame.evaluate(arm.guard)) !== true) continue;
    if (arm.body.kind === "ExprStmt") return yield* frame.evaluate(arm.body.value);
    yield* statement(frame, arm.body);
    return UNIT;
  }
  throw new Error("a match without a fitting arm");
}
