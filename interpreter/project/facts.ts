// Questions with the answers that they had. What was found by asking them is known by their numbers, so that
// each is compared once in a check, however many bodies asked it.
import type { Answers } from "./answers.ts";

export class FactTable {
  /** The encoded facts, until they are needed. */
  #encoded: string | null = null;
  #questions: string[] = [];
  #answers: string[] = [];
  readonly #numbers = new Map<string, number>();

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
    const key = `${question}\n${answer}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#questions.length;
    this.#questions.push(question);
    this.#answers.push(answer);
    this.#numbers.set(key, number);
    return number;
  }

  #read(): void {
    if (this.#encoded === null) return;
    const [questions, answers] = JSON.parse(this.#encoded) as [string[], string[]];
    this.#encoded = null;
    this.#questions = questions;
    this.#answers = answers;
    questions.forEach((question, i) => this.#numbers.set(`${question}\n${answers[i]!}`, i));
  }
}

/** Which questions have the answers of the table in the program that is checked. */
export class CurrentFacts {
  readonly table: FactTable;
  readonly #answers: Answers;
  /** By number: 1 for the same answer, 2 for another one. */
  readonly #known: number[] = [];
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
    return questions.map((question) => this.table.add(question, this.#answers.answer(question)));
  }

  #holds(fact: number): boolean {
    const known = this.#known[fact];
    if (known !== undefined) return known === 1;
    this.asked++;
    const same = this.#answers.answer(this.table.questions[fact]!) === this.table.answers[fact];
    this.#known[fact] = same ? 1 : 2;
    return same;
  }
}
