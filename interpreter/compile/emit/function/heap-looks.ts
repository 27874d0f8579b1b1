// Loops that may be what fills the memory: they look at the heap (runtime/limits/heap-watch.ts) after some thousand iterations.
// Where the scheduler interrupts a loop it looks itself, a program with limits counts its memory, and one with recursion
// is looked at from outside (cli/process/memory-watcher.ts), but for loops that nothing else ends.
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

/** Iterations between two looks, each of which asks for the time. */
const BETWEEN_LOOKS = 4095;
const STRIP = 1024;

export const LOOKED = "  const looked = () => (runtime.lookAtHeap(), 0);";

export function looksAtHeap({ program }: FunctionEmitter, loop: Loop, endless: boolean): boolean {
  if (program.metered || program.suspension.looksIn(loop) || !(endless || program.looksInAllLoops))
    return false;
  return makesObjects(program, loop.body);
}

/** At the start of an iteration. */
export const LOOK_OF_ITERATION = `if (++ticks > ${BETWEEN_LOOKS}) ticks = looked();`;

export function lookingStrips(emitter: FunctionEmitter, code: LoopCode, counted: Counted): LoopCode {
  const pay = (count: string): Code[] => [
    { kind: "Line", text: `if ((ticks += ${count}) > ${BETWEEN_LOOKS}) ticks = looked();` },
  ];
  return inStripsOf(emitter, code, STRIP, counted, pay);
}

const makers = new WeakMap<Instance, boolean>();

/** Whether an iteration may leave more in memory than it found. Of what calls itself: yes. */
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
