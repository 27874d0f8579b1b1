// What is known of a program from earlier checks, and what a check of the rest finds.
import type { Diagnostic } from "../diagnostics/index.ts";
import type { Span } from "../source/index.ts";
import type { Comparing } from "./comparing.ts";
import type { LiteralUse } from "./literal-use.ts";
import type { ImportedName, Unit } from "./names/index.ts";
import type { Program } from "./program.ts";
import type { Module } from "./types/index.ts";
import type { Meaning } from "./check.ts";

/** What the check of a body, or of all declarations of a file, found. */
export interface Found {
  readonly questions: readonly string[];
  /** Warnings: a result with errors is not kept. */
  readonly diagnostics: readonly Diagnostic[];
  /** The modules of which it uses types, traits, methods or impls, each with the first use. */
  readonly touched: readonly (readonly [module: string, span: Span])[];
  /** The imported names that it uses; see `importName`. */
  readonly used: readonly string[];
  /** The keys of the functions of the file that it calls. */
  readonly called: readonly string[];
  /** Whether it may have an effect at the start of the program. */
  readonly acts: boolean;
  /** Functions that it calls with larger types than its own (body/growing.ts). */
  readonly grows: readonly string[];
  /** What it does with type parameters (body/comparing.ts); functions are known by file and key. */
  readonly comparing: Comparing<string> | null;
  /** Its arguments that checkers of literals read. */
  readonly literals: readonly LiteralUse[];
}

/** What the check of all declarations of a file found. */
export interface FoundDeclarations extends Found {
  /** The keys of everything with a body, in the order of their check. */
  readonly bodies: readonly string[];
}

/** Everything that was found about a file, without warnings. */
export interface FoundFile extends Uses {
  /** The bodies that call functions with larger types, by key; null for the declarations. */
  readonly growing: readonly (readonly [key: string | null, callees: readonly string[]])[];
  /** What bodies do with type parameters, by key. */
  readonly comparing: readonly (readonly [key: string, found: Comparing<string>])[];
  readonly literals: readonly LiteralUse[];
}

export type Uses = Pick<Found, "touched" | "used" | "called" | "acts">;

/** A file of a program whose tree may not be read yet. */
export interface KnownUnit {
  readonly unit: Unit;
  readonly imports: readonly ImportedName[];
  readonly derives: ReadonlySet<string>;
  /** Whether a function has the name of a test, but may not be one. */
  readonly mayHaveIdleTests: boolean;
  /** Whether it certainly declares `fun main()`. */
  readonly hasMain: boolean;
}

/** What is known from earlier checks. */
export interface CheckMemory {
  /** What the declarations of a file were found to be, if that is still true. */
  declarations(unit: string): FoundDeclarations | null;
  body(unit: string, key: string): Found | null;
  /** Keep what was found now; null for something that must not be kept. */
  keepDeclarations(unit: string, found: FoundDeclarations | null): void;
  keepBody(unit: string, key: string, found: Found | null): void;
  /** What was found about all of a file, if nothing about it can have changed and there are no warnings. */
  file(unit: string): FoundFile | null;
  keepFile(unit: string, found: FoundFile): void;
  /** The files with impls for types with a name. */
  implementing(type: string): Iterable<string>;
}

export interface PartialResult {
  readonly diagnostics: readonly Diagnostic[];
  /** The functions that bodies call with larger types than their own, by the name of the function around. */
  readonly grows: ReadonlyMap<string, readonly string[]>;
  /** The arguments that checkers of literals read. */
  readonly literals: readonly LiteralUse[];
  /** The program, if all bodies were checked now: it can be compiled. */
  readonly program: Program | null;
  /** What was checked now, for tools. */
  readonly view: CheckedView;
}

/** A checked program as far as it was needed. Files that were known are declared when they are asked for. */
export interface CheckedView {
  readonly program: Program;
  /** Undefined for a file that is no part of the program. */
  module(unit: string): Module | undefined;
  /** What a name at file level means in a file; null if it means nothing. */
  meaning(unit: string, name: string): Meaning | null;
  /** The names at file level that a file sees without those of the library. */
  names(unit: string): Iterable<string>;
  /** The names that are visible in every file. */
  common(): Iterable<string>;
  /** The module of each alias that an import binds. */
  aliases(unit: string): ReadonlyMap<string, string>;
}
