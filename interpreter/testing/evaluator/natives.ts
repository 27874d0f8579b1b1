// Functions without a body. Those of std/core, std/collections and std/sync are implemented here on values of
// the evaluator, because the comparison covers them. The others are natives of the modules, called with
// converted values (native-bridge.ts).
import type { FunctionSymbol } from "../../check/index.ts";
import {
  Reserves,
  Panic,
  SignalDesk,
  type Host,
  type ModuleDescriptor,
  type NativeTable,
  type Runtime,
} from "../../runtime/host.ts";
import type { Evaluation } from "./evaluation.ts";
import { NativeBridge } from "./native-bridge.ts";
import { collectionNatives } from "./natives-collections.ts";
import { coreNatives } from "./natives-core.ts";
import { syncNatives } from "./natives-sync.ts";
import { GaveUp, type FifoScheduler, type Steps } from "./scheduler.ts";
import { UNIT } from "./values.ts";

/** A native of the evaluator: returns its value, or the steps that compute it; undefined is `()`. */
export type OwnNative = (evaluation: Evaluation, ...args: never[]) => unknown;

/** Functions that the compiler folds by type; here all types take the general path. */
const FOLDED: ReadonlySet<string> = new Set(["__native_key", "__native_order", "__reads_directly"]);

export class Natives {
  readonly #own: ReadonlyMap<string, OwnNative>;
  readonly #tables: ReadonlyMap<string, NativeTable>;
  readonly #bridge: NativeBridge;

  private constructor(tables: ReadonlyMap<string, NativeTable>) {
    this.#own = new Map(Object.entries({ ...coreNatives, ...collectionNatives, ...syncNatives }));
    this.#tables = tables;
    this.#bridge = new NativeBridge(tables);
  }

  /** Loads the natives of a program with modules of these ids. */
  static async load(
    ids: Iterable<string>,
    descriptors: readonly ModuleDescriptor[],
    runtime: Runtime,
  ): Promise<Natives> {
    const tables = new Map<string, NativeTable>();
    for (const id of ids) {
      const descriptor = descriptors.find((each) => `std/${each.name}` === id);
      if (descriptor?.load == null) continue;
      tables.set(id, (await descriptor.load()).create(runtime));
    }
    return new Natives(tables);
  }

  *call(evaluation: Evaluation, symbol: FunctionSymbol, args: readonly unknown[]): Steps<unknown> {
    if (FOLDED.has(symbol.name)) return false;
    const name = nameOf(symbol);
    const own = this.#own.get(`${symbol.module.id}:${name}`);
    if (own === undefined)
      return yield* this.#bridge.call(evaluation, symbol, name, this.#function(symbol, name), args);
    const result = own(evaluation, ...(args as never[]));
    const value = isSteps(result) ? yield* result : result;
    return value === undefined ? UNIT : value;
  }

  #function(symbol: FunctionSymbol, name: string): (...args: never[]) => unknown {
    const found = this.#tables.get(symbol.module.id)?.functions[name];
    if (found === undefined) throw new GaveUp(`nobody supplies ${name} of ${symbol.module.id}`);
    return found;
  }
}

function isSteps(value: unknown): value is Steps<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    "next" in value &&
    "throw" in value &&
    Symbol.iterator in value
  );
}

/** `read`, or `Server.listen`. */
function nameOf({ name, owner }: FunctionSymbol): string {
  if (owner === null) return name;
  if (owner.kind === "Trait") return `${owner.name}.${name}`;
  return owner.target.kind === "Named" ? `${owner.target.symbol.name}.${name}` : name;
}

/** The runtime for natives of modules: they may write, read and wait for the outside world. */
export function runtimeFor(
  host: Host,
  scheduler: FifoScheduler,
  stdout: Runtime["stdout"],
  stdin: Runtime["stdin"],
): Runtime {
  const refuse = (what: string) => (): never => {
    throw new GaveUp(`a native ${what}`);
  };
  const own: Runtime["scheduler"] = {
    spawn: refuse("starts goroutines"),
    start: refuse("starts goroutines"),
    callNow: refuse("starts goroutines"),
    park: refuse("waits for goroutines"),
    external: (promise) => promise,
    yieldNow: refuse("waits for goroutines"),
    failure: undefined,
    alive: 1,
    current: {},
    slice: { fuel: Infinity },
    shared: false,
    due: () => false,
    sleep: refuse("sleeps"),
    alarm: refuse("sleeps"),
    giveWay: refuse("gives way"),
    fail: (error) => {
      throw error;
    },
    ended: false,
    reserves: new Reserves(false),
    dropLeaf() {},
    follow: refuse("calls functions"),
    interrupt: refuse("calls functions"),
    pause: refuse("calls functions"),
    again: refuse("calls functions"),
    attach: refuse("calls functions"),
    unwinding: refuse("calls functions"),
    watch: refuse("reads lists"),
    initialised() {},
    panicOf: (error) => (error instanceof Panic ? error : null),
  };
  return {
    host: { ...host, now: () => scheduler.now() },
    scheduler: own,
    stdin,
    stdout,
    stderr: { write() {}, flush() {} },
    signals: new SignalDesk(host.system.signals, false, own),
    session: null,
    failAtEnd() {},
    describePanic: (error) => (error instanceof Panic ? error.message : String(error)),
    step: () => 0,
    lookAtHeap() {},
    isLimited: false,
    worked() {},
    foresee() {},
    made: () => {},
    joined() {},
    memory: Infinity,
    reserve() {},
    arrived() {},
    atEnd: () => () => {},
  };
}
