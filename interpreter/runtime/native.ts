// The contract between native modules (standard ones or a host's) and the engine.
import type { LiteralCheckers } from "./literals.ts";
import type { Runtime } from "./runtime.ts";
import type { EnumValue, VariantClass } from "./values/index.ts";

/**
 * A module that programs can import. Its TypeScript is loaded only by programs that import it. `defineModule`
 * makes one.
 */
export interface ModuleDescriptor {
  /** The name: scripts import the module as `std/<name>`. */
  readonly name: string;
  /** The id of the module in programs; default: `std/<name>`. */
  readonly id?: string;
  /** The URL of the declaration file, or its text: types, functions with and without body, documentation. */
  readonly declaration: URL | string;
  /** Imports the TypeScript; null for a module that is written in the language alone. */
  readonly load: (() => Promise<NativeModule>) | null;
  /** Names of modules that are part of every program that loads this one. */
  readonly loads?: readonly string[];
  /** Names of methods that need no import: a program that calls one of them loads the module. */
  readonly methods?: readonly string[];
  /**
   * Whether programs that run in parallel may affect each other through the module: by files, ports or
   * processes.
   */
  readonly sharesResources?: boolean;
  /**
   * Returns what is wrong with a pattern of `@check`, given as bytes, or null: the checker asks the first module that
   * has it.
   */
  readonly patternProblem?: (pattern: string) => string | null;
  /**
   * Its natives change state that goroutines share, in several steps: they begin only if the stack suffices
   * for all of these.
   */
  readonly holdsState?: boolean;
  /**
   * Whether it is a module of a host: its declaration is checked with every program that imports it, unlike
   * those of the standard library.
   */
  readonly host?: boolean;
  /** Imports the checkers that `@literal` in the declaration names; only for checks, not for programs. */
  readonly checkers?: () => Promise<LiteralCheckers>;
}

/** The TypeScript of a module. */
export interface NativeModule {
  /** Called once for each program that loads the module. */
  create(runtime: Runtime): NativeTable;
}

/** The functions and classes that a module supplies to one program. */
export interface NativeTable {
  /**
   * One entry for each function without a body in the declaration file: `read` for a function,
   * `Server.listen` for a method (the receiver comes first) or associated function. Natives marked
   * `@blocking` may return a Promise, which rejects only with a Panic or Exit; they get an additional last
   * argument, the site of the call, for the trace of a deadlock.
   */
  readonly functions: Readonly<Record<string, (...args: never[]) => unknown>>;
  /**
   * Whether the functions take and return values of the host (docs/embedding.md#modules-of-your-own), which
   * are converted at each call.
   */
  readonly converts?: boolean;
  /**
   * Only in std/http: serves a connection that did not arrive over the network, by the routes of a `Server`.
   */
  readonly serves?: (server: object, connection: unknown) => void;
  /** Only in std/json: its functions for values at the border, which never give way. */
  readonly whole?: {
    readonly parse: (text: string) => unknown;
    readonly stringify: (value: never) => string;
  };
  /** Classes of declared structs that are written in TypeScript, by name. */
  readonly structs?: Readonly<Record<string, new (...fields: never[]) => object>>;
  /** Variants of declared enums that are written in TypeScript, by name and index. */
  readonly enums?: Readonly<Record<string, readonly (VariantClass | EnumValue)[]>>;
}
