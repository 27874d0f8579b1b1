// Liveness analysis for frames: at each waiting call, a frame keeps the variables in scope that may be read
// later. Names are unique within a function, so a variable is read where its name is mentioned.
import { get } from "../../../own/index.ts";
import { bodiesOf, eachText, waitsAt, waitsIn, type Code, type Wait } from "./code.ts";

export interface Pause {
  /** The number of the waiting call, from 1, in order of the text. */
  readonly at: number;
  readonly kept: readonly string[];
}

export interface Pauses {
  readonly of: ReadonlyMap<Wait, Pause>;
  /** The variables that are kept at any waiting call. */
  readonly fields: readonly string[];
}

/** `scope`: parameters and captured variables. `keepsAll`: debuggers show variables that are not read later. */
export function pausesOf(body: readonly Code[], scope: readonly string[], keepsAll = false): Pauses {
  const readLater = new Map<Wait, ReadonlySet<string>>();
  follow(body, new Set(), readLater);
  const of = new Map<Wait, Pause>();
  const fields = new Set<string>();
  number(body, new Set(scope), (wait, inScope) => {
    const later = readLater.get(wait)!;
    const shown = keepsAll ? [...inScope].filter((name) => name.startsWith("_") && !later.has(name)) : [];
    const kept = [...[...later].filter((name) => inScope.has(name)), ...shown];
    for (const name of kept) fields.add(name);
    of.set(wait, { at: of.size + 1, kept });
  });
  return { of, fields: [...fields] };
}

/**
 * A backward pass over statements. `later` are the names mentioned after them; on return it is extended by
 * those mentioned within them. Targets of jumps are covered: the text of an enclosing construct is added
 * before its statements are visited, and only names declared there are removed. `reached`: the names
 * mentioned at the targets of jumps out of these statements, whatever is in between.
 */
function follow(
  codes: readonly Code[],
  later: Set<string>,
  readLater: Map<Wait, ReadonlySet<string>>,
  reached: ReadonlySet<string> = new Set(),
): void {
  for (let i = codes.length - 1; i >= 0; i--) {
    const code = codes[i]!;
    if (code.kind === "Line" && get(code, "returns")) {
      later.clear();
      for (const name of reached) later.add(name);
    }
    if (code.kind === "Declare" || code.kind === "Wait") later.delete(code.name);
    if (code.kind === "Wait") readLater.set(code, new Set(later));
    if (code.kind === "Loop" && code.waits) {
      addMentions(code, later);
      for (const name of declaredIn(code.body)) later.delete(name);
      const after = new Set(reachedIn(code.body, code.label, later, reached));
      // The check of the time slice continues at the head, even if the body never returns to it.
      if (get(code, "looks") !== undefined) addMentions({ ...code, body: [] }, after);
      follow(code.body, new Set(later), readLater, after);
    } else if (waitsAt(code)) {
      if (code.kind === "Guarded") later.add(code.calls);
      for (const body of bodiesOf(code)) {
        if (!waitsIn(body)) continue;
        const after =
          code.kind === "Labelled" || code.kind === "Switch"
            ? reachedIn(body, code.label, later, reached)
            : reached;
        follow(body, new Set(later), readLater, after);
      }
    }
    addMentions(code, later);
  }
}

/** `reached` for the statements of a construct with that label. */
function reachedIn(
  codes: readonly Code[],
  label: string,
  after: ReadonlySet<string>,
  reached: ReadonlySet<string>,
): ReadonlySet<string> {
  return jumpsTo(codes, label) ? reached.union(after) : reached;
}

function jumpsTo(codes: readonly Code[], label: string): boolean {
  return codes.some((code) =>
    code.kind === "Break" || code.kind === "Continue"
      ? code.label === label
      : bodiesOf(code).some((body) => jumpsTo(body, label)),
  );
}

const NAME = /[A-Za-z_$][\w$]*/g;

function addMentions(code: Code, to: Set<string>): void {
  eachText(code, (text) => {
    for (const [name] of text.matchAll(NAME)) to.add(name);
  });
}

/** A forward pass, with the names in scope at each waiting call. */
function number(
  codes: readonly Code[],
  scope: Set<string>,
  meet: (wait: Wait, scope: ReadonlySet<string>) => void,
): void {
  const added: string[] = [];
  const add = (name: string): void => {
    scope.add(name);
    added.push(name);
  };
  for (const code of codes) {
    if (code.kind === "Wait") meet(code, scope);
    if (code.kind === "Wait" || code.kind === "Declare") add(code.name);
    if (!waitsAt(code)) continue;
    const own = code.kind === "Loop" ? code.variables.map((each) => each.name) : [];
    for (const name of own) scope.add(name);
    for (const body of bodiesOf(code)) number(body, scope, meet);
    for (const name of own) scope.delete(name);
  }
  for (const name of added) scope.delete(name);
}

function declaredIn(codes: readonly Code[], names: string[] = []): string[] {
  for (const code of codes) {
    if (code.kind === "Declare" || code.kind === "Wait") names.push(code.name);
    if (code.kind === "Loop") names.push(...code.variables.map((each) => each.name));
    for (const body of bodiesOf(code)) declaredIn(body, names);
  }
  return names;
}
