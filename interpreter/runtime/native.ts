// The contract between native modules (standard or a host's) and the engine.
import type { Runtime } from "./runtime.ts";
import type { EnumValue, VariantClass } from "./values/index.ts";

/** A module that programs may import; its TypeScript is loaded only by programs that do. */
export interface ModuleDescriptor {
  /** `http` for std/http. */
  readonly name: string;
  /** The declaration file, or its text: names, types, docs, and bodies where the language says it best. */
  readonly declaration: URL | string;
  /** Null for a module that is written in the language alone. */
  readonly load: (() => Promise<NativeModule>) | null;
  /** Names of modules that are part of every program that loads this one. */
  readonly loads?: readonly string[];
  /** Methods that need no import: a program that calls one of this name has the module. */
  readonly methods?: readonly string[];
  /** Programs that run beside each other may meet through it: at files, ports or other programs. */
  readonly sharesResources?: boolean;
  /** Of a host: its declaration is checked with every program, that of the standard library is known to be right. */
  readonly host?: boolean;
}

/** The TypeScript of a module. */
export interface NativeModule {
  /** Called once for each program that loads the module. */
  create(runtime: Runtime): NativeTable;
}

/** What a module supplies to one program. */
export interface NativeTable {
  /**
   * One entry for each function without a body in the declaration file: `read` for a function,
   * `Server.listen` for a method (the receiver comes first) or associated function. Natives marked
   * `@blocking` may return a Promise, which rejects only with a Panic or Exit; they get one more
   * argument, the call's position index, for the trace of a deadlock.
   */
  readonly functions: Readonly<Record<string, (...args: never[]) => unknown>>;
  /** Its functions have the values of the host (docs/embedding.md), which are converted at each call. */
  readonly converts?: boolean;
  /** Of std/http: serves a connection that did not come by the network, by the routes of a `Server`. */
  readonly serves?: (server: object, connection: unknown) => void;
  /** Classes of declared structs that are written in TypeScript, and variants of declared enums by index. */
  readonly structs?: Readonly<Record<string, new (...fields: never[]) => object>>;
  readonly enums?: Readonly<Record<string, readonly (VariantClass | EnumValue)[]>>;
}
