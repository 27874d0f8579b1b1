// Loops that look whether the time slice is over (reference/concurrency#scheduling). What may be done before the next look at
// the clock is counted in `slice.fuel`, which all functions of a program share. A loop that waits for
// nothing else is one inside another, so that neither its rounds nor those of a frame that goes on with
// it cost more than counting:
//
//     chunk: for (let i = 0;;) {
//       if (slice.fuel < 0 && scheduler.due()) …         the goroutine pauses
//       let fuel = slice.fuel;                            in a register
//       for (; i < n; i++) {
//         if (--fuel < 0) { slice.fuel = fuel; continue chunk; }
//         …
//       }
//       slice.fuel = fuel;
//       break;
//     }
//
// A round that may call natives uses up much, since nobody knows how long they take.
import type { Loop } from "../../ir/index.ts";
import { waitsIn, type Code, type LoopCode } from "../frames/index.ts";
import type { FunctionEmitter } from "./function-emitter.ts";

/** Counts a round or a call, and tells that it is time to look. */
export const SPEND = "--slice.fuel < 0";

/** The same loop, giving way. Its test has no effects unless `testFirst`, and may be asked twice. */
export function givingWay(emitter: FunctionEmitter, loop: Loop, code: LoopCode, testFirst: boolean): LoopCode {
  const natives = emitter.program.suspension.nativesIn(loop);
  const much = natives === 0 ? SPEND : `(slice.fuel -= ${natives}) < 0`;
  if (waitsIn(code.body)) return { ...code, body: [emitter.giveWay(loop.at, much), ...code.body], waits: true };
  const weight = emitter.program.suspension.weightOf(loop);
  const chunk = emitter.names.fresh("chunk");
  const fuel = weight === null ? "slice.fuel" : emitter.names.fresh("fuel");
  const spend = natives > 0 ? much : weight === null || weight === 1 ? `--${fuel} < 0` : `(${fuel} -= ${weight}) < 0`;
  const store: Code[] = weight === null ? [] : [{ kind: "Line", text: `slice.fuel = ${fuel};` }];
  const again: Code = { kind: "Continue", label: chunk };
  const leave: Code = { kind: "Break", label: code.label };
  const round: Code[] = [{ kind: "If", arms: [{ test: spend, body: [...store, again] }], waits: false }];
  if (testFirst && code.test !== null) round.push({ kind: "If", arms: [{ test: `!(${code.test})`, body: [leave] }], waits: false });
  round.push(...(weight === null ? code.body : storedBefore(code.body, store, new Set([code.label]))));
  const body: Code[] = [emitter.giveWay(loop.at, "slice.fuel < 0")];
  if (weight !== null) body.push({ kind: "Declare", name: fuel, value: "slice.fuel", changes: true });
  body.push({ ...code, variables: [], test: testFirst ? null : code.test, body: round }, ...store, { kind: "Break", label: chunk });
  return { kind: "Loop", label: chunk, mark: code.mark, variables: code.variables, test: null, step: "", body, waits: true };
}

/** With `store` before every jump to what is not in `inside`. */
function storedBefore(codes: readonly Code[], store: readonly Code[], inside: ReadonlySet<string>): Code[] {
  return codes.flatMap((code): Code[] => {
    switch (code.kind) {
      case "Line":
        return code.returns === true ? [...store, code] : [code];
      case "Break":
      case "Continue":
        return inside.has(code.label) ? [code] : [...store, code];
      case "If":
        return [{ ...code, arms: code.arms.map((arm) => ({ ...arm, body: storedBefore(arm.body, store, inside) })) }];
      case "Switch":
        return [{ ...code, cases: code.cases.map((each) => ({ ...each, body: storedBefore(each.body, store, new Set([...inside, code.label])) })) }];
      case "Loop":
      case "Labelled":
        return [{ ...code, body: storedBefore(code.body, store, new Set([...inside, code.label])) }];
      case "Guarded":
        return [{ ...code, body: storedBefore(code.body, store, inside) }];
      case "Declare":
      case "Wait":
        return [code];
    }
  });
}
