// What a computation of the checker asks outside of its own text: the meaning of names, the heads of
// declarations, the values of constants, members and impls of types. As long as the answers are the same, the
// computation would find the same again. "There is no such name" is an answer, too: each question is recorded
// when it is asked, not when it is answered.
//
// Getters of symbols ask without a context at hand, so the current record is a variable of this module. A check
// is synchronous, and nothing else runs in the middle of it.

/** A declaration of the program whose head or value is read. */
export interface Declared {
  readonly module: { readonly standard: boolean };
  readonly node: object;
}

/** The questions of one computation. */
export class Asked {
  readonly questions = new Set<string>();
  /** The declarations whose heads it reads. */
  readonly heads = new Set<Declared>();
  /** The constants whose values it reads. */
  readonly values = new Set<Declared>();
  /**
   * Whether the result depends on something that is not a question: a report that was left out because of
   * another one, or because of parts that could not be parsed. Such a result is not kept.
   */
  doubtful = false;
  /**
   * Functions that are called with larger types than those of the function around, by name; `LARGER` for others
   * that operators and standard modules may call. Only such calls can need instances without limit.
   */
  readonly grows = new Set<string>();
}

/** Stands for every method that implements a trait. */
export const LARGER = "*";
/** In `grows`: a call whose types may be too large to be named. */
export const VAST = "**";

let current: Asked | null = null;

/** Runs a computation whose questions belong to this record; null for none. */
export function recording<T>(asked: Asked | null, work: () => T): T {
  if (asked === current) return work();
  const outer = current;
  current = asked;
  try {
    return work();
  } finally {
    current = outer;
  }
}

/** The record of the computation that runs. */
export function currentRecord(): Asked | null {
  return current;
}

/** The forms of questions; their parts are separated by tabs. */
export const question = {
  /** What a name means in a file. */
  name: (unit: string, name: string): string => `name\t${unit}\t${name}`,
  /** What a file itself declares under a name. */
  declared: (unit: string, name: string): string => `declared\t${unit}\t${name}`,
  head: (unit: string, key: string): string => `head\t${unit}\t${key}`,
  value: (unit: string, key: string): string => `value\t${unit}\t${key}`,
  /** The methods and associated functions with a name of the types with a name. */
  member: (type: string, name: string): string => `member\t${type}\t${name}`,
  /** The impls of traits for the types with a name. */
  impls: (type: string): string => `impls\t${type}\t`,
} as const;

export function askName(unit: string, name: string): void {
  current?.questions.add(question.name(unit, name));
}

export function askDeclared(unit: string, name: string): void {
  current?.questions.add(question.declared(unit, name));
}

export function askMember(type: string, name: string): void {
  current?.questions.add(question.member(type, name));
}

export function askImpls(type: string): void {
  current?.questions.add(question.impls(type));
}

export function askHead(symbol: Declared): void {
  if (current !== null && !symbol.module.standard) current.heads.add(symbol);
}

export function askValue(symbol: Declared): void {
  if (current !== null && !symbol.module.standard) current.values.add(symbol);
}

/** Says that the result of the computation depends on more than its questions. */
export function doubt(): void {
  if (current !== null) current.doubtful = true;
}
