// The part of the debugger in the thread of the program: decides at each statement whether to stop, and shows
// variables, goroutines and values of expressions while the program is stopped. The thread of the server
// (server.ts) calls it through the inspector of Node.
import type { Launched } from "../../launch/index.ts";
import type { PositionMap } from "../../compile/positions.ts";
import { partsLeftOut, partsOf, showValue, showWhole } from "../../repl/running.ts";
import {
  Err,
  fromBytes,
  type Frame,
  type Probe,
  type ProbedVariable,
  type ShownType,
} from "../../runtime/host.ts";
import { FLAG, type Shown, type Stop, type SuspendedCall } from "./messages.ts";

/** How a stopped program goes on, other than to the next breakpoint. */
type Step =
  | { readonly kind: "any" }
  | { readonly kind: "in"; readonly activations: ReadonlySet<number>; readonly from: number };

/** Compiles an expression with parameters for a file, to code that is run inside of the program. */
export type CompileExpression = (
  file: string,
  parameters: readonly (readonly [name: string, type: string])[],
  expression: string,
) => { readonly code: string; readonly natives: readonly string[] } | { readonly problem: string };

/** Functions that read the variables of a call, by their JavaScript. */
type Readers = Readonly<Record<string, () => unknown>>;

const MOST_CALLS = 100;

export class DebugProbe implements Probe {
  readonly variables: Record<number, () => readonly ProbedVariable[]> = {};
  readonly globals: Record<string, { value: unknown }> = {};
  /** The value of an expression and its type, which compiled code stores. */
  result: readonly [value: unknown, type: unknown] | null = null;
  readonly #flags: Int32Array;
  readonly #breaks: Uint8Array;
  readonly #positions: PositionMap;
  readonly #compile: CompileExpression;
  readonly #entry: number;
  readonly #seen = new WeakSet<object>();
  #launched: Launched | null = null;
  #activations = 0;
  #current = 0;
  #last = 0;
  #entryActivation = 0;
  #lastOfEntry = 0;
  #failure = "";
  #step: Step | null = null;
  #entered = new Set<number>();
  #reason: Stop["reason"] = "step";
  /** How the program goes on if the breakpoint at which it has stopped does not count. */
  #ignored: {
    readonly otherwise: Stop["reason"] | null;
    readonly step: Step | null;
    readonly entered: Set<number>;
  } = { otherwise: null, step: null, entered: new Set() };
  #suspended: Frame[] = [];
  /** The values with parts that were shown since the program stopped. */
  #held: (readonly [value: unknown, type: ShownType])[] = [];

  /** @param entry the statement at which a program begins to be debugged, -1 for none */
  constructor(
    shared: { readonly flags: Int32Array; readonly breaks: Uint8Array },
    positions: PositionMap,
    compile: CompileExpression,
    entry: number,
  ) {
    this.#flags = shared.flags;
    this.#breaks = shared.breaks;
    this.#positions = positions;
    this.#compile = compile;
    this.#entry = entry;
  }

  /** Called before the program starts. */
  connect(launched: Launched): void {
    this.#launched = launched;
  }

  // ---- called by the program

  enter(): number {
    const activation = ++this.#activations;
    if (this.#step?.kind === "in" && this.#current === this.#step.from) this.#entered.add(activation);
    return activation;
  }

  /** A goroutine starts: what it calls first is not called by the statement that ran before. */
  readonly begun = (body: () => unknown): (() => unknown) => {
    return () => {
      this.#current = 0;
      return body();
    };
  };

  at(statement: number, activation: number): boolean {
    this.#last = statement;
    this.#current = activation;
    if (statement === this.#entry) this.#entryActivation = activation;
    if (activation === this.#entryActivation) this.#lastOfEntry = statement;
    if (this.#breaks[statement] === 1 && this.#flags[FLAG.active] === 1) {
      const otherwise = this.#reasonToStop(statement, activation);
      this.#ignored = { otherwise, step: this.#step, entered: this.#entered };
      this.#stop("breakpoint");
      return true;
    }
    const reason = this.#reasonToStop(statement, activation);
    if (reason === null) return false;
    this.#stop(reason);
    return true;
  }

  /** The condition of the breakpoint is not met: returns whether the program stops here all the same. */
  ignore(): Stop["reason"] | null {
    const { otherwise, step, entered } = this.#ignored;
    if (otherwise !== null) return otherwise;
    this.#step = step;
    this.#entered = entered;
    return null;
  }

  failed(result: unknown, type: unknown, hasReturned = false): boolean {
    if (!(result instanceof Err) || this.#flags[FLAG.exceptions] === 0 || !this.isNew(result)) return false;
    this.#failure = showValue(result, type as ShownType);
    if (hasReturned) this.#last = this.#lastOfEntry;
    this.#stop("failed");
    return true;
  }

  #reasonToStop(statement: number, activation: number): Stop["reason"] | null {
    if (this.#flags[FLAG.pause] === 1) return "pause";
    if (this.#flags[FLAG.entry] === 1 && statement === this.#entry) return "entry";
    const step = this.#step;
    if (step === null) return null;
    if (step.kind === "any" || step.activations.has(activation)) return "step";
    return this.#entered.has(activation) ? "step" : null;
  }

  #stop(reason: Stop["reason"]): void {
    this.#flags[FLAG.pause] = 0;
    this.#flags[FLAG.entry] = 0;
    this.#step = null;
    this.#entered = new Set();
    this.#reason = reason;
  }

  // ---- called through the inspector while the program is stopped

  /** `start`: the innermost frame that has been resumed, if there is one. */
  stopped(start: unknown): string {
    this.#suspended = [];
    const calls: SuspendedCall[] = [];
    const first =
      typeof start === "object" && start !== null && "caller" in start ? (start as Frame).caller : null;
    for (let frame = first; frame !== null && calls.length < MOST_CALLS; frame = frame.caller) {
      const site = frame.site();
      if (site < 0) continue;
      this.#suspended.push(frame);
      const activation = Number((frame as unknown as { act?: number }).act ?? 0);
      calls.push({ site, activation });
    }
    const stop: Stop = {
      reason: this.#reason,
      statement: this.#last,
      failure: this.#failure,
      calls,
      goroutines: this.goroutines(),
    };
    return JSON.stringify(stop);
  }

  /** Stops at the next statement of one of these activations, or with `from` of one that it calls. */
  step(activations: readonly number[], from: number | null): void {
    this.#held = [];
    this.#entered = new Set();
    this.#step =
      activations.length === 0 && from === null
        ? null
        : { kind: "in", activations: new Set(activations), from: from ?? -1 };
  }

  /** A text for each goroutine: what it does and where; calls of the running one are on further lines. */
  goroutines(): readonly string[] {
    const texts: string[] = [];
    for (const line of this.#launched?.standing() ?? [])
      if (line.startsWith("  ") && texts.length > 0) texts.push(`${texts.pop()}\n${line}`);
      else texts.push(line);
    return texts;
  }

  /** Whether a panic is seen for the first time: each function that it leaves may throw it again. */
  isNew(panic: object): boolean {
    if (this.#seen.has(panic)) return false;
    this.#seen.add(panic);
    return true;
  }

  /** The JavaScript of the variables of a function. */
  javascript(fn: number): string {
    return JSON.stringify((this.variables[fn]?.() ?? []).map(([, javascript]) => javascript));
  }

  /** The variables of a call. */
  locals(fn: number, read: Readers): string {
    const shown = new Map<string, Shown>();
    for (const [name, { value, type }] of this.#values(fn, read))
      shown.set(name, this.#shownAs(name, value, type));
    return JSON.stringify([...shown.values()]);
  }

  /** As `locals`, for a call that waits. */
  suspendedLocals(index: number, fn: number): string {
    return this.locals(fn, this.#readFrame(index));
  }

  evaluate(fn: number, expression: string, read: Readers): string {
    return JSON.stringify(this.#evaluated(fn, expression, read));
  }

  evaluateSuspended(index: number, fn: number, expression: string): string {
    return this.evaluate(fn, expression, this.#readFrame(index));
  }

  #readFrame(index: number): Readers {
    const frame = this.#suspended[index] as unknown as Record<string, unknown>;
    return new Proxy<Readers>({}, { get: (_, javascript) => () => frame[String(javascript)] });
  }

  #values(fn: number, read: Readers) {
    const values = new Map<string, { readonly value: unknown; readonly type: ShownType }>();
    for (const [name, javascript, type] of this.variables[fn]?.() ?? []) {
      try {
        const value = read[javascript]?.();
        // A variable that is declared later has no value yet.
        if (value !== undefined) values.set(name, { value, type: type as ShownType });
      } catch {}
    }
    return values;
  }

  #evaluated(fn: number, given: string, read: Readers): Shown | { problem: string } {
    const values = this.#values(fn, read);
    const name = given.trim();
    const known = values.get(name);
    if (known !== undefined) return this.#shownAs(name, known.value, known.type);
    if (name === "goroutines()")
      return { name, text: this.goroutines().join("\n"), type: "String", raw: "text" };
    const used = [...values].filter(([each]) => new RegExp(`\\b${each}\\b`).test(given));
    const renamed = (each: string): string => (each === "self" ? "self_" : each);
    const parameters = used.map(([each, { type }]) => [renamed(each), fromBytes(type.text)] as const);
    const file = this.#positions.sources[this.#positions.functionSources[fn]!]!;
    const compiled = this.#compile(file, parameters, given.replace(/\bself\b/g, "self_"));
    if ("problem" in compiled) return compiled;
    try {
      const call = this.#launched!.evaluate(compiled.code, compiled.natives) as (
        ...args: unknown[]
      ) => unknown;
      this.result = null;
      const returned = call(...used.map(([, each]) => each.value));
      const result = this.result as readonly [value: unknown, type: ShownType] | null;
      if (result === null || returned instanceof Promise)
        return { problem: "the expression waits, and the program is stopped" };
      return this.#shownAs(given, ...result);
    } catch (error) {
      return { problem: fromBytes((error as Error).message) };
    }
  }

  /** The text of a value that was shown since the program stopped, not shortened. */
  whole(held: number): string {
    return showWhole(...this.#held[held]!, Infinity);
  }

  /** The parts of a value that was shown since the program stopped. */
  parts(held: number): string {
    const of = this.#held[held];
    if (of === undefined) return "[]";
    const parts = partsOf(...of).map(({ name, value, type }) => this.#shownAs(name, value, type));
    const left = partsLeftOut(...of);
    if (left > 0) parts.push({ name: "…", text: `${left} more`, type: "", raw: "text" });
    return JSON.stringify(parts);
  }

  #shownAs(name: string, value: unknown, type: ShownType): Shown {
    const shown = shownAs(name, value, type);
    if (shown.raw !== "text" || partsOf(value, type).length === 0) return shown;
    return { ...shown, held: this.#held.push([value, type]) - 1 };
  }
}

function shownAs(name: string, value: unknown, type: ShownType): Shown {
  const { kind } = type.shape();
  const raw = kind === "int" || kind === "float" ? "number" : kind === "bool" ? "boolean" : "text";
  return {
    name,
    text: showValue(value, type),
    type: fromBytes(type.text),
    raw: kind === "string" ? "string" : raw,
  };
}
