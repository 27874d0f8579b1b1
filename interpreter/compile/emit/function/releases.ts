// What an iteration has made does not stay while the next one makes its own: V8's interpreter keeps the value of a variable
// until it is set again, and a loop that calls others may stay in the interpreter as long as it runs.
//
//     for (…) {
//       let pairs = zip(xs, ys);
//       …
//       pairs = undefined;
//     }
import { isOneSize, isUnit, type Loop, type Local } from "../../ir/index.ts";
import { callsNothing } from "./calls.ts";
import type { FunctionEmitter } from "./function-emitter.ts";

/** At the end of an iteration, for the variables that its body declares. Lambdas may outlive it, with what they mention. */
export function releaseVariables(emitter: FunctionEmitter, loop: Loop): void {
  const { body } = loop;
  if (emitter.mode !== "sync" || body.kind !== "Block" || callsNothing(loop)) return;
  const held = body.stmts.flatMap((stmt) =>
    stmt.kind === "Let" && mayHoldMuch(stmt.local) ? [emitter.localName(stmt.local)] : [],
  );
  for (const name of held) {
    const at = emitter.code.findLastIndex((code) => code.kind === "Declare" && code.name === name);
    const declared = emitter.code[at];
    if (declared?.kind !== "Declare" || emitter.inLambdas.has(name)) continue;
    emitter.code[at] = { ...declared, changes: true };
    emitter.line(`${name} = undefined;`);
  }
}

function mayHoldMuch({ type }: Local): boolean {
  return type.kind !== "Fun" && !isUnit(type) && !isOneSize(type);
}
