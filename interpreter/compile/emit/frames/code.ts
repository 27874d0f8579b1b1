// Statements of generated JavaScript as a tree, as far as waiting calls make it necessary: expressions
// are text. A function that may wait is printed from it twice (code-text.ts).

export type Code =
  | { readonly kind: "Line"; readonly text: string; readonly returns?: true }
  /** `value` null: undefined. `changes`: it is set again. */
  | {
      readonly kind: "Declare";
      readonly name: string;
      readonly value: string | null;
      readonly changes: boolean;
    }
  /** These are read no more until they are declared again: what they hold may be collected. */
  | { readonly kind: "Release"; readonly names: readonly string[] }
  | Wait
  | If
  | LoopCode
  /** Jumps with its label leave it. */
  | {
      readonly kind: "Labelled";
      readonly label: string;
      readonly body: readonly Code[];
      readonly waits: boolean;
    }
  | Guarded
  | Switch
  | { readonly kind: "Break" | "Continue"; readonly label: string };

/** `name = call`, or the value that comes later where the call gives a promise. */
export interface Wait {
  readonly kind: "Wait";
  /** The condition under which it happens; then there is no value. */
  readonly when: string | null;
  readonly name: string;
  readonly call: string;
  /** Position index of the call, -1 where there is nothing to show; and its marker. */
  readonly site: number;
  readonly mark: string;
  /** Set again, by a `Release`. */
  readonly changes?: true;
}

export interface If {
  readonly kind: "If";
  /** One after the other; a last one without test is the `else`. */
  readonly arms: readonly { readonly test: string | null; readonly body: readonly Code[] }[];
  readonly waits: boolean;
}

export interface LoopCode {
  readonly kind: "Loop";
  readonly label: string;
  /** Marker of its place: that of a loop which never ends is asked for. */
  readonly mark: string;
  /** Declared by its head. */
  readonly variables: readonly { readonly name: string; readonly value: string }[];
  /** Null for one without end. */
  readonly test: string | null;
  readonly step: string;
  readonly body: readonly Code[];
  readonly waits: boolean;
  /** Its body begins with a look at the time slice, after which the iteration may begin anew: the test has no effects. This counts there. */
  readonly looks?: string;
}

/** What throws in it leaves the function past the deferred calls that the variable `calls` holds. */
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

/** Texts and inner statements of one statement, in order. */
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

/** The inner statements of one statement. */
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

/** How deep waiting loops stand inside one another. */
export function nestingOf(code: Code): number {
  const inner = bodiesOf(code).reduce(
    (most, body) =>
      body.reduce((more, each) => (waitsAt(each) ? Math.max(more, nestingOf(each)) : more), most),
    0,
  );
  return code.kind === "Loop" ? inner + 1 : inner;
}
