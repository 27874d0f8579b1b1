// Templates (reference/html#tags): how values are escaped by their context, and which templates are refused.
import { describe, expect, it } from "vitest";
import { ScriptMap } from "../../interpreter/runtime/index.ts";
import { idleRuntime } from "../testing/idle-runtime.ts";
import { create } from "./index.ts";
import type { Json } from "./render.ts";

const { functions } = create(idleRuntime());
const call = (name: string, ...args: unknown[]): unknown =>
  (functions[name] as (...args: unknown[]) => unknown)(...args);

function json(value: unknown): Json {
  if (value === null) return { tag: 0 };
  if (typeof value === "boolean") return { tag: 1, p0: value };
  if (typeof value === "number") return { tag: 2, p0: value };
  if (typeof value === "string") return { tag: 3, p0: value };
  if (Array.isArray(value)) return { tag: 4, p0: value.map(json) };
  return {
    tag: 5,
    p0: mapOf(Object.fromEntries(Object.entries(value as object).map(([key, each]) => [key, json(each)]))),
  };
}

function mapOf<T>(entries: Record<string, T>): ScriptMap<string, T> {
  const map = new ScriptMap<string, T>();
  for (const [key, value] of Object.entries(entries)) map.set(key, value);
  return map;
}

function shown(text: string, data: unknown = {}, partials: Record<string, string> = {}): string {
  const template = call("__parse", "t", text, mapOf(partials)) as {
    readonly error?: { readonly _message: string };
  };
  if (template.error !== undefined) return `!${template.error._message}`;
  const page = call("__render", template, json(data)) as
    | string
    | { readonly error: { readonly _message: string } };
  return typeof page === "string" ? page : `!${page.error._message}`;
}

/** Contains every character that could leave a context. */
const EVIL = `"'><script>alert(1)</script>&--></title>`;

describe("templates", () => {
  it("take time linear in their length: many values on one line, blocks in blocks, a long value of an attribute", () => {
    expect(shown("{{ a }}".repeat(50_000), { a: 1 })).toBe("1".repeat(50_000));
    expect(shown("{{ a }}".repeat(1_000_000))).toBe("!t:1: the template is too large");
    expect(shown(`${"{{# x }}\n".repeat(20_000)}{{`)).toBe("!t:20001: {{ without }}");
    for (const [open, what] of [
      ["{{ if a }}", "if"],
      ["{{ for b in a }}", "for"],
    ] as const) {
      const blocks = (n: number): string => shown(`${open.repeat(n)}x${"{{ end }}".repeat(n)}`, { a: [1] });
      expect([what, blocks(200), blocks(201), blocks(30_000)]).toEqual([
        what,
        "x",
        "!t:1: blocks are nested too deeply",
        "!t:1: blocks are nested too deeply",
      ]);
    }
    const link = (before: string): string => shown(`<a href="${before}{{ a }}">`, { a: "x y/&?" });
    expect(link("{{ a }}".repeat(20_000)).slice(-20)).toBe('%26%3Fx%20y/%26%3F">');
    expect(link(" ".repeat(1_000_000)).slice(-20)).toBe('        x y/&amp;?">');
    expect(link(`/${"x".repeat(100_000)}?`).slice(-17)).toBe('?x%20y%2F%26%3F">');
  });

  it("show values, conditions, loops and partials", () => {
    expect(
      shown("{{ a }} {{ b.c }} {{ l.1 }} {{# note }}{{ n }}{{ z }}", {
        a: 1.5,
        b: { c: true },
        l: [1, "x"],
        n: null,
        z: "",
      }),
    ).toBe("1.5 true x ");
    const branches = '{{ if a == "x" }}1{{ else if not b }}2{{ else if c != a }}3{{ else }}4{{ end }}';
    expect(
      [{ a: "x" }, { a: "y", b: 0 }, { a: "y", b: 1, c: "z" }, { a: "y", b: [0], c: "y" }].map((data) =>
        shown(branches, data),
      ),
    ).toEqual(["1", "2", "3", "4"]);
    expect(
      ["", 0, false, null, [], {}].map((a) => shown("{{ if a }}t{{ else }}f{{ end }}", { a })).join(""),
    ).toBe("ffffff");
    expect(
      shown("{{ for i, x in l }}{{ i }}{{ x.n }}{{ outer }} {{ else }}none{{ end }}", {
        l: [{ n: "a" }, { n: "b" }],
        outer: "!",
      }),
    ).toBe("0a! 1b! ");
    expect(
      shown("{{ for k, v in m }}{{ k }}={{ v }};{{ end }}{{ for x in l }}{{ else }}none{{ end }}", {
        m: { a: 1, b: 2 },
        l: [],
      }),
    ).toBe("a=1;b=2;none");
    expect(shown("{{ for x in . }}{{ for y in x }}{{ y }}{{ end }}|{{ end }}", [[1, 2], [3]])).toBe("12|3|");
    expect(shown('{{ include "a" }}', { x: "<" }, { a: '<p>{{ include "b" }}</p>', b: "{{ x }}" })).toBe(
      "<p>&lt;</p>",
    );
  });
  it("escape a value by its position", () => {
    const escaped = "&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;--&gt;&lt;/title&gt;";
    for (const [before, after] of [
      ["<p>", "</p>"],
      ['<p title="', '">'],
      ["<p title='x ", "'>"],
      ["<title>", "</title>"],
      ["<textarea>", "</textarea>"],
      ['<P\n DATA-x = "', '"/>'],
      ["a < b ", ""],
      ["<!doctype html>", ""],
    ]) {
      expect(shown(`${before}{{ x }}${after}`, { x: EVIL })).toBe(`${before}${escaped}${after}`);
    }
    const data = '<script type="application/json">';
    expect(shown(`${data}{{ json x }}</script>`, { x: [EVIL] })).toBe(
      `${data}["\\"'\\u003e\\u003cscript\\u003ealert(1)\\u003c/script\\u003e\\u0026--\\u003e\\u003c/title\\u003e"]</script>`,
    );
    expect(shown('<p data-x="{{ json x }}">', { x: { a: '"' } })).toBe(
      '<p data-x="{&quot;a&quot;:&quot;\\&quot;&quot;}">',
    );
    expect(shown("{{ raw x }}", { x: "<b>" })).toBe("<b>");
  });
  it("let no value choose the scheme of a link, or change another part of a URL", () => {
    const link = (x: string): string => shown('<a href="{{ x }}">', { x });
    for (const bad of [
      "javascript:alert(1)",
      " java\tscript:x",
      "JAVASCRIPT:x",
      "data:text/html,x",
      "vbscript:x",
      "\x01javascript:x",
      "x:y",
    ])
      expect(link(bad)).toBe('<a href="about:invalid#blocked">');
    for (const good of ["/a?b=c", "https://x.y/z", "mailto:a@b", "#x", "a/b:c", "?a:b", ""])
      expect(link(good)).toBe(`<a href="${good}">`);
    expect(shown('<a href="/u/{{ x }}/{{ x }}?q={{ x }}#{{ x }}">', { x: "a/b?c&d=\xe4 " })).toBe(
      '<a href="/u/a/b%3Fc%26d%3D%E4%20/a/b%3Fc%26d%3D%E4%20?q=a%2Fb%3Fc%26d%3D%E4%20#a%2Fb%3Fc%26d%3D%E4%20">',
    );
    expect(shown('<a href="{{ a }}{{ b }}">', { a: "java", b: "script:x" })).toBe(
      '<a href="javascript%3Ax">',
    );
    expect(shown('<form action="{{ x }}"><img src="{{ x }}">', { x: "javascript:x" })).toBe(
      '<form action="about:invalid#blocked"><img src="about:invalid#blocked">',
    );
  });
  it("are refused where a value cannot be made safe, with the line", () => {
    const refused: Record<string, string> = {
      "<script>\n{{ x }}</script>":
        't:2: {{ x }}: a script takes no values; pass them in <script type="application/json"> or an attribute',
      "<STYLE>{{ x }}</style>":
        't:1: {{ x }}: a style takes no values; pass them in <script type="application/json"> or an attribute',
      '<p onclick="{{ x }}">':
        "t:1: {{ x }}: onclick is a script, which takes no values; use a data attribute",
      '<p style="color: {{ x }}">': "t:1: {{ x }}: style takes no values",
      "<p title={{ x }}>": "t:1: {{ x }}: the value of title needs quotes",
      "<p title=a{{ x }}>": "t:1: {{ x }}: the value of title needs quotes",
      "<p {{ x }}>": "t:1: {{ x }}: a value cannot make a tag or the name of an attribute",
      "<{{ x }}>": "t:1: {{ x }}: a value cannot make a tag or the name of an attribute",
      "</{{ x }}>": "t:1: {{ x }}: a value cannot make a tag or the name of an attribute",
      "<!-- {{ x }} -->": "t:1: {{ x }}: a comment takes no values",
      "<a href=\"javascript:go('{{ x }}')\">":
        "t:1: {{ x }}: a URL that begins with javascript: takes no values",
      '<form action=" Data:text/html,{{ x }}">': "t:1: {{ x }}: a URL that begins with Data: takes no values",
      '<a href="{{ x }}:{{ x }}">': "t:1: {{ x }}: a URL that begins with x: takes no values",
      '<link imagesrcset="{{ x }} 2x">': "t:1: {{ x }}: imagesrcset takes no values",
      "<!--><script>/*--> {{ x }} */</script>":
        't:1: {{ x }}: a script takes no values; pass them in <script type="application/json"> or an attribute',
      "<!---><style>--> {{ x }}</style>":
        't:1: {{ x }}: a style takes no values; pass them in <script type="application/json"> or an attribute',
      "<!-- a --!><p {{ x }}>": "t:1: {{ x }}: a value cannot make a tag or the name of an attribute",
      "<!-- a -!> -- > --x> {{ x }}-->": "t:1: {{ x }}: a comment takes no values",
      '<script type="module" type="application/json">{{ json x }}</script>':
        't:1: {{ json x }}: a script takes no values; pass them in <script type="application/json"> or an attribute',
      '<p title="{{ raw x }}">': "t:1: {{ raw x }}: raw is allowed in text only",
      '<script type="application/json">{{ x }}</script>':
        "t:1: {{ x }}: in a data script, write {{ json x }}",
    };
    for (const [text, problem] of Object.entries(refused)) expect(shown(text, { x: "" })).toBe(`!${problem}`);
  });
  it("are refused when their blocks do not fit", () => {
    const refused: Record<string, string> = {
      "a\n\n{{ x": "t:3: {{ without }}",
      "{{ if x }}\na": "t:1: if without end",
      "{{ for x in y }}": "t:1: for without end",
      "{{ end }}": "t:1: end without a block",
      "{{ else }}": "t:1: else without a block",
      "{{ if x }}{{ else }}{{ else }}{{ end }}": "t:1: else after else",
      "{{ for x in y }}{{ else if z }}{{ end }}": "t:1: else if z in a loop",
      "{{ x y }}": "t:1: {{ x y }} is neither a value nor a block",
      "{{ }}": "t:1: {{  }} is neither a value nor a block",
      "{{ for x y }}{{ end }}":
        "t:1: {{ for x y }}: a loop is {{ for NAME in VALUE }} or {{ for KEY, NAME in VALUE }}",
      "{{ if a b }}{{ end }}": "t:1: a b: a condition is VALUE, not VALUE, A == B or A != B",
      '<p {{ if x }}title="{{ end }}">': "t:1: a block begins in a tag and ends in the value of title",
      "{{ if x }}<!--{{ end }}": "t:1: a block begins in the text and ends in a comment",
      '<a href="{{ if x }}?a={{ end }}{{ y }}">':
        "t:1: a block begins in the value of href and ends in the value of href",
      '<a href="': "t: the template ends inside the value of href",
      '{{ include "none" }}': 't:1: there is no partial "none"',
      '{{ include "self" }}': 'self:1: "self" includes itself',
      '{{ include "open" }}': 't:1: "open" begins in the text and ends in a tag',
    };
    for (const [text, problem] of Object.entries(refused))
      expect(shown(text, {}, { self: '{{ include "self" }}', open: "<p " })).toBe(`!${problem}`);
    expect(shown("<!-- {{ if x }}a{{ else }}bc{{ end }} -->{{ y }}", { x: false, y: "<" })).toBe(
      "<!-- bc -->&lt;",
    );
    expect(shown('<p {{ if x }}hidden{{ else }}title="{{ y }}"{{ end }}>', { x: false, y: "z" })).toBe(
      '<p title="z">',
    );
    const twice = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`p${i}`, `{{ include "p${i + 1}" }}{{ include "p${i + 1}" }}`]),
    );
    expect(shown('{{ include "p0" }}', {}, { ...twice, p40: "x" })).toMatch(/the template is too large$/);
  });
  it("fail when a value is not there, and say which", () => {
    expect(shown("a\n{{ b.c }}", { b: {} })).toBe("!t:2: there is no b.c");
    expect(shown("{{ a }}", { a: [1] })).toBe("!t:1: a is a list or an object, not text");
    expect(shown("{{ for x in a }}{{ end }}", { a: "text" })).toBe("!t:1: a is not a list");
    expect(shown("{{ if a.b }}{{ end }}", { a: 1 })).toBe("!t:1: there is no a.b");
    expect(shown("{{ for x in l }}{{ end }}{{ x }}", { l: [] })).toBe("!t:1: there is no x");
  });
});
