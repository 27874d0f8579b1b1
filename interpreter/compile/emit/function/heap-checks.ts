// Loops that may fill the memory: they check the heap (runtime/limits/heap-watch.ts) after some thousand
// iterations. Not needed if the scheduler interrupts the loop, since it checks itself, and in programs with
// limits, which measure their memory. A program with recursion is checked from outside
// (cli/process/memory-watcher.ts), so only its endless loops check.
//
//     for (let i = 0; i < n;) {
//       const end = n > i + 1024 ? i + 1024 : n;
//       if ((ticks += end - i) > 4095) ticks = looked();
//       for (; i < end; i++) …
//     }
import {
  eachPart,
  eachPartOfStmt,
  factsOf,
  worksOnNumbers,
  type Expr,
  type Instance,
  type Loop,
  type Stmt,
} from "../../ir/index.ts";
import type { Code, LoopCode } from "../frames/index.ts";
import type { ProgramText } from "../program/index.ts";
import type { FunctionEmitter } from "./function-emitter.ts";
import { inStripsOf, type Counted } from "./giving-way.ts";

/** The iterations between two checks, each of which reads the clock. */
const BETWEEN_LOOKS = 4095;
const STRIP = 1024;

/** A Proxy, as the checks of the time slice are (giving-way.ts). */
export const LOOKED = "  const looked = new Proxy(() => (runtime.lookAtHeap(), 0), {});";

export function looksAtHeap({ program }: FunctionEmitter, loop: Loop, endless: boolean): boolean {
  if (program.metered || program.suspension.checksSlice(loop) || !(endless || program.checksAllLoops))
    return false;
  return makesObjects(program, loop.body);
}

/** The check at the start of an iteration. */
export const LOOK_OF_ITERATION = `if (++ticks > ${BETWEEN_LOOKS}) ticks = looked();`;

export function lookingStrips(emitter: FunctionEmitter, code: LoopCode, counted: Counted): LoopCode {
  const pay = (count: string): Code[] => [
    { kind: "Line", text: `if ((ticks += ${count}) > ${BETWEEN_LOOKS}) ticks = looked();` },
  ];
  return inStripsOf(emitter, code, STRIP, counted, pay);
}

const makers = new WeakMap<Instance, boolean>();

/** Whether an iteration may leave more in memory than before. Recursive functions are assumed to. */
function makesObjects(program: ProgramText, body: Expr): boolean {
  let found = false;
  const calls = (instance: Instance): boolean => {
    if (instance.native !== null) return !worksOnNumbers(instance);
    let makes = makers.get(instance);
    if (makes === undefined) {
      makers.set(instance, true);
      const code = program.code.get(instance);
      makes = code === undefined || makesObjects(program, code.body);
      makers.set(instance, makes);
    }
    return makes;
  };
  const visit = {
    expr(expr: Expr): void {
      found ||=
        expr.kind === "Call"
          ? calls(expr.instance)
          : MAKERS.has(expr.kind) || (expr.kind === "Op" && factsOf(expr.op).allocates);
      if (!found) eachPart(expr, visit);
    },
    stmt: (stmt: Stmt): void => eachPartOfStmt(stmt, visit),
    lambda(): void {
      found = true;
    },
  };
  visit.expr(body);
  return found;
}

const MAKERS: ReadonlySet<Expr["kind"]> = new Set([
  "CallValue",
  "CallDyn",
  "NewStruct",
  "NewVariant",
  "Wrap",
  "List",
  "Dyn",
  "Text",
]);
