// Prints trees of statements as text. A function that may wait has two forms. It begins as a plain function,
// and ends as one if nothing makes it wait. The first call that returns a promise makes it return a frame
// with its variables. The frame's method `run` is the second form: the same statements, entered at the
// position `at`. There
//
//   - `at` is 0 while statements run in sequence, otherwise the number of the waiting call to resume at;
//   - statements before that call are skipped, and the constructs around it are entered without their tests;
//   - variables that a skipped statement would declare are hoisted to the top of the method;
//   - `got` is the value of the waiting call;
//   - a loop that is entered finishes its iteration this way, and continues with a copy of the loop in the
//     first form: if every statement may be skipped, V8 cannot infer which variables are numbers.
import { get } from "../../../own/index.ts";
import {
  nestingOf,
  waitsAt,
  waitsIn,
  type Code,
  type Guarded,
  type If,
  type LoopCode,
  type Switch,
  type Wait,
} from "./code.ts";
import type { Pauses } from "./pauses.ts";

/** Deeper code is not indented further, so that the size of the text stays linear. */
const MAX_INDENT = 30;

/** The text that suspends at a waiting call; `value` is the name of its promise. */
type PauseText = (wait: Wait, value: string) => string;

/**
 * Limits copies of nested loops: in deeper nests every iteration can be entered, so that the text stays
 * linear.
 */
const MOST_NESTED = 4;

export class Printer {
  readonly lines: string[] = [];
  /** Variables declared at the top of the method. */
  readonly hoisted = new Set<string>();
  #indent: number;
  /** Whether the statements being printed can be entered. */
  #entered: boolean;
  readonly #pauses: Pauses | null;
  readonly #pause: PauseText;
  /** The constructs that unlabelled jumps leave, outermost first. */
  readonly #around: { readonly label: string; readonly isLoop: boolean }[] = [];
  readonly #jumpedTo = new Set<string>();
  /** Loops whose entered iteration is being printed. */
  readonly #entering = new Set<string>();
  /** In the second form: no statement has run yet, so the statements printed now are skipped or entered. */
  #skipping: boolean;

  constructor(indent: number, entered: boolean, pauses: Pauses | null, pause: PauseText) {
    this.#indent = indent;
    this.#entered = entered;
    this.#skipping = entered;
    this.#pauses = pauses;
    this.#pause = pause;
  }

  /** Prints statements; in the second form they can be entered at a waiting call. */
  sequence(codes: readonly Code[]): void {
    if (this.#entered && waitsIn(codes)) this.#enterable(codes);
    else for (const code of codes) this.#code(code);
  }

  #line(text: string): void {
    this.lines.push("  ".repeat(Math.min(this.#indent, MAX_INDENT)) + text);
  }

  #open(text: string): void {
    this.#line(text);
    this.#indent++;
  }

  #close(): void {
    this.#indent--;
    this.#line("}");
  }

  #inner(body: readonly Code[]): void {
    this.#indent++;
    this.sequence(body);
    this.#indent--;
  }

  #code(code: Code): void {
    switch (code.kind) {
      case "Line":
        return this.#line(code.text);
      case "Declare":
        if (code.value === null) this.#line(`let ${code.name};`);
        else this.#line(`${code.changes ? "let" : "const"} ${code.name} = ${code.value};`);
        return;
      case "Release":
        return this.#line(`${code.names.join(" = ")} = undefined;`);
      case "Wait":
        if (code.when !== null) return this.#line(`if (${code.when}) ${this.#pause(code, code.call)}`);
        this.#line(`${code.changes === true ? "let" : "const"} ${code.name} = ${code.call};`);
        return this.#line(`if (${code.name} instanceof Promise) ${this.#pause(code, code.name)}`);
      case "If":
        return this.#if(code);
      case "Loop":
        return this.#loop(code);
      case "Guarded":
        return this.#guarded(code);
      case "Labelled":
        return this.#labelled(code.label, "{", () => this.#inner(code.body));
      case "Switch":
        return this.#switch(code);
      case "Break": {
        if (this.#entering.has(code.label)) return this.#line(`break ${code.label}$out;`);
        const plain = this.#around.at(-1)?.label === code.label;
        if (!plain) this.#jumpedTo.add(code.label);
        return this.#line(plain ? "break;" : `break ${code.label};`);
      }
      case "Continue": {
        if (this.#entering.has(code.label)) return this.#line(`break ${code.label}$in;`);
        const plain = this.#around.findLast((each) => each.isLoop)?.label === code.label;
        if (!plain) this.#jumpedTo.add(code.label);
        return this.#line(plain ? "continue;" : `continue ${code.label};`);
      }
    }
  }

  // ---- entering

  /** Guards each run of statements up to a waiting call with the condition that it is not skipped. */
  #enterable(codes: readonly Code[]): void {
    const last = codes.findLastIndex(waitsAt);
    let guard = "at === 0";
    let open = false;
    const begin = (): void => {
      if (!open) this.#open(`if (${guard}) {`);
      open = true;
    };
    const end = (): void => {
      if (open) this.#close();
      open = false;
    };
    codes.forEach((code, i) => {
      if (code.kind === "Wait") {
        if (!this.#skipping) {
          begin();
          this.#call(code);
          end();
        }
        this.#skipping = false;
        guard = `at === ${this.#lastIn([code])}`;
        begin();
        this.#line("at = 0;");
        if (code.when === null) this.#assign(code.name, "got");
        if (i === last) end();
      } else if (waitsAt(code)) {
        end();
        if (i < last) this.#open(`if (at <= ${this.#lastIn([code])}) {`);
        this.#code(code);
        if (i < last) this.#close();
        this.#skipping = false;
        guard = "at === 0";
      } else if (!this.#skipping) {
        if (i < last) begin();
        if (code.kind === "Declare") this.#assign(code.name, code.value ?? "undefined");
        else if (code.kind === "Release") this.#release(code.names);
        else this.#code(code);
      }
    });
  }

  /** Assigns a hoisted variable in place of its declaration. */
  #assign(name: string, value: string): void {
    this.hoisted.add(name);
    this.#line(`${name} = ${value};`);
  }

  /** Releases hoisted variables; those that no frame keeps have no value here. */
  #release(names: readonly string[]): void {
    const known = names.filter((name) => this.hoisted.has(name) || this.#pauses!.fields.includes(name));
    if (known.length > 0) this.#line(`${known.join(" = ")} = undefined;`);
  }

  /** Prints the waiting call; the statements after it run as if they had been entered there. */
  #call(wait: Wait): void {
    if (wait.when !== null) this.#line(`if (${wait.when}) ${this.#pause(wait, wait.call)}`);
    else {
      this.#line(`got = ${wait.call};`);
      this.#line(`if (got instanceof Promise) ${this.#pause(wait, "got")}`);
    }
    this.#line(`at = ${this.#lastIn([wait])};`);
  }

  /** The highest number of a waiting call in these statements, of which at least one waits. */
  #lastIn(codes: readonly Code[]): number {
    const code = codes.findLast(waitsAt)!;
    switch (code.kind) {
      case "Wait":
        return this.#pauses!.of.get(code)!.at;
      case "If":
        return this.#lastIn(code.arms.findLast((arm) => waitsIn(arm.body))!.body);
      case "Switch":
        return this.#lastIn(code.cases.findLast((each) => waitsIn(each.body))!.body);
      case "Loop":
      case "Labelled":
      case "Guarded":
        return this.#lastIn(code.body);
      case "Line":
      case "Declare":
      case "Release":
      case "Break":
      case "Continue":
        throw new Error("a statement that does not wait");
    }
  }

  // ---- constructs

  #if(code: If): void {
    const skipping = this.#skipping && code.waits;
    const arms = skipping ? code.arms.filter((arm) => waitsIn(arm.body)) : code.arms;
    const lastWaiting = this.#entered && code.waits ? arms.findLastIndex((arm) => waitsIn(arm.body)) : -1;
    arms.forEach(({ test, body }, i) => {
      // An empty arm needs no `else`.
      if (test === null && body.length === 0) return;
      const condition = i <= lastWaiting ? this.#enteredTest(test, body, skipping) : test;
      const head = condition === null ? "{" : `if (${condition}) {`;
      this.#line(i === 0 ? head : `} else ${head}`);
      this.#skipping = skipping;
      this.#inner(body);
    });
    this.#line("}");
  }

  #enteredTest(test: string | null, body: readonly Code[], skipping: boolean): string | null {
    if (skipping) return `at <= ${this.#lastIn(body)}`;
    if (test === null) return null;
    return waitsIn(body) ? `at === 0 ? ${test} : at <= ${this.#lastIn(body)}` : `at === 0 && (${test})`;
  }

  /** Prints the iteration that may be entered, then the loop in the first form. */
  #enteredLoop(code: LoopCode): void {
    const { label, variables, step } = code;
    for (const { name } of variables) this.hoisted.add(name);
    this.#open(`${label}$out: {`);
    const skipping = this.#skipping;
    if (!skipping && variables.length > 0) {
      this.#line("if (at === 0) {");
      for (const { name, value } of variables) this.#line(`  ${name} = ${value};`);
      this.#line("}");
    }
    // After a check of the time slice, the iteration is repeated with the rest of the new slice.
    const look = get(code, "looks") === undefined ? 0 : this.#lastIn([code.body[0]!]);
    if (look > 0) this.#line(`if (at === ${look}) { at = 0; ${code.looks} = slice.fuel; }`);
    if (this.#lastIn(code.body) !== look) {
      const isOpen = look > 0 || !skipping;
      if (isOpen) this.#open("if (at !== 0) {");
      this.#line(`${label}$in: {`);
      this.#entering.add(label);
      this.#skipping = true;
      this.#inner(look > 0 ? code.body.slice(1) : code.body);
      this.#entering.delete(label);
      this.#line("}");
      if (step !== "") this.#line(`${step};`);
      if (isOpen) this.#close();
    }
    this.#entered = false;
    this.#loop({ ...code, variables: [] });
    this.#entered = true;
    this.#skipping = false;
    this.#close();
  }

  #loop(code: LoopCode): void {
    if (this.#entered && code.waits && nestingOf(code) <= MOST_NESTED) return this.#enteredLoop(code);
    const enters = this.#entered && code.waits;
    const test = code.test !== null && enters ? `at !== 0 || (${code.test})` : code.test;
    const names = code.variables.map((each) => `${each.name} = ${each.value}`).join(", ");
    if (enters) for (const { name } of code.variables) this.hoisted.add(name);
    const init =
      names === "" || (enters && this.#skipping) ? "" : enters ? `at === 0 && (${names})` : `let ${names}`;
    if (enters) this.#skipping = false;
    const isWhile = test !== null && names === "" && code.step === "";
    const head = isWhile
      ? `while (${test}) {`
      : `for (${init};${test === null ? "" : ` ${test}`};${code.step === "" ? "" : ` ${code.step}`}) {`;
    this.#around.push({ label: code.label, isLoop: true });
    this.#labelled(code.label, code.mark + head, () => this.#inner(code.body));
    this.#around.pop();
  }

  #guarded({ calls, body }: Guarded): void {
    this.#line("try {");
    this.#inner(body);
    this.#line("} catch (thrown) {");
    this.#line(`  return unwind(scheduler, ${calls}, thrown);`);
    this.#line("}");
  }

  /** Prints the label only if a jump refers to it. */
  #labelled(label: string, head: string, body: () => void): void {
    const at = this.lines.length;
    this.#line(head);
    body();
    this.#line("}");
    if (this.#jumpedTo.has(label))
      this.lines[at] = this.lines[at]!.replace(/^\s*/, (space) => `${space}${label}: `);
  }

  #switch(code: Switch): void {
    const on = this.#entered && code.waits ? this.#enteredCase(code) : code.on;
    this.#around.push({ label: code.label, isLoop: false });
    this.#labelled(code.label, `switch (${on}) {`, () => {
      const skipping = this.#skipping;
      this.#indent++;
      code.cases.forEach(({ labels, body }) => {
        this.#skipping = skipping;
        for (const label of labels.slice(0, -1)) this.#line(`case ${label}:`);
        this.#line(labels.length === 0 ? "default: {" : `case ${labels.at(-1)!}: {`);
        this.#inner(body);
        this.#line("}");
      });
      this.#indent--;
    });
    this.#around.pop();
  }

  /**
   * The case to enter, selected by the number of the waiting call. A value that no case matches selects the
   * default.
   */
  #enteredCase(code: Switch): string {
    const waiting = code.cases.filter((each) => waitsIn(each.body));
    const tests = waiting.map((each) => {
      const match = each.labels[0] ?? "undefined";
      return each === waiting.at(-1) ? match : `at <= ${this.#lastIn(each.body)} ? ${match} : `;
    });
    return this.#skipping ? tests.join("") : `at === 0 ? ${code.on} : ${tests.join("")}`;
  }
}
