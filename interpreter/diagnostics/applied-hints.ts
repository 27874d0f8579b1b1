// The edits that a hint names: hints whose text is complete become fixes, which editors offer. Each rule reads
// the form of one kind of note (`*-notes.ts`). A hint with `…`, or with names that stand for something, is
// advice and has no fix.
import type { Source, Span } from "../source/index.ts";
import { BLOCK_RULES } from "./block-fixes.ts";
import type { Edit, Fix } from "./diagnostic.ts";
import { FORM_RULES } from "./form-fixes.ts";
import { HABIT_RULES } from "./habit-fixes.ts";
import { importEdits } from "./import-edit.ts";
import { TOKEN_RULES, type Marked, type Rule } from "./token-fixes.ts";
import { WORD_RULES } from "./word-fixes.ts";

const NAME = /^[A-Za-z_]\w*$/;
/** An expression before which or after which a text can be written without parentheses. */
const SIMPLE = /^(?:[\w.]+|"[^"]*"|[\w.]+\([^()]*\))$/;

const RULES: readonly (readonly [RegExp, Rule])[] = [
  ...WORD_RULES,
  ...BLOCK_RULES,
  [
    /^did you mean `("[\w-]+")`\?$/,
    ([, quoted], { source, span, text }) => (text.startsWith('"') ? [{ source, span, text: quoted! }] : null),
  ],
  [/^did you mean `([^`]+)`\??$/, ([, name], marked) => replaced(marked, name!)],
  [
    /^did you mean `(\w+)`\? `\w+` needs `import (std\/\w+(?: \{ \w+ \})?)`$/,
    ([, name, path], marked) => {
      const edits = replaced(marked, name!);
      return edits === null ? null : [...importEdits(marked.source, path!), ...edits];
    },
  ],
  [
    /^did you mean `(\w+)` of `(std\/collections)`\?/,
    ([, name, path], marked) => {
      const edits = replaced(marked, name!);
      if (edits === null || name === "Map" || name === "Set") return edits;
      return [...importEdits(marked.source, `${path!} { ${name!} }`), ...edits];
    },
  ],
  [
    /^write `\.(\w+)\(…\)`$/,
    ([, name], marked) => (/^\((?!\))/.test(marked.rest) ? replaced(marked, name!) : null),
  ],
  [/^write `import (std\/\w+)`$/, ([, path], { source }) => added(source, path!)],
  [/^add `import ([^`]+)`$/, ([, path], { source }) => added(source, path!)],
  [/^write the address as `("[^`]+")`$/, ([, text], { source, span }) => [{ source, span, text: text! }]],
  [
    /^convert the error: `([^`…]+)\?`$/,
    ([, call], { source, span, text }) =>
      text.endsWith("?") ? [{ source, span: { start: span.end - 1, end: span.end - 1 }, text: call! }] : null,
  ],
  [/^wrap it: `(\w+)\(…\)`$/, ([, name], marked) => around(marked, `${name!}(`, ")")],
  [/^convert it with `(\.to_(?:float|int|json)\(\))`$/, ([, call], marked) => called(marked, call!)],
  [/^convert it to a string with `(\.to_string\(\))`/, ([, call], marked) => called(marked, call!)],
  [
    /^call the function to get a value: `f(\(\))`$/,
    ([, call], marked) => (SIMPLE.test(marked.text) ? around(marked, "", call!) : null),
  ],
  [/^call it: `[^`…]+(\(\))`$/, ([, call], marked) => around(marked, "", call!)],
  [
    /^`\w+` is a method: call it with `\.(\w+\(\))`$/,
    ([, call], marked) => (marked.rest.startsWith("(") ? null : replaced(marked, call!)),
  ],
  [/^`\w+` is a field: remove the parentheses$/, (_, marked) => withoutParentheses(marked)],
  [
    /^remove the `\?`$/,
    (_, { source, span, text }) =>
      text.endsWith("?") ? [{ source, span: { start: span.end - 1, end: span.end }, text: "" }] : null,
  ],
  [
    /^remove `(\w+)`: /,
    ([, word], { source, span, text, rest }) =>
      text === word
        ? [{ source, span: { start: span.start, end: span.end + /^ */.exec(rest)![0].length }, text: "" }]
        : null,
  ],
  [
    /^write `\.(\w+)\(([^`()…]*)\)`(?:$|, which |, the )/,
    ([, name, args], marked) => renamed(marked, name!, args!),
  ],
  [
    /^write `(\w+)\.(\w+)\(([^`()…]*)\)`$/,
    ([, module, name, args], marked) =>
      marked.source.text.slice(0, marked.span.start).endsWith(`${module!}.`)
        ? renamed(marked, name!, args!)
        : null,
  ],
  [
    /`@derive\(([\w, ]+)\)` before `(\w+)`$/,
    ([, traits, type], { source }) => derived(source, traits!, type!),
  ],
  ...TOKEN_RULES,
  ...FORM_RULES,
  ...HABIT_RULES,
];

/** `x` needs one import, or one of several. */
const NEEDED =
  /^(?:`\w+`(?:, | and ))*`\w+` (?:needs|need|comes with|come with) (`import [^`]+`(?:(?:, | or )`import [^`]+`)*)(?:;|$)/;

const ONE_OF = /^did you mean ((?:`\w+`,? )*or `\w+`)\?$/;

/** The fixes that a hint about a marked location describes, the first one first. */
export function fixesOf(hint: string, source: Source, span: Span): readonly Fix[] | undefined {
  const needed = NEEDED.exec(hint);
  if (needed !== null)
    return [...needed[1]!.matchAll(/`import ([^`]+)`/g)].map(([title, path]) => ({
      title: title.slice(1, -1),
      edits: importEdits(source, path!),
    }));
  const text = source.text.slice(span.start, span.end);
  const several = ONE_OF.exec(hint);
  if (several !== null && NAME.test(text))
    return [...several[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => ({
      title: `write \`${name!}\``,
      edits: [{ source, span, text: name! }],
    }));
  const rest = source.text.slice(span.end, span.end + 200);
  for (const [form, rule] of RULES) {
    const match = form.exec(hint);
    const edits = match === null ? null : rule(match, { source, span, text, rest });
    if (edits !== null) return [{ title: hint, edits }];
  }
  return undefined;
}

/** An import that is there already is not what is missing. */
function added(source: Source, path: string): Edit[] | null {
  const edits = importEdits(source, path);
  return edits.length === 0 ? null : edits;
}

function replaced({ source, span, text }: Marked, by: string): Edit[] | null {
  return NAME.test(text) ? [{ source, span, text: by }] : null;
}

function around({ source, span }: Marked, before: string, after: string): Edit[] {
  const at = (offset: number): Span => ({ start: offset, end: offset });
  return [
    ...(before === "" ? [] : [{ source, span: at(span.start), text: before }]),
    { source, span: at(span.end), text: after },
  ];
}

function called(marked: Marked, call: string): Edit[] {
  return SIMPLE.test(marked.text) ? around(marked, "", call) : around(marked, "(", `)${call}`);
}

function withoutParentheses({ source, span, rest }: Marked): Edit[] | null {
  return rest.startsWith("()") ? [{ source, span: { start: span.end, end: span.end + 2 }, text: "" }] : null;
}

/** Another name for a method; the arguments stay if the hint and the call have some. */
function renamed(marked: Marked, name: string, args: string): Edit[] | null {
  const { rest } = marked;
  if (args === "" && rest.startsWith("?("))
    return [
      { source: marked.source, span: { start: marked.span.start, end: marked.span.end + 1 }, text: name },
    ];
  if (args === "") return replaced(marked, rest.startsWith("(") ? name : `${name}()`);
  return rest.startsWith("(") && !rest.startsWith("()") ? replaced(marked, name) : null;
}

/** Adds traits to the derives of a type of the same file. */
function derived(source: Source, traits: string, type: string): Edit[] | null {
  const found = new RegExp(`^([ \\t]*)(?:@derive\\(([^)]*)\\)\\s*)?(?:struct|enum)\\s+${type}\\b`, "m").exec(
    source.text,
  );
  if (found === null) return null;
  const [, indent = "", present] = found;
  const start = found.index + indent.length;
  if (present === undefined)
    return [{ source, span: { start, end: start }, text: `@derive(${traits})\n${indent}` }];
  const end = start + "@derive(".length + present.length;
  return [{ source, span: { start: end, end }, text: present.trim() === "" ? traits : `, ${traits}` }];
}
