// The options of an engine and their validation: a misspelt option must not pass for a limit.
import { own } from "./own/index.ts";
import type { Entry } from "./modules/index.ts";
import type { LatePackageLookup, LateReader } from "./late-origin.ts";
import type { NpmPackages } from "./npm-packages.ts";
import type { SourceReader } from "./modules/index.ts";
import type { Grants, Limits, ModuleDescriptor, Sink } from "./runtime/host.ts";

/**
 * The options of `createEngine`. Only `modules` is required. See docs/embedding.md#what-a-script-can-reach.
 */
export interface EngineOptions {
  /**
   * The modules that programs can import, `core` among them: `standardModules` of `stdlang/stdlib`, a part of
   * it, and modules made by `defineModule`.
   */
  readonly modules: readonly ModuleDescriptor[];
  /**
   * Reads the files that programs import. Its methods may return promises. Default: `fileReader`, which reads
   * files below `root`.
   */
  readonly reader?: LateReader;
  /**
   * The path of the folder that imports may not leave, unless `capabilities.fs` allows reading outside it.
   * Default: the folder of the entry file; with a `reader`, imports are unrestricted.
   */
  readonly root?: string;
  /**
   * Finds packages: `npmPackages()` those that npm has installed, a function the root folders of those that are
   * named `host/owner/name`; it may return a promise. Default: no package is found.
   */
  readonly packages?: LatePackageLookup | NpmPackages;
  /** What programs may reach: network, files, environment variables, other programs. Default: nothing. */
  readonly capabilities?: Grants;
  /**
   * Receives what programs write to standard output, as byte strings (`fromBytes` converts them to text). If
   * it returns a promise, the next bytes follow when that is fulfilled. Default: output is dropped.
   */
  readonly stdout?: Sink;
  /** Receives what programs write to standard error, as `stdout` does. Default: output is dropped. */
  readonly stderr?: Sink;
  /** Returns the next bytes of standard input, null at its end. Default: the input is empty. */
  readonly readInput?: () => Promise<Uint8Array | null>;
  /** Returns the current time in milliseconds since 1970. Default: the clock of the machine. */
  readonly now?: () => number;
  /**
   * Limits of each run, or of each call of a loaded program, and of compiling. Default: none. Programs with
   * limits count their steps, which slows them down somewhat.
   */
  readonly limits?: Limits;
  /**
   * Ends all programs of the engine with the panic `interrupted` when it is aborted. Waiting programs end
   * immediately, a busy program at its next step: only a function of the host can abort the signal while the
   * program computes.
   */
  readonly signal?: AbortSignal;
  /**
   * Whether `checkAsync` also checks literals: regular expressions, SQL and other texts that functions read
   * (docs/reference/checking.md#literals). Default: false.
   */
  readonly literals?: boolean;
  /** Adds the JavaScript stack to reports of internal errors. Default: false. */
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
  packages: ["a function or `npmPackages()`", (value) => isFunction(value) || isNpmPackages(value)],
  capabilities: ["an object", isObject],
  stdout: ["a function", isFunction],
  stderr: ["a function", isFunction],
  readInput: ["a function", isFunction],
  now: ["a function", isFunction],
  limits: ["an object", isObject],
  signal: ["an AbortSignal", (value) => value instanceof AbortSignal],
  literals: ["true or false", (value) => typeof value === "boolean"],
  debug: ["true or false", (value) => typeof value === "boolean"],
};

function isNpmPackages(value: unknown): value is NpmPackages {
  return isObject(value) && isFunction((value as NpmPackages).repositories);
}

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

/**
 * Validates everything but the values of `capabilities`, which `grant` validates.
 * @throws TypeError that names the option; Error if the modules lack `core` or two have the same name
 */
export function checkOptions(options: EngineOptions): void {
  if (!isObject(options)) throw new TypeError("createEngine needs an options object");
  for (const [name, value] of Object.entries(options) as [keyof EngineOptions, unknown][]) {
    if (!Object.hasOwn(OPTIONS, name))
      throw new TypeError(
        `createEngine: unknown option \`${name}\`; the options are ${Object.keys(OPTIONS).join(", ")}`,
      );
    const [what, check] = OPTIONS[name];
    if (value !== undefined && !check(value))
      throw new TypeError(`createEngine: \`${name}\` must be ${what}`);
  }
  if (options.modules === undefined)
    throw new TypeError("createEngine: `modules` is missing; pass `standardModules` of stdlang/stdlib");
  for (const [name, value] of Object.entries(options.limits ?? {}) as [keyof Limits, unknown][]) {
    if (!LIMITS.includes(name))
      throw new TypeError(`createEngine: unknown limit \`${name}\`; the limits are ${LIMITS.join(", ")}`);
    if (value !== undefined && !(typeof value === "number" && value >= 0))
      throw new TypeError(
        `createEngine: the limit \`${name}\` must be a number of at least 0, not ${String(value)}`,
      );
  }
  requireModules(options.modules.map((module) => module.name));
}

/** The options that a host passed. The tables within them have only the names that it gave. */
export function ownOptions<T extends EngineOptions>(given: T): T {
  const { limits, ...options } = own(given);
  return own({ ...options, ...(limits !== undefined && { limits: own(limits) }) }) as T;
}

/** The entry that a host passed. @throws TypeError for a value of another type */
export function entryOf<E extends Entry>(given: E | string): E | Entry {
  if (typeof given === "string") return own({ path: given });
  const request = own(isObject(given) ? given : ({} as E));
  const { path, text } = request as { readonly path?: unknown; readonly text?: unknown };
  if (typeof path === "string" && (text === undefined || typeof text === "string")) return request;
  throw new TypeError("an entry must be a path, or an object with a `path` and, optionally, a `text`");
}

/** @throws TypeError unless it is a list of strings */
export function checkArguments(args: unknown): void {
  if (!Array.isArray(args) || !args.every((arg) => typeof arg === "string"))
    throw new TypeError("the arguments of a program must be a list of strings");
}

function requireModules(names: readonly string[]): void {
  if (!names.includes("core")) throw new Error("the modules must include `core`: see `standardModules`");
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new Error(`two modules are called \`${twice}\``);
}
