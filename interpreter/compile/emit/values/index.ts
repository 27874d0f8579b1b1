// The values of expressions: JavaScript text with known facts, literals, constants and names.
export { asserted, ASSERTIONS } from "./asserting.ts";
export { constText } from "./constants.ts";
export { bytesLiteral, templatePart } from "./literals.ts";
export { Names, propertyName } from "./names.ts";
export type { RuntimeName } from "./runtime-name.ts";
export { asUnit, resultOf, UNIT, UNIT_TEXT } from "./unit.ts";
export {
  atom,
  bounded,
  compound,
  fixed,
  numberOf,
  operand,
  variable,
  type Halves,
  type Value,
} from "./value.ts";
