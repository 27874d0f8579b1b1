// The checkers of literal templates.
import type { FoundProblem, LiteralCheckers } from "../../interpreter/runtime/index.ts";
import { parseTemplate, TemplateError } from "./parse.ts";

/** Partials of which only the names are known: they may contain anything that can stand where they are included. */
const ANY: ReadonlyMap<string, string> = { get: () => "" } as unknown as ReadonlyMap<string, string>;

function problemsOf(text: string, partials: ReadonlyMap<string, string>): readonly FoundProblem[] {
  try {
    parseTemplate("template", text, partials);
    return [];
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const { start, end, problem } = error.found ?? { start: 0, end: text.length, problem: error.message };
    const message = `invalid template: ${problem}`;
    return [{ start, end, message, ...stepFor(problem) }];
  }
}

function stepFor(problem: string): { readonly hint?: string } {
  if (problem === "{{ without }}") return { hint: "close it with `}}`" };
  if (/^(?:if|for) without end$/.test(problem)) return { hint: "write `{{ end }}` behind its content" };
  if (problem === "end without a block")
    return { hint: "remove it, or begin a block with `{{ if … }}` or `{{ for … }}`" };
  return {};
}

export const checkers: LiteralCheckers = {
  whole: {
    template: (text) => problemsOf(text, new Map()),
    template_with: (text) => problemsOf(text, ANY),
  },
};
