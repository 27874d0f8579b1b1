// Checks of literals: the places of problems in all forms of literals, what is not checked, checkers of hosts, and
// what a project keeps.
import { describe, expect, test } from "vitest";
import { standardModules } from "../../stdlib/index.ts";
import {
  createEngine,
  defineModule,
  HostError,
  memoryReader,
  type Diagnostic,
  type LiteralCall,
  type LiteralChecker,
} from "../index.ts";

/** `severity code: marked text`, with the file if it is not the entry. */
function shown({ severity, code, primary: { source, span } }: Diagnostic): string {
  const name = source.name === "main.std" ? "" : `${source.name}: `;
  return `${severity} ${code}: ${name}${source.text.slice(span.start, span.end)}`;
}

async function checked(files: Readonly<Record<string, string>>, literals = true): Promise<string[]> {
  const engine = createEngine({ modules: standardModules, reader: memoryReader(files), literals });
  return (await engine.checkAsync([{ path: "main.std" }])).diagnostics.map(shown);
}

const calling = (literal: string): string =>
  `import std/regex { compile }\n\nfun main() {\n    print(compile(${literal}).is_ok())\n}\n`;

describe("the place of a problem is exact", () => {
  const cases: readonly (readonly [name: string, literal: string, marked: string])[] = [
    ["in ASCII", '"ab)cd"', ")"],
    ["behind characters of several bytes", '"é😀)x"', ")"],
    ["behind escapes", '"\\u{e9}\\n\\\\w)x"', ")"],
    ["of an escape", '"a\\x29b"', "\\x29"],
    ["of an escaped backslash and a letter", '"é\\\\ka"', "\\\\k"],
    ["in a block string", '"""a\né)b\n"""', ")"],
    ["in a block string with CRLF", '"""a\r\n\r\né)b\r\n"""', ")"],
    ["at the end, where the quote is", '"a("', '"'],
    ["behind an embedded literal", '"a${"b"}c)d"', ")"],
    ["in an embedded literal", '"a${"b)"}c"', ")"],
    ["in the second of joined literals", '"a" + ("b" + "c)")', ")"],
  ];
  test.each(cases)("%s", async (_, literal, marked) => {
    expect(await checked({ "main.std": calling(literal) })).toEqual([`warning K1: ${marked}`]);
  });

  test("in a constant of the file", async () => {
    const text = `const P: String = "a" + "b)"\n\n${calling("P")}`.replace(
      /^(const.*\n\n)(import.*\n)/,
      "$2$1",
    );
    expect(await checked({ "main.std": text })).toEqual(["warning K1: )"]);
  });

  test("in a constant of another file, made of a third one's", async () => {
    const files = {
      "a.std": 'const A = "x)"\n',
      "b.std": 'import "./a" { A }\n\nconst B: String = "y" + A\n',
      "main.std": `import "./b" { B }\n${calling("B")}`,
    };
    expect(await checked(files)).toEqual(["warning K1: a.std: )"]);
  });

  test("in a constant that is computed from numbers", async () => {
    const text = `import std/regex { compile }\n\nconst N = 3\nconst P: String = "\${N})"\n\n${calling("P").replace(/^import.*\n/, "")}`;
    expect(await checked({ "main.std": text })).toEqual(["warning K1: )"]);
  });
});

describe("nothing is said", () => {
  test("without the option", async () => {
    expect(await checked({ "main.std": calling('"("') }, false)).toEqual([]);
  });
  test("of texts that are computed", async () => {
    expect(await checked({ "main.std": calling('"(" + "x".to_upper()') })).toEqual([]);
    expect(await checked({ "main.std": calling('"(${"x".to_upper()}"') })).toEqual([]);
  });
});

test("a fix is written with the escapes of the literal", async () => {
  const reader = memoryReader({ "main.std": calling('"é)"') });
  const engine = createEngine({ modules: standardModules, reader, literals: true });
  const [found] = (await engine.checkAsync([{ path: "main.std" }])).diagnostics;
  const [fix] = (found as Diagnostic & { fixes: { edits: { text: string }[] }[] }).fixes;
  expect(fix!.edits.map(({ text }) => text)).toEqual(["\\\\)"]);
  expect(found!.hint).toBe("write `\\\\)` for the character itself");
});

describe("a module of a host", () => {
  const declaration = `
@literal(text: "even", panics)
fun even<T>(text: String, others: List<String>, by: Int = 1) -> Int = 1
`;
  const checkedBy = async (even: LiteralChecker, call: string): Promise<readonly Diagnostic[]> => {
    const parity = defineModule({ name: "parity", declaration, functions: {}, checkers: { even } });
    const text = `import std/parity { even }\n\n@derive(FromJson)\nstruct Note { @json(name: "t") text: String, n: Int? }\n\nfun main() {\n    print(${call})\n}\n`;
    const reader = memoryReader({ "main.std": text });
    const engine = createEngine({ modules: [...standardModules, parity], reader, literals: true });
    return (await engine.checkAsync([{ path: "main.std" }])).diagnostics;
  };

  test("checks its literals by bytes of text", async () => {
    const found = await checkedBy(
      (text) => [{ start: 2, end: 3, message: `odd: ${text}` }],
      'even<Int>("éab", [])',
    );
    expect(found.map(shown)).toEqual(["error K1: a"]);
    expect(found[0]!.message).toBe("odd: éab");
  });

  test("sees the types and the other arguments", async () => {
    let seen: LiteralCall | null = null;
    const keep: LiteralChecker = (_, call) => {
      seen = call;
      return [];
    };
    await checkedBy(keep, 'even<Note>(others: ["x", "y".to_upper()], text: "z")');
    expect(seen).toMatchObject({
      function: "even",
      types: {
        T: {
          name: "Note",
          kind: "struct",
          derives: ["FromJson"],
          fields: [
            { name: "text", json: { name: "t" }, type: { name: "String" } },
            { name: "n", json: {}, type: { kind: "enum", name: "Option", args: [{ name: "Int" }] } },
          ],
        },
      },
      arguments: { others: { elements: [{ text: "x" }, { text: null }] } },
    });
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("no");
      },
      "the checker `even` of std/parity threw: Error: no",
    ],
    [
      "returns no list",
      () => 7,
      "the checker `even` of std/parity must return a list of { start, end, message }",
    ],
    [
      "names a place beyond the text",
      () => [{ start: 0, end: 9, message: "x" }],
      "the checker `even` of std/parity must return a list of { start, end, message }",
    ],
  ])("that %s is a HostError", async (_, check, message) => {
    const failed = checkedBy(check as unknown as LiteralChecker, 'even<Int>("z", [])');
    await expect(failed).rejects.toThrow(HostError);
    await expect(failed).rejects.toThrow(message);
  });
});

test("a project that changes keeps what it has noted", async () => {
  const files: Record<string, string> = {
    "a.std": 'const A = "x)"\n',
    "main.std": `import "./a" { A }\n${calling("A")}`,
  };
  const reader = {
    canonical: (path: string) => (Object.hasOwn(files, path) ? path : { problem: "no such file" }),
    read: (path: string) => files[path]!,
  };
  const engine = createEngine({ modules: standardModules, reader, literals: true });
  const check = async (): Promise<string[]> =>
    (await engine.checkAsync([{ path: "main.std" }])).diagnostics.map(shown);
  expect(await check()).toEqual(["warning K1: a.std: )"]);
  files["a.std"] = '// A comment.\nfun f() {}\n\nconst A = "x)"\n';
  expect(await check()).toEqual(["warning K1: a.std: )"]);
  files["a.std"] = 'const A: String = "" + "x)"\n';
  expect(await check()).toEqual(["warning K1: a.std: )"]);
  files["a.std"] = 'const A = "x"\n';
  expect(await check()).toEqual([]);
  files["main.std"] = `import "./a" { A }\n${calling('A + "("')}`;
  expect(await check()).toEqual(['warning K1: "']);
  expect(await check()).toEqual(['warning K1: "']);
});
