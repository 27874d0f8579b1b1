// The one place where text becomes code. What comes in is text the compiler made from a tree, never
// script text; what goes out is the function that starts the program.
import { machine } from "../host/index.ts";
import {
  CODE_NAME,
  type MaybePromise,
  type NativeTable,
  type Runtime,
  type ShownType,
} from "../runtime/host.ts";
import type * as generated from "../runtime/generated.ts";

/** Initialises globals, then runs the entry function of that index; of a library none for -1. */
export interface Start {
  (index?: number): MaybePromise<unknown>;
  /** Of a library: its functions, in order, and its variables. */
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

/** What the text of a program evaluates to: see `Compiled.code` of the compiler. */
export type ProgramFunction = (
  names: typeof generated,
  runtime: Runtime,
  tables: Readonly<Record<string, NativeTable>>,
) => Start;

/** A program that has become code. */
export interface Instantiated {
  readonly program: ProgramFunction;
  /** V8's compiled form, the fuller the more of the program has run; null when `cachedData` still serves. */
  codeCache(): Uint8Array | null;
}

/**
 * Makes code of a program's text. `cachedData` of another V8 is refused by V8 itself and only costs the time
 * it would have saved.
 * @throws SyntaxError when the text is no JavaScript: a mistake of the compiler.
 */
export function instantiate(
  code: string,
  cachedData?: Uint8Array,
  filename: string = CODE_NAME,
): Instantiated {
  const script = machine().javascript.compile(code, filename, cachedData);
  return { program: script.run() as ProgramFunction, codeCache: () => script.codeCache() };
}
