// Checks of literals for hosts: schemas and migrations from a reader of theirs, at once or later, and the worker
// engine, whose checkers run in the thread of the host.
import { afterAll, describe, expect, test } from "vitest";
import { standardModules } from "../../stdlib/index.ts";
import {
  createEngine,
  createWorkerEngine,
  defineModule,
  HostError,
  type Diagnostic,
  type EngineOptions,
  type LiteralChecker,
} from "../index.ts";

const PROGRAM = `import std/sqlite { open }

fun main() {
    let db = open(":memory:").unwrap()
    print(db.query<String>("SELECT txt FROM notes", []).is_ok())
}
`;

const FILES: Readonly<Record<string, string>> = {
  "/p/app/main.std": PROGRAM,
  "/p/package.json": '{ "std": { "schema": "migrations" } }',
  "/p/migrations/2_text.sql": "ALTER TABLE notes ADD COLUMN text TEXT NOT NULL DEFAULT '';",
  "/p/migrations/10_title.sql": "ALTER TABLE notes ADD COLUMN title TEXT;",
  "/p/migrations/1_notes.sql": "CREATE TABLE notes (id INTEGER PRIMARY KEY);",
  "/p/migrations/README.md": "No migration.",
};

function namesIn(folder: string): string[] | null {
  const names = Object.keys(FILES).flatMap((path) =>
    path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [],
  );
  return names.length === 0 ? null : names;
}

const atOnce = {
  canonical: (path: string) => (Object.hasOwn(FILES, path) ? path : { problem: "no such file" }),
  read: (path: string) => FILES[path]!,
  list: namesIn,
};

/** Answers after a turn of the event loop. */
function later<A>(answer: (path: string) => A): (path: string) => Promise<A> {
  return async (path) => {
    await new Promise((resolve) => setImmediate(resolve));
    return answer(path);
  };
}

const READERS = {
  "at once": atOnce,
  later: { canonical: later(atOnce.canonical), read: later(atOnce.read), list: later(namesIn) },
} as const;

function shown({ severity, code, message, primary: { source, span } }: Diagnostic): string {
  return `${severity} ${code}: ${source.text.slice(span.start, span.end)}: ${message}`;
}

const engines: { close(): unknown }[] = [];
afterAll(async () => {
  for (const engine of engines) await engine.close();
});

function makersOf(
  name: string,
): (options: EngineOptions) => Pick<ReturnType<typeof createEngine>, "checkAsync"> {
  if (name === "engine") return createEngine;
  return (options) => {
    const engine = createWorkerEngine(options);
    engines.push(engine);
    return { checkAsync: (entries) => engine.check(entries) };
  };
}

describe.each(["engine", "worker engine"])("in the %s", (name) => {
  const make = makersOf(name);
  const check = async (options: Omit<EngineOptions, "modules">, path = "/p/app/main.std") => {
    const { diagnostics } = await make({ modules: standardModules, literals: true, ...options }).checkAsync([
      { path },
    ]);
    return diagnostics.map(shown);
  };

  test.each(Object.entries(READERS))(
    "migrations that a reader gives %s are applied by number",
    async (_, reader) => {
      expect(await check({ reader })).toEqual(["error K3: txt: no such column: txt"]);
    },
  );

  test("a reader without list has no folders", async () => {
    const { canonical, read } = atOnce;
    expect(await check({ reader: { canonical, read } })).toEqual([
      'error K3: "SELECT txt FROM notes": the schema migrations cannot be read',
    ]);
  });

  test("nothing is checked without the option", async () => {
    expect(await check({ reader: atOnce, literals: false })).toEqual([]);
  });

  test("a list that is none is a mistake of the host only if it is asked for", async () => {
    const reader = { ...atOnce, list: () => 7 as unknown as string[] };
    expect(await check({ reader })).toEqual([
      'error K3: "SELECT txt FROM notes": the schema migrations cannot be read',
    ]);
  });
});

describe("the checker of a module of the host in a worker engine", () => {
  const declaration = `
@literal(text: "even", panics)
fun even<T>(text: String, others: List<String>) -> Int = 1
`;
  const checkedBy = async (even: LiteralChecker): Promise<readonly Diagnostic[]> => {
    const parity = defineModule({ name: "parity", declaration, functions: {}, checkers: { even } });
    const engine = createWorkerEngine({ modules: [...standardModules, parity], literals: true });
    engines.push(engine);
    const text = 'import std/parity { even }\n\nfun main() {\n    print(even<Int>("éab", ["x"]))\n}\n';
    return (await engine.check([{ path: "main.std", text }])).diagnostics;
  };

  test("runs in the thread of the host, and sees the call", async () => {
    let seen: unknown = null;
    const found = await checkedBy((text, call) => {
      seen = call;
      return [{ start: 2, end: 3, message: `odd: ${text}`, hint: "write `b`", fix: "b" }];
    });
    expect(found.map(shown)).toEqual(["error K1: a: odd: éab"]);
    expect(found[0]!.hint).toBe("write `b`");
    expect(seen).toMatchObject({
      function: "even",
      types: { T: { name: "Int" } },
      arguments: { others: { elements: [{ text: "x" }] } },
    });
  });

  test("fails as a HostError that names it", async () => {
    const failed = checkedBy(() => {
      throw new RangeError("no");
    });
    await expect(failed).rejects.toThrow(HostError);
    await expect(failed).rejects.toThrow("the checker `even` of std/parity threw RangeError: no");
  });
});
