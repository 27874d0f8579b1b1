// Functions across the border: natives of the host that scripts call, functions of scripts that the host
// calls, and functions passed as values.
import {
  Converters,
  exhaustsStack,
  tooDeep,
  tooDeepForHost,
  type FunctionBorder,
  type StreamBorder,
} from "./converters.ts";
import type { Converter } from "./scalars.ts";
import {
  HostSink,
  HostSource,
  readableOf,
  writableOf,
  type ByteSink,
  type ByteSource,
} from "./host-streams.ts";
import type { NativeTable } from "../native.ts";
import {
  Exit,
  FatalPanic,
  HostError,
  Interrupted,
  isEnd,
  LimitPanic,
  nativeReserve,
  Panic,
  thrownText,
} from "../panics/index.ts";
import { UnderWay, type Scheduler } from "../goroutines/index.ts";
import type { Runtime } from "../runtime.ts";
import type { ShownType } from "../session.ts";
import { fromBytes, toBytes } from "../values/index.ts";

/** The error of a call by the host: the script has panicked, or the program has ended. */
export class ScriptError extends Error {
  override readonly name = "ScriptError";
  /**
   * Message and trace of a panic, as standard error would show them, as text; empty if the program has ended.
   */
  readonly trace: string;
  constructor(message: string, trace: string) {
    super(message);
    this.trace = trace;
  }
}

/** Wraps a native of a host module that converts its values; returns other natives unchanged. */
// biome-ignore lint/complexity/useMaxParams: generated code calls it
export function crossing(
  runtime: Runtime,
  table: NativeTable,
  name: string,
  params: () => readonly ShownType[],
  result: () => ShownType,
  blocking: boolean,
): (...args: never[]) => unknown {
  const body = table.functions[name] as (...args: unknown[]) => unknown;
  if (table.converts !== true) return body;
  let from: readonly Converter[] | null = null;
  let to: Converter;
  const give = (value: unknown): unknown => {
    try {
      return to.toScript(value);
    } catch (error) {
      if (error instanceof HostError) throw new HostError(`${name} returned ${error.message}`);
      // The value nests too deeply for the stack that the script has left.
      throw exhaustsStack(error) ? error : thrown(name, error);
    }
  };
  const learn = (): readonly Converter[] => {
    const converters = convertersOf(runtime);
    to = converters.of(result());
    return params().map((type) => converters.of(type));
  };
  // Avoids rest arguments for few parameters: a call costs no more than the calls it consists of.
  return (a?: unknown, b?: unknown, c?: unknown, ...more: unknown[]): unknown => {
    nativeReserve.keep();
    const types = (from ??= learn());
    const count = types.length;
    let value: unknown;
    const first = count > 0 ? types[0]!.toHost(a) : a;
    const second = count > 1 ? types[1]!.toHost(b) : b;
    const third = count > 2 ? types[2]!.toHost(c) : c;
    const rest = count > 3 ? types.slice(3).map((type, i) => type.toHost(more[i])) : more;
    try {
      switch (count) {
        case 0:
          value = body();
          break;
        case 1:
          value = body(first);
          break;
        case 2:
          value = body(first, second);
          break;
        case 3:
          value = body(first, second, third);
          break;
        default:
          value = body(first, second, third, ...rest);
      }
    } catch (error) {
      throw ofText(thrown(name, error));
    }
    const promise = promiseOf(name, value);
    if (promise === null) return give(value);
    if (blocking)
      return runtime.scheduler.external(
        promise.then(give, (error: unknown) => Promise.reject(ofText(thrown(name, error)) as Error)),
      );
    // Nothing awaits the promise, so its rejection would be unhandled.
    promise.catch(() => {});
    throw new HostError(`${name} returned a promise, but is not declared @blocking`);
  };
}

/** Null for a value that is not a promise. @throws HostError if testing it throws */
function promiseOf(name: string, value: unknown): Promise<unknown> | null {
  try {
    return isThenable(value) ? Promise.resolve(value) : null;
  } catch (error) {
    throw thrown(name, error);
  }
}

/** The error that ends the program after a function of the host threw. */
export function thrown(name: string, error: unknown): unknown {
  if (isEnd(error)) return error;
  return new HostError(`${name} threw ${thrownText(error)}`, { cause: error });
}

/** Converts the message of a panic that the host threw, which is text, to bytes. */
function ofText(error: unknown): unknown {
  if (error instanceof Panic && Object.getPrototypeOf(error) === Panic.prototype)
    error.message = toBytes(error.message);
  return error;
}

/** Functions of scripts by their wrapper for the host: a program gets its own functions back unwrapped. */
const functionsOfScripts = new WeakMap<
  object,
  {
    readonly runtime: Runtime;
    readonly f: (...args: unknown[]) => unknown;
    readonly params: readonly Converter[];
    readonly result: Converter;
  }
>();

function sameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, i) => each === other[i]);
}

const known = new WeakMap<Runtime, Converters>();

/** The converters of a program, shared by its host modules and calls by the host. */
export function convertersOf(runtime: Runtime): Converters {
  let converters = known.get(runtime);
  if (converters === undefined)
    known.set(
      runtime,
      (converters = new Converters(true, functionBorder(runtime), streamBorder(runtime), (bytes) =>
        runtime.reserve(bytes),
      )),
    );
  return converters;
}

function functionBorder(runtime: Runtime): FunctionBorder {
  /** Functions of the host by their wrapper for scripts: the host gets them back unwrapped. */
  const ofHost = new WeakMap<object, unknown>();
  return {
    toHost(f, params, result) {
      const own = ofHost.get(f);
      if (own !== undefined) return own;
      const handedOut = (...args: unknown[]): Promise<unknown> => {
        const given = (): unknown[] => {
          try {
            return params.map((param, i) => param.toScript(args[i]));
          } catch (error) {
            throw argumentRefused(runtime, "a function of a script", error);
          }
        };
        return limitedCall(runtime, f, given, (value) => result.toHost(value));
      };
      functionsOfScripts.set(handedOut, { runtime, f, params, result });
      return handedOut;
    },
    toScript(f, params, result) {
      const own = functionsOfScripts.get(f);
      if (own !== undefined) {
        if (own.runtime === runtime && own.result === result && sameList(own.params, params)) return own.f;
        throw new HostError("a function of a script, which is of another program or type");
      }
      const body = (...args: unknown[]): unknown => {
        nativeReserve.keep();
        let value: unknown;
        try {
          value = f(...params.map((param, i) => param.toHost(args[i])));
        } catch (error) {
          throw thrown("a function of the host", error);
        }
        const promise = promiseOf("a function of the host", value);
        if (promise !== null) {
          promise.catch(() => {});
          throw new HostError(
            "a function of the host returned a promise: only natives that are declared @blocking may",
          );
        }
        try {
          return result.toScript(value);
        } catch (error) {
          throw thrown("a function of the host", error);
        }
      };
      ofHost.set(body, f);
      return body;
    },
  };
}

/**
 * Streams of scripts by their wrapper for the host: their program gets them back unwrapped, even after a
 * reload.
 */
const ofScript = new WeakMap<object, unknown>();

function streamBorder(runtime: Runtime): StreamBorder {
  const handedOut = <T extends object>(stream: T, value: unknown): T => {
    ofScript.set(stream, value);
    return stream;
  };
  return {
    reader: ({ of, use }) => ({
      toHost: (reader) =>
        handedOut(
          readableOf(() =>
            limitedCall(
              runtime,
              use,
              () => [reader],
              (outcome) => outcome,
            ),
          ),
          reader,
        ),
      toScript: (source) =>
        ofScript.get(source as object) ?? of(new HostSource(runtime, source as ByteSource)),
    }),
    writer: ({ of, use }) => ({
      toHost: (writer) =>
        handedOut(
          writableOf((data) =>
            limitedCall(
              runtime,
              use,
              () => [writer, data],
              (outcome) => outcome,
            ),
          ),
          writer,
        ),
      toScript: (sink) => ofScript.get(sink as object) ?? of(new HostSink(runtime, sink as ByteSink)),
    }),
  };
}

/**
 * The error of a call that is made, or in progress, when the program has ended; `how` is the reason if known.
 */
export function programEnded(how: string | null = null): ScriptError {
  return new ScriptError(`the program has ended${how === null ? "" : `: ${how}`}`, "");
}

/** The same, with the reason taken from the scheduler. */
export function endedBy({ scheduler }: Runtime): ScriptError {
  const { failure } = scheduler;
  if (failure instanceof Exit) return programEnded(failure.code === 0 ? null : `exit(${failure.code})`);
  if (failure instanceof HostError) return programEnded(`host error: ${failure.message}`);
  const panic = failure === undefined ? null : scheduler.panicOf(failure);
  return programEnded(panic === null ? null : fromBytes(panic.message));
}

/**
 * The error of a call in progress when its program ends. After a limit, it has the form that the error of the
 * call which exceeded it has: whether that call computed or waited at that moment depends on the machine.
 */
export function endedDuring(runtime: Runtime): ScriptError {
  const { scheduler } = runtime;
  const panic = scheduler.failure === undefined ? null : scheduler.panicOf(scheduler.failure);
  return panic !== null && isExceeded(panic) ? scriptErrorOf(runtime, panic) : endedBy(runtime);
}

function isExceeded(panic: Panic): boolean {
  return panic instanceof LimitPanic && !(panic instanceof Interrupted);
}

function scriptErrorOf(runtime: Runtime, panic: Panic): ScriptError {
  return new ScriptError(fromBytes(panic.message), fromBytes(runtime.describePanic(panic)));
}

/** The error for an argument that could not be converted for `what`. */
export function argumentRefused(runtime: Runtime, what: string, error: unknown): unknown {
  if (exhaustsStack(error)) return new TypeError(`${what} received ${tooDeep().message}`);
  if (error instanceof HostError) return new TypeError(`${what} received ${error.message}`);
  // The value exceeds a limit of the program.
  if (isEnd(error)) return callFailed(runtime, error);
  return new TypeError(`${what} received a value that threw ${thrownText(error)}`, { cause: error });
}

/** The error for a result that could not be converted. */
export function resultRefused(runtime: Runtime, error: unknown): unknown {
  if (exhaustsStack(error)) return callFailed(runtime, tooDeepForHost());
  return isEnd(error) && !(error instanceof HostError) ? callFailed(runtime, error) : error;
}

/** Calls a function of a script. Failures that end programs end this one. */
export function startCall<T>(
  runtime: Runtime,
  f: ScriptFunction,
  args: readonly unknown[],
  done: (value: unknown) => T,
): Promise<T> {
  return new Promise<T>((resolve, reject) => void beginCall(runtime, f, args, { done, resolve, reject }));
}

/** The limits of a program that apply to each call by its host. */
export interface CallLimits {
  /** Restarts them unless another call is in progress. */
  enter(): void;
  /** Ends the program at its time limit, even while it waits. */
  watch(): void;
  leave(): void;
}

const limitsOfCalls = new WeakMap<Runtime, CallLimits>();

/** Applies `limits` to calls of functions and streams that the host received from the program. */
export function limitCalls(runtime: Runtime, limits: CallLimits): void {
  limitsOfCalls.set(runtime, limits);
}

/** As `startCall`, under the limits of a call by the host. */
async function limitedCall<T>(
  runtime: Runtime,
  f: ScriptFunction,
  args: () => readonly unknown[],
  done: (value: unknown) => T,
): Promise<T> {
  const limits = limitsOfCalls.get(runtime);
  limits?.enter();
  try {
    const result = startCall(runtime, f, args(), done);
    limits?.watch();
    return await result;
  } finally {
    limits?.leave();
  }
}

/** Takes and returns values of the program; returns a promise if it waits. */
export type ScriptFunction = (...args: never[]) => unknown;

interface CallEnds<T> {
  readonly done: (value: unknown) => T;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** As `startCall`, with callbacks. Returns false, after calling one of them, if the code does not wait. */
export function beginCall<T>(
  runtime: Runtime,
  f: ScriptFunction,
  args: readonly unknown[],
  { done, resolve, reject }: CallEnds<T>,
): boolean {
  const { scheduler } = runtime;
  if (scheduler.ended) {
    reject(endedBy(runtime));
    return false;
  }
  let leave = (): void => {};
  const ended = {
    done(value: unknown): void {
      leave();
      let result: T;
      try {
        result = done(value);
      } catch (error) {
        return reject(resultRefused(runtime, error));
      }
      resolve(result);
    },
    failed(error: unknown): void {
      leave();
      reject(callFailed(runtime, error));
    },
  };
  let value: unknown;
  try {
    value = scheduler.callNow(f, args, ended, false);
  } catch (error) {
    ended.failed(error);
    return false;
  }
  if (!(value instanceof UnderWay)) {
    ended.done(value);
    return false;
  }
  if (scheduler.ended) reject(endedDuring(runtime));
  else leave = runtime.atEnd(() => reject(endedDuring(runtime)));
  return true;
}

/** The result of a call that waits although the host does not. */
export const WAITS = Symbol("waits");

/** Calls of functions that do not wait; they run before all goroutines that are ready. */
export class WholeCalls {
  readonly #runtime: Runtime;
  readonly #scheduler: Scheduler;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#scheduler = runtime.scheduler;
  }

  /** Whether the program has ended. */
  get ended(): boolean {
    return this.#scheduler.ended;
  }

  /**
   * Returns `WAITS` for a call that waits, which ends it.
   * @throws ScriptError, HostError as `beginCall` rejects with them
   */
  call(f: ScriptFunction, args: readonly unknown[]): unknown {
    let value: unknown;
    try {
      value = this.#scheduler.callNow(f, args, this, true);
    } catch (error) {
      throw callFailed(this.#runtime, error);
    }
    return value instanceof UnderWay ? abandon(value) : value;
  }

  /** An abandoned call has resumed and ended: its result is dropped. */
  done(): void {}

  /** An abandoned call fails when it resumes, which may end the program. */
  failed(error: unknown): void {
    callFailed(this.#runtime, error);
  }
}

function abandon({ started }: UnderWay): typeof WAITS {
  if (!started.giveUp()) started.failLater(new Panic("the host does not wait"));
  return WAITS;
}

/**
 * The error that a failed call reports to the host. Ends the program after failures that no call may survive.
 */
export function callFailed(runtime: Runtime, error: unknown): unknown {
  const { scheduler } = runtime;
  const panic = scheduler.panicOf(error);
  if (panic === null || panic instanceof FatalPanic) scheduler.fail(error);
  if (panic instanceof Interrupted) return programEnded(panic.message);
  if (panic !== null) return scriptErrorOf(runtime, panic);
  return error instanceof HostError
    ? error
    : programEnded(error instanceof Exit ? `exit(${error.code})` : null);
}

/**
 * The native of the module std/border, for one program: it hands the host a function (see `handedToHost` of
 * the compiler).
 */
export class Handover {
  #given: ScriptFunction | null = null;

  readonly functions = {
    give: (value: unknown): void => void (this.#given = value as ScriptFunction),
  };

  /** Runs `body`; returns the function that it gave. */
  take(body: () => unknown): ScriptFunction {
    void body();
    return this.#given!;
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function"
  );
}
