// Numeric literals (reference/lexical#numbers).
import { notes } from "../diagnostics/index.ts";

export interface NumberRead {
  readonly kind: "int" | "float";
  readonly end: number;
  readonly value: number | bigint;
  readonly problem: string | null;
}

/** The whole literal, valid or not. */
const BASED = /0[xXbBoO]\w*/y;
const DECIMAL = /\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\w*|\w+)?/y;
const FLOAT = /^(\d[\d_]*)(?:\.\d[\d_]*)?(?:[eE][+-]?_*\d[\d_]*)?$/;

const DIGITS: Readonly<Record<string, { readonly base: string; readonly digits: RegExp }>> = {
  x: { base: "a hexadecimal", digits: /^[\da-f]*$/i },
  b: { base: "a binary", digits: /^[01]*$/ },
  o: { base: notes.octal, digits: /^[0-7]*$/ },
};

/** The largest magnitude of an Int literal, allowed only under a unary minus. */
export const INT_LIMIT = 2n ** 63n;

/** `at` is the offset of the first digit. */
export function readNumber(text: string, at: number, limit: number): NumberRead {
  const form = /^0[xXbBoO]/.test(text.slice(at, at + 2)) ? BASED : DECIMAL;
  form.lastIndex = at;
  form.test(text);
  const end = Math.min(form.lastIndex, limit);
  const spelling = text.slice(at, end);
  return { end, ...(form === BASED ? based(spelling) : decimal(spelling)) };
}

function based(spelling: string): Omit<NumberRead, "end"> {
  const { base, digits } = DIGITS[spelling[1]!.toLowerCase()]!;
  const plain = spelling.slice(2).replaceAll("_", "");
  if (plain === "") return wrong(notes.digitsAreMissingAfter(spelling.slice(0, 2)));
  if (!digits.test(plain)) return wrong(notes.notNumber(base));
  const value = BigInt(spelling.slice(0, 2).toLowerCase() + plain);
  if (value >= 2n ** 64n) return wrong(notes.outOfRangeForInt);
  return { kind: "int", value: BigInt.asIntN(64, value), problem: null };
}

function decimal(spelling: string): Omit<NumberRead, "end"> {
  if (/^\d[\d_]*$/.test(spelling)) {
    const plain = spelling.replaceAll("_", "");
    // Avoids a huge BigInt for a long run of digits.
    const significant = plain.replace(/^0+/, "");
    const value = significant.length > 19 ? INT_LIMIT + 1n : BigInt(plain);
    return value > INT_LIMIT ? wrong(notes.outOfRangeForInt) : { kind: "int", value, problem: null };
  }
  if (FLOAT.test(spelling))
    return { kind: "float", value: Number(spelling.replaceAll("_", "")), problem: null };
  if (/[eE][+-]?_*$/.test(spelling)) return wrong(notes.digitsAreMissingInExponent);
  return wrong(notes.letterFollowsNumber);
}

function wrong(problem: string): Omit<NumberRead, "end"> {
  return { kind: "int", value: 0n, problem };
}
