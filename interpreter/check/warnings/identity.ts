// W7 at calls that make a type parameter, which `==` compares, a type without `Eq`.
import { notes } from "../../diagnostics/index.ts";
import type { Source, Span } from "../../source/index.ts";
import type { Becomes, Comparing, Lacking, ParamNumber } from "../comparing.ts";
import type { Context } from "../context.ts";
import type { FileUses } from "../names/index.ts";

/** What is known of the bodies of a program. */
export interface ComparingProgram<F> {
  of(fn: F): Comparing<F> | undefined;
  nameOf(fn: F): string;
  sourceOf(fn: F): Source;
}

/** Reports the calls in a body of a file. */
export function warnIdentity<F>(
  context: Context,
  file: Pick<FileUses, "unit">,
  { becomes }: Comparing<F>,
  program: ComparingProgram<F>,
): void {
  const reported = new Set<string>();
  for (const call of becomes) {
    const found = comparison(call, program);
    if (found === null) continue;
    const { type, derive } = found.lacking;
    const place = `${call.span.start} ${type}`;
    if (reported.has(place)) continue;
    reported.add(place);
    const called = program.nameOf(call.to);
    const inside = program.nameOf(found.fn);
    context.warn(
      "W7",
      file,
      call.span,
      { type: type!, by: called, ...(inside !== called && { inside }) },
      {
        related: [{ source: program.sourceOf(found.fn), span: found.span, text: notes.comparedHere }],
        ...(derive !== null && { hint: notes.writeDeriveEqBefore(derive) }),
      },
    );
  }
}

interface Compared<F> {
  readonly fn: F;
  readonly span: Span;
  readonly lacking: Lacking;
}

/** A comparison of the type that a parameter becomes, or of a part of it by a method of the type. */
function comparison<F>(call: Becomes<F>, program: ComparingProgram<F>): Compared<F> | null {
  const open: [F, ParamNumber, Lacking][] = [[call.to, call.param, call]];
  const seen = new Map<F, Set<ParamNumber>>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [fn, param, lacking] = next;
    const params = seen.get(fn) ?? new Set();
    seen.set(fn, params);
    if (params.has(param)) continue;
    params.add(param);
    const known = program.of(fn);
    if (known === undefined) continue;
    const compares = known.compares.find(([own]) => own === param);
    if (compares !== undefined && lacking.type !== null) return { fn, span: compares[1], lacking };
    for (const [own, to, passed] of known.passes) {
      if (own !== param) continue;
      const replaced = passed === "self" ? call.methods.find(([member]) => member === to) : undefined;
      if (replaced === undefined) open.push([to, passed, lacking]);
      else for (const [inner, type] of replaced[2]) open.push([replaced[1], inner, type]);
    }
  }
  return null;
}
