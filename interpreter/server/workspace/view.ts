// What the features of the server see: one file of a program, with the facts about it.
import type { CheckedView, Facts, Module } from "../../check/index.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import type { Source } from "../../source/index.ts";
import type { Tree } from "../../syntax/index.ts";

export interface FileView {
  /** The id of its unit: the canonical path, or `std/json`. */
  readonly unit: string;
  readonly source: Source;
  /** As written, without derived impls. */
  readonly tree: Tree;
  readonly facts: Facts;
  readonly module: Module;
  /** The program around it. */
  readonly program: CheckedView;
  /** What the check of the file reported; other files of the program are in it, too. */
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the text has syntax errors. */
  readonly isBroken: boolean;
}
