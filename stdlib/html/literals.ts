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
    return [{ start, end, message, hint: stepFor(problem) }];
  }
}

/** What to do about a problem, by its text. */
const STEPS: readonly (readonly [problem: RegExp, hint: string])[] = [
  [/^\{\{ without \}\}$/, "close it with `}}`"],
  [/^(?:if|for) without end$/, "write `{{ end }}` behind its content"],
  [/^end without a block$/, "remove it, or begin a block with `{{ if … }}` or `{{ for … }}`"],
  [/^else(?: if .*)? without a block$/s, "remove it, or begin a block with `{{ if … }}`"],
  [/^else if .* in a loop$/s, "a loop has `{{ else }}` alone: write an `{{ if … }}` inside of it"],
  [/ after else$/, "write `{{ end }}` before it: `{{ else }}` is the last part of a block"],
  [/: a loop is /, "write `{{ for item in items }}`"],
  [/: a condition is /, "write one value, or two values with `==` or `!=` between them"],
  [/^\{\{ (?:elif|elsif|elseif)\b/, "write `{{ else if … }}`"],
  [/^\{\{ \{/, "write `{{ x }}`, or `{{ raw x }}` for HTML that is not escaped"],
  [/^\{\{ [^]*[|(]/, "compute it before, and pass the result to the template"],
  [/is neither a value nor a block$/, "write the name of a value, such as `{{ user.name }}`"],
  [/: raw is allowed in text only$/, "remove `raw`, or write it between tags"],
  [/^there is no partial /, "write the text here, or pass partials to `template_with`"],
  [/^"[^]*" includes itself$/, "write the text that is repeated once, and a loop around it"],
  [/^the template ends inside (?:the value|a tag)/, "write the rest of the tag, up to its `>`"],
  [/^the template ends inside a comment/, "close it with `-->`"],
  [/^the template ends inside/, "write the rest of it"],
  [/ begins in .* and ends in /s, "open and close a tag in the same block"],
  [/nested too deeply$|too large$/, "move a part into a template of its own"],
  [/needs quotes$/, 'write the value in quotes: `="{{ … }}"`'],
  [/: a comment takes no values$/, "write it outside of the comment, or as `{{ # … }}`"],
  [
    /: a value cannot make a tag or the name of an attribute$/,
    "write the name itself, with `{{ if … }}` around it",
  ],
  [/: a URL that begins with /, "begin the value with `{{ … }}`, or with a path"],
  [/: (?:style|srcset|imagesrcset|srcdoc) takes no values$/, "use a class or another attribute"],
  [/which takes no values; use a data attribute$/, 'write it as `data-x="{{ … }}"`, which a script can read'],
  [
    / takes no values; pass them in /,
    'write it in `<script type="application/json">{{ json … }}</script>`, or in an attribute',
  ],
  [/: in a data script, write /, "write `json` before the value"],
];

function stepFor(problem: string): string {
  return STEPS.find(([known]) => known.test(problem))?.[1] ?? "write it as the reference of templates says";
}

export const checkers: LiteralCheckers = {
  whole: {
    template: (text) => problemsOf(text, new Map()),
    template_with: (text) => problemsOf(text, ANY),
  },
};
