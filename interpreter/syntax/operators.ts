// The binary operators: how tightly they bind, what they are defined for, the operations they become, and
// their values in constants (reference/grammar#statements-and-expressions, reference/checking#operators).
// The evaluator and the definition of the syntax state the same facts on their own, as a check.
import { own } from "../own/index.ts";

/** The standard types that operators are defined for, beside types with `Eq` and `Ord`. */
export type Operand = "Int" | "Float" | "Char" | "String";

interface Operator {
  /** `arithmetic`: both operands and the result have one type. The others result in a Bool. */
  readonly kind: "logic" | "equality" | "order" | "arithmetic";
  /** Larger numbers bind tighter; all operators are left-associative, but for those of `CHAINLESS`. */
  readonly power: number;
  /** The name of the operation, after its type: `Int.add`. */
  readonly name: string;
  /** The types that it is defined for without an impl; of equality: every type. */
  readonly operands?: readonly Operand[];
  /** Its value for Ints; the caller reports divisions that have none. */
  readonly ints?: (a: bigint, b: bigint) => bigint;
  readonly floats?: (a: number, b: number) => number;
  readonly compares?: <T extends bigint | number | string | boolean>(a: T, b: T) => boolean;
}

const NUMBERS = ["Int", "Float"] as const;
const ORDERED = ["Int", "Float", "Char", "String"] as const;

const wrapped = (value: bigint): bigint => BigInt.asIntN(64, value);
const isShift = (by: bigint): boolean => by >= 0n && by <= 63n;

// biome-ignore format: a table
export const OPERATORS = {
  "||": { kind: "logic", power: 1, name: "or" },
  "&&": { kind: "logic", power: 2, name: "and" },
  "==": { kind: "equality", power: 3, name: "eq", compares: (a, b) => a === b },
  "!=": { kind: "equality", power: 3, name: "ne", compares: (a, b) => a !== b },
  "<": { kind: "order", power: 3, name: "lt", operands: ORDERED, compares: (a, b) => a < b },
  ">": { kind: "order", power: 3, name: "gt", operands: ORDERED, compares: (a, b) => a > b },
  "<=": { kind: "order", power: 3, name: "le", operands: ORDERED, compares: (a, b) => a <= b },
  ">=": { kind: "order", power: 3, name: "ge", operands: ORDERED, compares: (a, b) => a >= b },
  "|": { kind: "arithmetic", power: 4, name: "or", operands: ["Int"], ints: (a, b) => a | b },
  "^": { kind: "arithmetic", power: 5, name: "xor", operands: ["Int"], ints: (a, b) => a ^ b },
  "&": { kind: "arithmetic", power: 6, name: "and", operands: ["Int"], ints: (a, b) => a & b },
  "<<": { kind: "arithmetic", power: 7, name: "shl", operands: ["Int"], ints: (a, b) => isShift(b) ? wrapped(a << b) : 0n },
  ">>": { kind: "arithmetic", power: 7, name: "shr", operands: ["Int"], ints: (a, b) => isShift(b) ? a >> b : a < 0n ? -1n : 0n },
  "+": { kind: "arithmetic", power: 9, name: "add", operands: ["Int", "Float", "String"], ints: (a, b) => wrapped(a + b), floats: (a, b) => a + b },
  "-": { kind: "arithmetic", power: 9, name: "sub", operands: NUMBERS, ints: (a, b) => wrapped(a - b), floats: (a, b) => a - b },
  "*": { kind: "arithmetic", power: 10, name: "mul", operands: NUMBERS, ints: (a, b) => wrapped(a * b), floats: (a, b) => a * b },
  "/": { kind: "arithmetic", power: 10, name: "div", operands: NUMBERS, ints: (a, b) => a / b, floats: (a, b) => a / b },
  "%": { kind: "arithmetic", power: 10, name: "rem", operands: NUMBERS, ints: (a, b) => a % b, floats: (a, b) => a % b },
} as const satisfies Readonly<Record<string, Operator>>;

export type BinaryOp = keyof typeof OPERATORS;

/** The operators of one kind. */
export type OperatorOf<Kind extends Operator["kind"]> = {
  [Op in BinaryOp]: (typeof OPERATORS)[Op]["kind"] extends Kind ? Op : never;
}[BinaryOp];

/** Ranges bind between shifts and sums. */
export const RANGE_POWER = 8;

/** The powers whose operators cannot be chained: comparisons and ranges. */
export const CHAINLESS: ReadonlySet<number> = new Set([OPERATORS["=="].power, RANGE_POWER]);

const table: Readonly<Record<string, Operator>> = own(
  Object.fromEntries(Object.entries(OPERATORS).map(([op, facts]) => [op, own(facts)])),
);

export function operatorOf(op: BinaryOp): Operator {
  return table[op]!;
}

/** Whether an operator is of the kind. */
export function isOperator<Kind extends Operator["kind"]>(op: BinaryOp, kind: Kind): op is OperatorOf<Kind> {
  return OPERATORS[op].kind === kind;
}
