// What an iteration has made does not stay while the next one makes its own: V8's interpreter keeps the value of a variable
// until it is set again, and a loop that calls others may stay in the interpreter as long as it runs.
//
//     for (…) {
//       let pairs = zip(xs, ys);
//       …
//       pairs = undefined;
//     }
import { isOneSize, isUnit, type Loop, type Local } from "../../ir/index.ts";
import type { Code } from "../frames/index.ts";
import { callsNothing } from "./calls.ts";
import type { FunctionEmitter } from "./function-emitter.ts";

/** At the end of an iteration, for what its body declares. Lambdas may outlive it, with what they mention. */
export function releaseVariables(emitter: FunctionEmitter, loop: Loop): void {
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

/** The same, as a variable that is set again: a declaration of one of `held`, or the value of a call that may wait. */
function asVariable(emitter: FunctionEmitter, code: Code, held: ReadonlySet<string>) {
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
