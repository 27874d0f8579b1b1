// What a host asks of an engine, and whether it can be had: a mistyped option must not pass for a limit.
import type { LatePackageLookup, LateReader } from "./late-origin.ts";
import type { SourceReader } from "./modules/index.ts";
import type { Grants, Limits, ModuleDescriptor, Sink } from "./runtime/host.ts";

/** What an engine offers its programs, and where their output goes. Only `modules` is required. */
export interface EngineOptions {
  /** What programs may import; must offer `core`. The package's `/stdlib` export has the standard ones. */
  readonly modules: readonly ModuleDescriptor[];
  /** Where imports are read from; default: files below `root`. Its answers may be promises. */
  readonly reader?: LateReader;
  /**
   * The folder that imports may not leave, unless `capabilities` allow reading. Default: the folder of the
   * entry, or none where a `reader` is given, which decides itself.
   */
  readonly root?: string;
  /** Roots of external packages; default: none is installed. Its answers may be promises. */
  readonly packages?: LatePackageLookup;
  /** What natives may do; default: nothing. */
  readonly capabilities?: Grants;
  /** Byte strings a program writes; default: dropped. A promise that it returns is waited for before the next. */
  readonly stdout?: Sink;
  readonly stderr?: Sink;
  /** Standard input; default: empty. */
  readonly readInput?: () => Promise<Uint8Array | null>;
  /** Milliseconds since 1970; default: the clock. */
  readonly now?: () => number;
  /** Of each run, compiling included; default: none. Programs with limits count their steps, which slows them down somewhat. */
  readonly limits?: Limits;
  /**
   * Ends all programs of the engine with the panic `interrupted`: those that wait at once, a busy one
   * when it is aborted from within (by a function of the host) or waits next.
   */
  readonly signal?: AbortSignal;
  /** Show JavaScript stacks of internal errors. */
  readonly debug?: boolean;
}

type Check = (value: unknown) => boolean;
const isFunction: Check = (value) => typeof value === "function";
const isObject: Check = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

const OPTIONS: Readonly<Record<keyof EngineOptions, readonly [what: string, check: Check]>> = {
  modules: [
    "a list of modules",
    (value) =>
      Array.isArray(value) &&
      value.every((module) => isObject(module) && typeof (module as ModuleDescriptor).name === "string"),
  ],
  reader: [
    "an object with `canonical` and `read`",
    (value) =>
      isObject(value) &&
      isFunction((value as SourceReader).canonical) &&
      isFunction((value as SourceReader).read),
  ],
  root: ["a path", (value) => typeof value === "string" && value !== ""],
  packages: ["a function", isFunction],
  capabilities: ["an object", isObject],
  stdout: ["a function", isFunction],
  stderr: ["a function", isFunction],
  readInput: ["a function", isFunction],
  now: ["a function", isFunction],
  limits: ["an object", isObject],
  signal: ["an AbortSignal", (value) => value instanceof AbortSignal],
  debug: ["true or false", (value) => typeof value === "boolean"],
};

const LIMITS: readonly (keyof Limits)[] = [
  "steps",
  "wallMillis",
  "memory",
  "compileMillis",
  "output",
  "depth",
  "goroutines",
  "sockets",
];

/** @throws TypeError that names the option. `capabilities` are checked where they are granted. */
export function checkOptions(options: EngineOptions): void {
  if (!isObject(options)) throw new TypeError("createEngine needs an object of options");
  for (const [name, value] of Object.entries(options) as [keyof EngineOptions, unknown][]) {
    if (!Object.hasOwn(OPTIONS, name))
      throw new TypeError(
        `createEngine: there is no option \`${name}\`; there are ${Object.keys(OPTIONS).join(", ")}`,
      );
    const [what, check] = OPTIONS[name];
    if (value !== undefined && !check(value))
      throw new TypeError(`createEngine: \`${name}\` must be ${what}`);
  }
  for (const [name, value] of Object.entries(options.limits ?? {}) as [keyof Limits, unknown][]) {
    if (!LIMITS.includes(name))
      throw new TypeError(`createEngine: there is no limit \`${name}\`; there are ${LIMITS.join(", ")}`);
    if (value !== undefined && !(typeof value === "number" && value >= 0))
      throw new TypeError(
        `createEngine: the limit \`${name}\` must be a number that is not negative, not ${String(value)}`,
      );
  }
  requireModules(options.modules.map((module) => module.name));
}

function requireModules(names: readonly string[]): void {
  if (!names.includes("core")) throw new Error("the modules must offer `core`: see `standardModules`");
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new Error(`two modules are called \`${twice}\``);
}
