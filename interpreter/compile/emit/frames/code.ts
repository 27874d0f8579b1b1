// Statements of generated JavaScript as a tree, as detailed as waiting calls require; expressions are text. A
// function that may wait is printed from it twice (code-text.ts).

export type Code =
  | { readonly kind: "Line"; readonly text: string; readonly returns?: true }
  /** `value` null: undefined. `changes`: the variable is assigned later. */
  | {
      readonly kind: "Declare";
      readonly name: string;
      readonly value: string | null;
      readonly changes: boolean;
    }
  /** The variables are not read until they are declared again, so their values may be collected. */
  | { readonly kind: "Release"; readonly names: readonly string[] }
  | Wait
  | If
  | LoopCode
  /** A block that jumps with its label leave. */
  | {
      readonly kind: "Labelled";
      readonly label: string;
      readonly body: readonly Code[];
      readonly waits: boolean;
    }
  | Guarded
  | Switch
  | { readonly kind: "Break" | "Continue"; readonly label: string };

/** `name = call`; if the call returns a promise, the function suspends and `name` gets its value later. */
export interface Wait {
  readonly kind: "Wait";
  /** The condition under which it waits; there is no value then. */
  readonly when: string | null;
  readonly name: string;
  readonly call: string;
  /** The site of the call, -1 if there is no location; and the marker of its location. */
  readonly site: number;
  readonly mark: string;
  /** Whether a `Release` assigns the variable. */
  readonly changes?: true;
}

export interface If {
  readonly kind: "If";
  /** The arms in order; a last arm without test is the `else`. */
  readonly arms: readonly { readonly test: string | null; readonly body: readonly Code[] }[];
  readonly waits: boolean;
}

export interface LoopCode {
  readonly kind: "Loop";
  readonly label: string;
  /** The marker of its location, which traces show for an endless loop. */
  readonly mark: string;
  /** Variables declared in its head. */
  readonly variables: readonly { readonly name: string; readonly value: string }[];
  /** Null for an endless loop. */
  readonly test: string | null;
  readonly step: string;
  readonly body: readonly Code[];
  readonly waits: boolean;
  /**
   * Set if the body begins with a check of the time slice, after which the iteration may be repeated, since
   * the test has no effects: the counter that is checked.
   */
  readonly looks?: string;
}

/** A body whose exceptions leave the function through the deferred calls in the variable `calls`. */
export interface Guarded {
  readonly kind: "Guarded";
  readonly calls: string;
  readonly body: readonly Code[];
  readonly waits: boolean;
}

export interface Switch {
  readonly kind: "Switch";
  readonly label: string;
  readonly on: string;
  /** Without labels: the `default`. */
  readonly cases: readonly { readonly labels: readonly string[]; readonly body: readonly Code[] }[];
  readonly waits: boolean;
}

export function waitsIn(codes: readonly Code[]): boolean {
  return codes.some(waitsAt);
}

export function waitsAt(code: Code): boolean {
  switch (code.kind) {
    case "Line":
    case "Declare":
    case "Release":
    case "Break":
    case "Continue":
      return false;
    case "Wait":
      return true;
    case "If":
    case "Loop":
    case "Labelled":
    case "Guarded":
    case "Switch":
      return code.waits;
  }
}

/** The texts and inner statements of a statement, in order. */
export function eachText(code: Code, text: (text: string) => void): void {
  const all = (codes: readonly Code[]) => codes.forEach((each) => eachText(each, text));
  switch (code.kind) {
    case "Line":
      return text(code.text);
    case "Declare":
      return code.value === null ? undefined : text(code.value);
    case "Wait":
      if (code.when !== null) text(code.when);
      return text(code.call);
    case "If":
      return code.arms.forEach((arm) => {
        if (arm.test !== null) text(arm.test);
        all(arm.body);
      });
    case "Loop":
      code.variables.forEach((variable) => text(variable.value));
      if (code.test !== null) text(code.test);
      text(code.step);
      return all(code.body);
    case "Labelled":
      return all(code.body);
    case "Guarded":
      text(code.calls);
      return all(code.body);
    case "Switch":
      text(code.on);
      return code.cases.forEach((each) => all(each.body));
    case "Release":
    case "Break":
    case "Continue":
      return;
  }
}

/** The inner statements of a statement. */
export function bodiesOf(code: Code): (readonly Code[])[] {
  switch (code.kind) {
    case "If":
      return code.arms.map((arm) => arm.body);
    case "Loop":
    case "Labelled":
    case "Guarded":
      return [code.body];
    case "Switch":
      return code.cases.map((each) => each.body);
    case "Line":
    case "Declare":
    case "Release":
    case "Wait":
    case "Break":
    case "Continue":
      return [];
  }
}

/** The nesting depth of waiting loops. */
export function nestingOf(code: Code): number {
  const inner = bodiesOf(code).reduce(
    (most, body) =>
      body.reduce((more, each) => (waitsAt(each) ? Math.max(more, nestingOf(each)) : more), most),
    0,
  );
  return code.kind === "Loop" ? inner + 1 : inner;
}
