import { factsOf, type Expr, type Loop } from "../../ir/index.ts";
import type { Code, LoopCode } from "../frames/index.ts";
import { BodyProperty } from "./body-property.ts";
import type { Emitter } from "../emitter/index.ts";
import { inStripsOf, type Counted } from "./giving-way.ts";

/** The iterations between two checks, each of which reads the clock. */
const BETWEEN_LOOKS = 4095;
const STRIP = 1024;

/** A Proxy, as the checks of the time slice are (giving-way.ts). */
export const LOOK_FUNCTION =
  "  const looked = new Proxy(() => (runtime.lookAtHeap(), 0), { __proto__: null });";

export function looksAtHeap({ program }: Emitter, loop: Loop, endless: boolean): boolean {
  if (program.metered || program.suspension.checksSlice(loop) || !(endless || program.checksAllLoops))
    return false;
  return !keepsMemory.holds(program, loop.body);
}

/** The check at the start of an iteration. */
export const LOOK_OF_ITERATION = `if (++ticks > ${BETWEEN_LOOKS}) ticks = looked();`;

export function lookingStrips(emitter: Emitter, code: LoopCode, counted: Counted): LoopCode {
  const pay = (count: string): Code[] => [
    { kind: "Line", text: `if ((ticks += ${count}) > ${BETWEEN_LOOKS}) ticks = looked();` },
  ];
  return inStripsOf(emitter, code, STRIP, counted, pay);
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

/** An iteration leaves no more in memory than before. */
const keepsMemory = new BodyProperty({
  expr: (expr) => !MAKERS.has(expr.kind) && !(expr.kind === "Op" && factsOf(expr.op).allocates),
  stmt: () => true,
});
