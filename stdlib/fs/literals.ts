// The checker of literal patterns of paths.
import type { LiteralCheckers } from "../../interpreter/runtime/index.ts";
import { globProblems } from "../path/literals.ts";

export const checkers: LiteralCheckers = { whole: { glob: globProblems } };
