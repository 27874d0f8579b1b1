// The calls of a stopped program as the language sees them: those on the stack of the JavaScript engine, then
// those that wait for them. Calls of the library and the runtime are left out.
import type { Debugger } from "node:inspector";
import {
  functionAt,
  functionOfSite,
  locationOf,
  locationOfSite,
  type ScriptLocation,
} from "../../compile/positions.ts";
import type { DebuggedProgram, Stop } from "./messages.ts";

export interface Call {
  readonly location: ScriptLocation;
  readonly fn: number;
  readonly activation: number;
  /** The frame of the engine; null for a call that waits. */
  readonly frameId: string | null;
  /** The index among the calls that wait. */
  readonly waiting: number;
}

/** Evaluates JavaScript in a frame of the engine; the value is plain data. */
export type EvaluateIn = (frameId: string, expression: string) => Promise<unknown>;

export async function callsOf(
  frames: readonly Debugger.CallFrame[],
  scriptId: string,
  { positions }: DebuggedProgram,
  evaluate: EvaluateIn,
): Promise<{ readonly calls: Call[]; readonly stop: Stop }> {
  const own = frames.filter((frame) => frame.location.scriptId === scriptId);
  const bottom = own.at(-1);
  const text = await evaluate(
    (bottom ?? frames[0]!).callFrameId,
    `stdDebug.stopped(${bottom === undefined ? "null" : "this"})`,
  );
  const stop = JSON.parse(String(text)) as Stop;
  const calls: Call[] = [];
  for (const {
    callFrameId,
    location: { lineNumber, columnNumber = 0 },
  } of own) {
    const [line, column] = [lineNumber + 1, columnNumber + 1];
    const location = locationOf(positions, line, column);
    if (location === null || isHidden(location)) continue;
    const activation = await evaluate(callFrameId, "typeof act === 'number' ? act : 0");
    const fn = functionAt(positions, line, column);
    calls.push({ location, fn, activation: Number(activation), frameId: callFrameId, waiting: -1 });
  }
  stop.calls.forEach(({ site, activation }, waiting) => {
    const location = locationOfSite(positions, site);
    if (location === null || isHidden(location)) return;
    calls.push({ location, fn: functionOfSite(positions, site), activation, frameId: null, waiting });
  });
  return { calls, stop };
}

function isHidden({ source, function: name }: ScriptLocation): boolean {
  return source.startsWith("std/") || name.startsWith("<host>.");
}
