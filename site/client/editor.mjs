// CodeMirror for Stdlang: colours, diagnostics, completion and descriptions.
import { autocompletion, snippet } from "@codemirror/autocomplete";
import { HighlightStyle, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lintKeymap, linter } from "@codemirror/lint";
import { EditorState, Prec } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { basicSetup } from "codemirror";

const WORDS = new Set(
  "as break const continue dyn else enum false for fun if impl import in let loop match None Ok Err Some pub return self spawn struct trait true type while".split(
    " ",
  ),
);

const language = StreamLanguage.define({
  name: "stdlang",
  token(stream) {
    if (stream.match(/^\/\/.*/)) return "comment";
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^\d[\w.]*/)) return "number";
    const word = stream.match(/^[A-Za-z_]\w*/);
    if (word) {
      if (WORDS.has(word[0])) return "keyword";
      return /^[A-Z]/.test(word[0]) ? "typeName" : null;
    }
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "//" } },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, class: "tok-keyword" },
  { tag: tags.string, class: "tok-string" },
  { tag: tags.number, class: "tok-number" },
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.typeName, class: "tok-typeName" },
]);

/** The kinds of the language service, by those for which CodeMirror has icons. */
const KINDS = { function: "function", method: "method", keyword: "keyword", module: "namespace", variable: "variable" };

/** Inserts a proposal, and makes its further edits, such as an import. */
function insert(view, item, { completion, from, to }) {
  const start = item.span?.start ?? from;
  const template = item.isSnippet === true ? item.insert.replace(/\$(\d)/g, "${$1}") : null;
  if (template === null) {
    const changes = { from: start, to, insert: item.insert };
    view.dispatch({ changes, selection: { anchor: start + item.insert.length }, userEvent: "input.complete" });
  } else snippet(template)(view, completion, start, to);
  const further = (item.also ?? []).map(({ span, text }) => ({ from: span.start, to: span.end, insert: text }));
  if (further.length > 0) view.dispatch({ changes: further });
}

function completions(ask) {
  return async (context) => {
    if (!context.explicit && context.matchBefore(/[\w.]/) === null) return null;
    const { span, items } = await ask("completions", { offset: context.pos });
    const options = items.filter(({ filter }) => filter === undefined).map((item) => ({
      label: item.label,
      detail: item.detail,
      info: item.documentation,
      type: KINDS[item.kind] ?? "text",
      boost: -item.rank,
      apply: (view, completion, from, to) => insert(view, item, { completion, from, to }),
    }));
    return options.length === 0 ? null : { from: span.start, to: span.end, options };
  };
}

function descriptions(ask) {
  return hoverTooltip(async (_view, at) => {
    const found = await ask("hover", { offset: at });
    if (found === null) return null;
    const dom = document.createElement("div");
    dom.className = "description";
    const code = document.createElement("code");
    code.textContent = found.code;
    const text = document.createElement("p");
    text.textContent = found.documentation;
    dom.append(code, text);
    return { pos: found.span.start, end: found.span.end, create: () => ({ dom }) };
  });
}

/** Diagnostics, of which the list is for readers of screens, too: it is opened with Control-Shift-M. */
function diagnostics(ask) {
  return linter(async (view) => {
    const end = view.state.doc.length;
    return (await ask("diagnostics")).map(({ severity, message, span }) => ({
      from: Math.min(span.start, end),
      to: Math.min(Math.max(span.end, span.start), end),
      severity: severity === "error" ? "error" : "warning",
      message,
    }));
  });
}

/**
 * @param ask sends a question about the text of the editor to the language service
 * @param changed is called with the text after each change
 * @param run runs the program
 */
export function createEditor({ parent, text, label, ask, changed, run }) {
  const extensions = [
    EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
    Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => (run(), true) }])),
    basicSetup,
    indentUnit.of("    "),
    keymap.of(lintKeymap),
    language,
    syntaxHighlighting(colours),
    diagnostics(ask),
    autocompletion({ override: [completions(ask)] }),
    descriptions(ask),
    EditorView.contentAttributes.of({ "aria-label": label }),
  ];
  const stateOf = (doc) => EditorState.create({ doc, extensions });
  const view = new EditorView({ parent, state: stateOf(text) });
  /** Each file has its own state, so that undoing brings back no text of another one. */
  return { view, stateOf };
}
