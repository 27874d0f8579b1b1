// The entry point: diagnostics, their texts and their rendering.
export type { Diagnostic, Edit, Fix, Importable, Label } from "./diagnostic.ts";
export type { Severity } from "./severity.ts";
export type { CodeEntry } from "./code-entry.ts";
export { changerNote } from "./changers.ts";
export { codes, type Code, type Params } from "./codes.ts";
export { Reporter, type Extra } from "./reporter.ts";
export { joinRepeated } from "./repeated.ts";
export {
  recordingDropped,
  rules,
  withoutDoubts,
  withoutHalves,
  type Dropped,
  type Rule,
  trying,
} from "./rules.ts";
export { render, type RenderOptions } from "./render.ts";
export { nearest, nearestSome } from "./nearest.ts";
export {
  insteadOf,
  insteadOfDerived,
  BLOCK_WORDS,
  isBlockWord,
  isForeignType,
  isLeftOut,
} from "./foreign-words.ts";
export { insteadOfCount } from "./foreign-counts.ts";
export { insteadInModule, insteadOfFunction, insteadOfQualified } from "./foreign-functions.ts";
export { insteadOfMember, isStringMethod } from "./foreign-members.ts";
export { describeCharacter, hintForCharacter } from "./foreign-characters.ts";
export { notes } from "./notes.ts";
export { conversionTo, insteadOfOperator, wayToMake } from "./habit-notes.ts";
