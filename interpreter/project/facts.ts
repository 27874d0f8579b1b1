// Questions with the answers that they had. What was found by asking them is known by their numbers, so that
// each is compared once in a check, however many bodies asked it.
import type { Answers } from "./answers.ts";

/** Separates the facts that were stored at different times. */
const CHUNK = "\r";

export class FactTable {
  /** The facts that were read, as text: those of the base, and those that were added to it. */
  #stored = "";
  #storedLater = "";
  #isDecoded = true;
  /** How many were read. */
  #known = 0;
  readonly #questions: string[] = [];
  readonly #answers: string[] = [];
  /** The facts that were added, by question; a question rarely has several. Those that were read may be doubled. */
  readonly #numbers = new Map<string, number[]>();

  static decode(text: string, later: string): FactTable {
    const table = new FactTable();
    table.#stored = text;
    table.#storedLater = later;
    table.#isDecoded = false;
    return table;
  }

  /** The facts that were read are not encoded again. */
  encode(): string {
    return joined(this.#stored, this.encodeAdded());
  }

  /** The facts that are not in the text of the base. */
  encodeAdded(): string {
    if (this.#questions.length === this.#known) return this.#storedLater;
    const added = [this.#questions.slice(this.#known), this.#answers.slice(this.#known)];
    return joined(this.#storedLater, JSON.stringify(added));
  }

  get size(): number {
    return this.#questions.length;
  }

  get questions(): readonly string[] {
    this.#decode();
    return this.#questions;
  }

  get answers(): readonly string[] {
    this.#decode();
    return this.#answers;
  }

  add(question: string, answer: string): number {
    this.#decode();
    const known = this.#numbers.get(question);
    for (const number of known ?? []) if (this.#answers[number] === answer) return number;
    const number = this.#questions.length;
    this.#questions.push(question);
    this.#answers.push(answer);
    if (known === undefined) this.#numbers.set(question, [number]);
    else known.push(number);
    return number;
  }

  #decode(): void {
    if (this.#isDecoded) return;
    this.#isDecoded = true;
    for (const chunk of joined(this.#stored, this.#storedLater).split(CHUNK)) {
      if (chunk === "") continue;
      const [questions, answers] = JSON.parse(chunk) as [string[], string[]];
      for (const question of questions) this.#questions.push(question);
      for (const answer of answers) this.#answers.push(answer);
    }
    this.#known = this.#questions.length;
  }
}

function joined(...chunks: readonly string[]): string {
  return chunks.filter((chunk) => chunk !== "").join(CHUNK);
}

/** Which questions have the answers of the table in the program that is checked. */
export class CurrentFacts {
  readonly table: FactTable;
  readonly #answers: Answers;
  /** By number: 1 for the same answer, 2 for another one. */
  readonly #known: number[] = [];
  /** The facts of the questions that were asked. */
  readonly #facts = new Map<string, number>();
  asked = 0;

  constructor(table: FactTable, answers: Answers) {
    this.table = table;
    this.#answers = answers;
  }

  hold(facts: readonly number[]): boolean {
    for (const fact of facts) if (!this.#holds(fact)) return false;
    return true;
  }

  /** The facts that questions have now. */
  of(questions: readonly string[]): number[] {
    return questions.map((question) => {
      let fact = this.#facts.get(question);
      if (fact === undefined) {
        fact = this.table.add(question, this.#answers.answer(question));
        this.#facts.set(question, fact);
      }
      return fact;
    });
  }

  #holds(fact: number): boolean {
    const known = this.#known[fact];
    if (known !== undefined) return known === 1;
    this.asked++;
    const question = this.table.questions[fact]!;
    const same = this.#answers.answer(question) === this.table.answers[fact];
    this.#known[fact] = same ? 1 : 2;
    if (same) this.#facts.set(question, fact);
    return same;
  }
}
