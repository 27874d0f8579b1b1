// Operations that are emitted inline: one row per name, with the properties that later steps query. Rules for
// bounds (analysis/ranges/bounds.ts) and JavaScript (emit/function/operations.ts) are tables keyed by these
// names, which the type checker keeps complete.

interface Facts {
  readonly arity: 1 | 2 | 3;
  /** The type of the operands, if all have one. */
  readonly operands: "Int" | "Float" | "other";
  /** "other": the type depends on the operands, or is irrelevant. */
  readonly result: "Int" | "Float" | "Bool" | "String" | "other";
  /** The mutable state it reads: elements of its first operand, a list, or fields named at run time. */
  readonly reads: "element" | "fields" | null;
  readonly writes: "element" | "fields" | null;
  /** Whether its operands may escape. */
  readonly escapes: boolean;
  /** Whether it may leave more in memory than before. */
  readonly allocates: boolean;
  /** What its time depends on; "texts": the size of the operands if these are strings. */
  readonly time: "constant" | "size" | "texts";
  /** For Ints beyond 2^53: the result is as wide as an operand. */
  readonly keepsWidth: boolean;
  /** Whether the low 32 bits of the result depend only on those of the operands. */
  readonly lowBits: boolean;
}

const QUICK = {
  reads: null,
  writes: null,
  escapes: false,
  allocates: false,
  time: "constant",
  keepsWidth: false,
  lowBits: false,
} as const;
const MAKES = { ...QUICK, allocates: true } as const;

const INT = { ...QUICK, arity: 2, operands: "Int", result: "Int" } as const;
const BITS = { ...INT, keepsWidth: true, lowBits: true } as const;
const ORDER = { ...QUICK, arity: 2, operands: "Int", result: "Bool" } as const;
const FLOAT = { ...QUICK, arity: 2, operands: "Float", result: "Float" } as const;
const PLAIN = { ...QUICK, arity: 2, operands: "other", result: "Bool", time: "texts" } as const;
const TEST = { ...QUICK, arity: 1, operands: "other", result: "Bool" } as const;
const SIZE = { ...QUICK, arity: 1, operands: "other", result: "Int" } as const;
const ANY = { ...MAKES, operands: "other", result: "other", time: "size" } as const;

/**
 * `Int.add` and the like wrap around. `Same` is `===`; `Plain` is `<` and so on for types that JavaScript
 * compares as the language does.
 */
export const OPERATIONS = {
  "Int.add": BITS,
  "Int.sub": BITS,
  "Int.mul": BITS,
  "Int.div": INT,
  "Int.rem": INT,
  "Int.neg": { ...BITS, arity: 1 },
  "Int.not": { ...BITS, arity: 1 },
  "Int.and": BITS,
  "Int.or": BITS,
  "Int.xor": BITS,
  "Int.shl": BITS,
  "Int.shr": { ...INT, keepsWidth: true },
  "Int.eq": ORDER,
  "Int.ne": ORDER,
  "Int.lt": ORDER,
  "Int.le": ORDER,
  "Int.gt": ORDER,
  "Int.ge": ORDER,
  "Int.text": { ...MAKES, arity: 1, operands: "Int", result: "String" },
  "Int.toFloat": { ...QUICK, arity: 1, operands: "Int", result: "Float" },
  "Float.add": FLOAT,
  "Float.sub": FLOAT,
  "Float.mul": FLOAT,
  "Float.div": FLOAT,
  "Float.rem": FLOAT,
  "Float.neg": { ...FLOAT, arity: 1 },
  "Float.text": { ...MAKES, arity: 1, operands: "Float", result: "String" },
  "Float.toInt": { ...QUICK, arity: 1, operands: "Float", result: "Int" },
  "Same.eq": PLAIN,
  "Same.ne": PLAIN,
  "Plain.lt": PLAIN,
  "Plain.le": PLAIN,
  "Plain.gt": PLAIN,
  "Plain.ge": PLAIN,
  "Bool.not": TEST,
  "Bool.text": { ...MAKES, arity: 1, operands: "other", result: "String" },
  "Char.text": { ...MAKES, arity: 1, operands: "other", result: "String" },
  "String.concat": { ...MAKES, arity: 2, operands: "other", result: "String" },
  "String.chars": { ...MAKES, arity: 1, operands: "other", result: "other", time: "size" },
  "String.len": SIZE,
  "String.isEmpty": TEST,
  "String.byteAt": { ...SIZE, arity: 2 },
  "List.at": { ...QUICK, arity: 2, operands: "other", result: "other", reads: "element" },
  "List.len": SIZE,
  "List.isEmpty": TEST,
  "List.push": { ...MAKES, arity: 2, operands: "other", result: "other", writes: "element" },
  "Option.isSome": TEST,
  "Option.isNone": TEST,
  "Option.list": { ...MAKES, arity: 1, operands: "other", result: "other", escapes: true },
  "Enum.tag": SIZE,
  "Any.make": { ...ANY, arity: 2, escapes: true },
  "Any.cast": { ...ANY, arity: 2 },
  "Any.typeName": { ...ANY, arity: 1, result: "String" },
  "Any.fieldNames": { ...ANY, arity: 1 },
  "Any.get": { ...ANY, arity: 2, reads: "fields" },
  "Any.set": { ...ANY, arity: 3, writes: "fields" },
  print: { ...MAKES, arity: 1, operands: "other", result: "other", time: "size" },
} as const satisfies Readonly<Record<string, Facts>>;

export type OpName = keyof typeof OPERATIONS;

/** The number of operands. */
export type ArityOf<Op extends OpName> = (typeof OPERATIONS)[Op]["arity"];

/** Operations whose result is an Int for all operands. */
export type IntOp = { [Op in OpName]: (typeof OPERATIONS)[Op]["result"] extends "Int" ? Op : never }[OpName];

/** The properties of an operation. */
export function factsOf(op: OpName): Facts {
  return OPERATIONS[op];
}

/** Whether it accesses fields by names that are known only at run time. */
export function reflects(op: OpName): boolean {
  const { reads, writes } = factsOf(op);
  return reads === "fields" || writes === "fields";
}
