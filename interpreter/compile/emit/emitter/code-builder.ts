// Builds sequences of statements: each is appended to the open sequence.
import { waitsIn, type Code } from "../frames/index.ts";

export class CodeBuilder {
  /** The open sequence. */
  code: Code[] = [];
  /** The indentation of a lambda that begins here. */
  indent: number;
  /** Variables declared by loops: fresh in each iteration, except in a resumed frame (closures.ts). */
  readonly iterationNames: Set<string>;
  /** Variables that lambdas refer to. */
  readonly inLambdas = new Set<string>();
  #iterationDepth = 0;

  constructor(indent: number, iterationNames: Set<string>) {
    this.indent = indent;
    this.iterationNames = iterationNames;
  }

  line(text: string): void {
    this.code.push({ kind: "Line", text });
  }

  /** `null`: undefined. */
  declareName(name: string, value: string | null, changes = value === null): void {
    this.code.push({ kind: "Declare", name, value, changes });
    this.nameInIteration(name);
  }

  nameInIteration(name: string): void {
    if (this.#iterationDepth > 0) this.iterationNames.add(name);
  }

  jump(kind: "Break" | "Continue", label: string): void {
    this.code.push({ kind, label });
  }

  /** The statements that `emit` appends, and its result. */
  sequence<T>(emit: () => T): { readonly body: readonly Code[]; readonly given: T } {
    const outer = this.code;
    const body: Code[] = [];
    this.code = body;
    this.indent++;
    const given = emit();
    this.indent--;
    this.code = outer;
    return { body, given };
  }

  /** As `sequence`, for the body of a loop. */
  iteration(emit: () => void): readonly Code[] {
    this.#iterationDepth++;
    const { body } = this.sequence(emit);
    this.#iterationDepth--;
    return body;
  }

  if(test: string, then: () => void): void {
    const { body } = this.sequence(then);
    this.code.push({ kind: "If", arms: [{ test, body }], waits: waitsIn(body) });
  }

  guarded(calls: string, emit: () => void): void {
    const { body } = this.sequence(emit);
    this.code.push({ kind: "Guarded", calls, body, waits: waitsIn(body) });
  }

  labelled<T>(label: string, emit: () => T): T {
    const { body, given } = this.sequence(emit);
    this.code.push({ kind: "Labelled", label, body, waits: waitsIn(body) });
    return given;
  }
}
