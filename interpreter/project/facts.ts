// Questions with the answers that they had. What was found by asking them is known by their numbers, so that
// each is compared once in a check, however many bodies asked it.
import type { Answers } from "./answers.ts";

export class FactTable {
  /** The encoded facts, until they are needed. */
  #encoded: string | null = null;
  #questions: string[] = [];
  #answers: string[] = [];
  /** The facts that were added, by question; a question rarely has several. Those that were read may be doubled. */
  readonly #numbers = new Map<string, number[]>();

  static decode(text: string): FactTable {
    const table = new FactTable();
    table.#encoded = text;
    return table;
  }

  encode(): string {
    return this.#encoded ?? JSON.stringify([this.#questions, this.#answers]);
  }

  get size(): number {
    return this.#encoded === null ? this.#questions.length : 0;
  }

  get questions(): readonly string[] {
    this.#read();
    return this.#questions;
  }

  get answers(): readonly string[] {
    this.#read();
    return this.#answers;
  }

  add(question: string, answer: string): number {
    this.#read();
    const known = this.#numbers.get(question);
    for (const number of known ?? []) if (this.#answers[number] === answer) return number;
    const number = this.#questions.length;
    this.#questions.push(question);
    this.#answers.push(answer);
    if (known === undefined) this.#numbers.set(question, [number]);
    else known.push(number);
    return number;
  }

  #read(): void {
    if (this.#encoded === null) return;
    const [questions, answers] = JSON.parse(this.#encoded) as [string[], string[]];
    this.#encoded = null;
    this.#questions = questions;
    this.#answers = answers;
  }
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
