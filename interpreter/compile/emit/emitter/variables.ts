// The variables of one function and the lambdas in it: their JavaScript names, and what is known about their
// values.
import { exact, fits32, type Range } from "../../analysis/ranges/index.ts";
import { isPrimitive, type Local } from "../../ir/index.ts";
import type { Numbers } from "../frames/index.ts";
import type { ProgramText } from "../program/index.ts";
import { Names, type Halves, type Value } from "../values/index.ts";
import { CodeBuilder } from "./code-builder.ts";

export class FunctionVariables extends CodeBuilder {
  readonly program: ProgramText;
  readonly names: Names;
  /** JavaScript names of variables, shared with enclosing functions. */
  readonly locals: Map<Local, string>;
  readonly ranges: Map<Local, Range>;
  /** Variables that are kept in halves. */
  readonly splits: Map<Local, Halves>;
  /** Names of variables that hold numbers, shared with enclosing functions. */
  readonly numbers: Numbers;
  #temps: string[] = [];
  #tempsInUse = 0;

  /** `outer`: the variables of the function that contains the lambda. */
  constructor(program: ProgramText, indent: number, outer: FunctionVariables | null) {
    super(indent, outer?.iterationNames ?? new Set());
    this.program = program;
    this.names = outer?.names ?? new Names(program.names.taken);
    this.locals = outer?.locals ?? new Map();
    this.ranges = outer?.ranges ?? new Map();
    this.splits = outer?.splits ?? new Map();
    this.numbers = outer?.numbers ?? new Map();
  }

  /** A temporary variable for use within one statement. */
  temp(): string {
    if (this.#tempsInUse === this.#temps.length) this.#temps.push(this.names.fresh("t"));
    return this.#temps[this.#tempsInUse++]!;
  }

  /** Runs `emit` as one statement: its temporaries are free again afterwards. */
  statement<T>(emit: () => T): T {
    const before = this.#tempsInUse;
    const result = emit();
    this.#tempsInUse = before;
    return result;
  }

  /** The line that declares all temporaries, or null. */
  get tempLine(): string | null {
    return this.#temps.length === 0 ? null : `let ${this.#temps.join(", ")};`;
  }

  declare(local: Local): string {
    const name = this.names.forScript(local.name);
    this.locals.set(local, name);
    if (isPrimitive(local.type, "Float")) this.numbers.set(name, "Float");
    else this.noteInt(name, exact(this.program.ranges.ofLocal(local)));
    return name;
  }

  declareSplit(local: Local): Halves {
    const halves = {
      hi: this.names.forScript(`${local.name}$hi`),
      lo: this.names.forScript(`${local.name}$lo`),
    };
    this.splits.set(local, halves);
    this.numbers.set(halves.hi, "Int32").set(halves.lo, "Int32");
    return halves;
  }

  /** Records that a name holds an Int within `range`, if that makes it a number. */
  noteInt(name: string, range: Range | null): string {
    if (range !== null) this.numbers.set(name, fits32(range) ? "Int32" : "Float");
    return name;
  }

  localName(local: Local): string {
    return this.locals.get(local) ?? this.declare(local);
  }

  /** Declares the variable with `const`, or `let` if it is assigned later. */
  declareValue(local: Local, value: Value): void {
    const name = this.declare(local);
    if (value.bounds !== null && !local.assigned) {
      this.ranges.set(local, value.bounds);
      this.noteInt(name, value.range);
    }
    this.declareName(name, value.text, local.assigned);
  }
}
