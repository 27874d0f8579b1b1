// The only place where text becomes code. The text is JavaScript that the compiler emitted, never script
// text; the result is the function that starts the program.
import { machine } from "../host/index.ts";
import {
  CODE_NAME,
  type MaybePromise,
  type NativeTable,
  type Runtime,
  type ShownType,
} from "../runtime/host.ts";
import type * as generated from "../runtime/generated.ts";

/** Initialises globals, then runs the entry function with this index; for a library, -1 runs none. */
export interface Start {
  (index?: number): MaybePromise<unknown>;
  /** Only of a library: its functions, in order, and its variables. */
  readonly signatures?: readonly {
    readonly name: string;
    readonly params: readonly ShownType[];
    readonly result: ShownType;
  }[];
  readonly globals?: readonly SharedGlobal[];
}

/** A variable that may outlive the code it belongs to. */
export interface SharedGlobal {
  readonly name: string;
  readonly type: ShownType;
  get(): unknown;
  set(value: unknown): void;
}

/** The value of a program's text: see `Compiled.code` of the compiler. */
export type ProgramFunction = (
  names: typeof generated,
  runtime: Runtime,
  tables: Readonly<Record<string, NativeTable>>,
) => Start;

/** A program loaded as code. */
export interface Instantiated {
  readonly program: ProgramFunction;
  /**
   * The bytecode that V8 has compiled: the more of the program has run, the more it contains. Null if
   * `cachedData` is still complete.
   */
  codeCache(): Uint8Array | null;
}

/**
 * Loads a program's text as code. V8 refuses `cachedData` of another V8, which only loses the time it would
 * have saved.
 * @throws SyntaxError for text that is not JavaScript, which is a bug of the compiler
 */
export function instantiate(
  code: string,
  cachedData?: Uint8Array,
  filename: string = CODE_NAME,
): Instantiated {
  const script = machine().javascript.compile(code, filename, cachedData);
  return { program: script.run() as ProgramFunction, codeCache: () => script.codeCache() };
}
