// The contract with checkers of literals: `@literal(pattern: "regex")` before a function of a standard or host
// module names the checker of its parameter. `std check`, `std test` and the language server call it with the
// texts of arguments that are literals or constants.

import type { SchemaDatabase } from "../host/index.ts";

/** Something that is wrong with the text of a literal. */
export interface LiteralProblem {
  /** Where it begins in the decoded text, in bytes. */
  readonly start: number;
  /** Where it ends; the same as `start` for something that is missing. */
  readonly end: number;
  /** What is wrong, without a period at the end. */
  readonly message: string;
  /** The next step. */
  readonly hint?: string;
  /** The text to write instead of the range; editors offer it. */
  readonly fix?: string;
  /** By default, an error if the program surely panics, otherwise a warning. */
  readonly severity?: "error" | "warning";
}

/** A type argument. */
export interface LiteralTypeData {
  /** `Int`, `Option`, the name of a struct or enum, `()`, or that of a type parameter. */
  readonly name: string;
  readonly kind: "primitive" | "struct" | "enum" | "tuple" | "parameter" | "other";
  readonly args: readonly LiteralTypeData[];
  /** The fields of a struct; none below the fourth level. */
  readonly fields: readonly {
    readonly name: string;
    readonly type: LiteralTypeData;
    readonly hasDefault: boolean;
    /** The keys of `@json` before the field, with their texts; null for keys without a text. */
    readonly json: Readonly<Record<string, string | null>>;
  }[];
  /** The traits that it derives. */
  readonly derives: readonly string[];
}

/** Another argument of the call, as far as it is written. */
export interface LiteralArgumentData {
  /** The elements of a list literal; null for anything else. */
  readonly elements: readonly LiteralArgumentData[] | null;
  /** The function of a standard or host module that it calls, such as `std/sqlite.name`; null for none. */
  readonly call: string | null;
  /** The text of a literal, or of the first argument of the call; null if there is none. */
  readonly text: string | null;
}

/** The call whose argument is checked. */
export interface LiteralCall {
  readonly function: string;
  /** The types for the type parameters, by name. */
  readonly types: Readonly<Record<string, LiteralTypeData>>;
  /** The other arguments, by the names of the parameters. */
  readonly arguments: Readonly<Record<string, LiteralArgumentData>>;
}

/** A checker of a host: reads a text, and returns what is wrong with it. */
export type LiteralChecker = (text: string, call: LiteralCall) => readonly LiteralProblem[];

/** A file of the schema of a project. */
export interface SchemaFile {
  readonly path: string;
  readonly text: string;
}

/** A value that is inserted when the program runs. */
export interface LiteralHole {
  /** Where it is inserted in the text, in bytes. */
  readonly at: number;
  readonly type: string;
  /** The function of a standard or host module that gives it, such as `std/sqlite.ident`; null for none. */
  readonly call: string | null;
}

/** A problem that a checker of the standard library found. */
export interface FoundProblem extends LiteralProblem {
  /** Default: `K1`. */
  readonly code?: "K1" | "K2" | "K3";
  /** The hole that it is about, by its index. */
  readonly hole?: number;
  /** The file of the schema that it is in; otherwise the literal. */
  readonly file?: SchemaFile;
}

/** What checkers of the standard library see in addition. */
export interface KnownCall extends LiteralCall {
  readonly holes: readonly LiteralHole[];
  /** Whether a part of the text stands for what a function declared `@inserts` gives. */
  readonly hasStandIns: boolean;
  /** The files of the schema of the project, in order; null without a schema. */
  readonly schema: () => readonly SchemaFile[] | null;
  /** Makes a database for the check of statements; null where there is none. */
  readonly database: () => SchemaDatabase | null;
}

export type KnownChecker = (text: string, call: KnownCall) => readonly FoundProblem[];

/** The checkers of a module; texts are byte strings. */
export interface LiteralCheckers {
  /** Those of texts that are completely known. */
  readonly whole: Readonly<Record<string, KnownChecker>>;
  /** Those that also read texts into which the program inserts values. */
  readonly partial?: Readonly<Record<string, KnownChecker>>;
}
