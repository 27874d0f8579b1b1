// Releases the values of an iteration before the next one allocates its own. V8's interpreter keeps the value
// of a variable until it is assigned again, and a loop that calls functions may stay in the interpreter as
// long as it runs.
//
//     for (…) {
//       let pairs = zip(xs, ys);
//       …
//       pairs = undefined;
//     }
import { isOneSize, isUnit, type Loop, type Local } from "../../ir/index.ts";
import type { Code } from "../frames/index.ts";
import { callsNothing } from "./calls.ts";
import type { Emitter } from "../emitter/index.ts";

/**
 * Releases the variables that the body declares, at the end of an iteration. Lambdas may outlive it, with the
 * variables they refer to.
 */
export function releaseVariables(emitter: Emitter, loop: Loop): void {
  const { body } = loop;
  if (body.kind !== "Block" || callsNothing(loop)) return;
  const held = new Set(
    body.stmts.flatMap((stmt) =>
      stmt.kind === "Let" && mayHoldMuch(stmt.local) ? [emitter.localName(stmt.local)] : [],
    ),
  );
  const names: string[] = [];
  emitter.code.forEach((code, at) => {
    const declared = asVariable(emitter, code, held);
    if (declared === null) return;
    emitter.code[at] = declared;
    names.push(declared.name);
  });
  if (names.length > 0) emitter.code.push({ kind: "Release", names });
}

/** Makes the declaration of one of `held`, or of the value of a call that may wait, assignable. */
function asVariable(emitter: Emitter, code: Code, held: ReadonlySet<string>) {
  switch (code.kind) {
    case "Declare":
      return held.has(code.name) && !emitter.inLambdas.has(code.name) ? { ...code, changes: true } : null;
    case "Wait":
      return code.when !== null || emitter.numbers.has(code.name) || emitter.inLambdas.has(code.name)
        ? null
        : { ...code, changes: true as const };
    default:
      return null;
  }
}

function mayHoldMuch({ type }: Local): boolean {
  return type.kind !== "Fun" && !isUnit(type) && !isOneSize(type);
}
