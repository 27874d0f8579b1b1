// The entry point: source text to tree.
export { isTupleName } from "./tuple-names.ts";
export type * from "./ast/index.ts";
export {
  attributeNames,
  attributeRules,
  CASES,
  isNativeAttribute,
  type Case,
  type FunctionAttribute,
  type Owner,
  type Shape,
} from "./attribute-table.ts";
export { decodeEscape } from "./escapes.ts";
export { plainName } from "./parser/hygiene.ts";
export type { Lost } from "./lost.ts";
export { parse, type Parsed, type ParseOptions } from "./parse.ts";
export { itemKeys, membersOf, type Keyed } from "./items/key.ts";
export { closerOf, closers } from "./brackets.ts";
export { incomplete, tokenize, type Tokenized } from "./tokenize.ts";
export type { Comment } from "./lexer-output.ts";
export {
  isOperator,
  OPERATORS,
  operatorOf,
  type BinaryOp,
  type Operand,
  type OperatorOf,
} from "./operators.ts";
export { keywords, literalKinds, symbols, typeKinds, type Kind, type Token } from "./tokens.ts";
export { nodesOf, partsOf, type AnyNode } from "./walk.ts";
