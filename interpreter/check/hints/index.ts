// Hints: what to write instead, by what was written. The rules of `infer/` report errors and ask these functions for
// the hint; none changes what is checked. The texts are `notes` of interpreter/diagnostics.
export { typeArgumentHint, noArgumentsHint, declarationHint, hiddenFunctionHint } from "./arguments.ts";
export { missingValueHint, unitResultHint, isUnitResult } from "./blocks.ts";
export { listIndexHint, indexHint } from "./elements.ts";
export {
  trailingHint,
  collectionFieldHint,
  elementsOfJsonHint,
  foreignMemberHint,
  memberOfJsonHint,
} from "./fields.ts";
export { literalHint, mapTypeHint, isTypePrefix, isTypeName } from "./foreign-literals.ts";
export {
  misreadHint,
  fieldsHint,
  plainNameHint,
  wrappedAt,
  changerHint,
  unitAt,
  partsAt,
  wholeAt,
  payloadHint,
} from "./members.ts";
export { uncalledHint, methodOfArgument, methodOfModule } from "./method-forms.ts";
export { mismatchHint } from "./mismatch.ts";
export { derivedTrait, isProgramType, missingCause, missingMethodHint, nextNote } from "./missing-method.ts";
export {
  labelHint,
  implicitHint,
  privateHint,
  ownNameHint,
  macroHint,
  aliasHint,
  typeHint,
} from "./names.ts";
export { defaultHint, insideHint, mixedHint, ownOperatorHint, orderHint } from "./operators.ts";
export { errorConversionHint } from "./try.ts";
