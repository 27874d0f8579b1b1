import { describe, expect, test } from "vitest";
import { standardModules } from "../../stdlib/index.ts";
import { engineInThread } from "../engine.ts";
import { memoryReader, type SourceReader } from "../modules/index.ts";
import { noCounts, Project, type Counts } from "./index.ts";

type Texts = Readonly<Record<string, string>>;

/** Checks `main.std` of changing texts with one project. */
function checks() {
  const project = new Project();
  let texts: Texts = {};
  const reader: SourceReader = {
    canonical: (path) => memoryReader(texts).canonical(path),
    read: (path) => memoryReader(texts).read(path),
  };
  const engine = engineInThread(
    { modules: standardModules, reader, packages: () => null },
    undefined,
    project,
  );
  return (next: Texts): { counts: Counts; errors: string[] } => {
    texts = next;
    project.counts = noCounts();
    const { diagnostics } = engine.check([{ path: "main.std" }]);
    return {
      counts: project.counts,
      errors: diagnostics.map(({ code, primary }) => `${code} ${primary.source.name}`),
    };
  };
}

/** A module, two that depend on one function of it each, and one that depends on none. */
const TEXTS: Texts = {
  "base.std": `fun one(n: Int) -> Int {
    n + 1
}

fun two(n: Int) -> Int {
    n + 2
}
`,
  "left.std": `import "./base.std" { one }

fun left() -> Int = one(1)
`,
  "right.std": `import "./base.std" { two }

fun right() -> Int = two(2)
fun other() -> Int = 3
`,
  "main.std": `import "./left.std" { left }
import "./right.std" { right, other }

fun main() {
    print(left() + right() + other())
}
`,
};

const changed = (texts: Texts, id: string, before: string, after: string): Texts => {
  if (!texts[id]!.includes(before)) throw new Error(`${id} lacks ${before}`);
  return { ...texts, [id]: texts[id]!.replace(before, after) };
};

test("a second check of the same texts reads and checks nothing", () => {
  const check = checks();
  expect(check(TEXTS).counts).toMatchObject({ lexed: 4, checked: 10, reused: 0 });
  expect(check(TEXTS).counts).toMatchObject({ lexed: 0, parsed: 0, checked: 0, asked: 0, reused: 10 });
});

test("a program that is built again parses what was changed", () => {
  const project = new Project();
  let texts: Texts = TEXTS;
  const reader: SourceReader = {
    canonical: (path) => memoryReader(texts).canonical(path),
    read: (path) => memoryReader(texts).read(path),
  };
  const engine = engineInThread({ modules: standardModules, reader }, undefined, project);
  const build = (next: Texts): Counts => {
    texts = next;
    project.counts = noCounts();
    expect(engine.build({ path: "main.std" }, "main").ok).toBe(true);
    return project.counts;
  };
  build(TEXTS);
  build(changed(TEXTS, "base.std", "n + 1", "n + 10"));
  expect(build(changed(TEXTS, "base.std", "n + 1", "n + 100"))).toMatchObject({ lexed: 1, parsed: 1 });
});

test("a change in a body checks this body only", () => {
  const check = checks();
  check(TEXTS);
  const { counts, errors } = check(changed(TEXTS, "base.std", "n + 1", "n + 10"));
  expect(counts).toMatchObject({ lexed: 1, parsed: 1, checked: 1 });
  expect(errors).toEqual([]);
});

test("results of unchanged items give the warnings that follow from changed ones", () => {
  const texts: Texts = {
    "equal.std": "fun same<T>(a: T, b: T) -> Bool { a == b }\nfun plain<T>(a: T) -> T { a }\n",
    "via.std": 'import "./equal.std" { same }\n\nfun outer<T>(a: T) -> Bool { same(a, a) }\n',
    "main.std": `import "./via.std" { outer }

struct P {
    x: Int,
}

fun test(p: P) -> Bool = outer(p)

fun main() {
    print(test(P { x: 1 }))
}
`,
  };
  const warned = ["W7 main.std"];
  const check = checks();
  expect(check(texts).errors).toEqual(warned);
  const again = check(texts);
  expect(again.errors).toEqual(warned);
  expect(again.counts).toMatchObject({ checked: 0 });
  const moved = check(changed(texts, "main.std", "fun main", "let later: Int = 1\n\nfun main"));
  expect(moved.errors).toEqual(warned);
  const without = changed(texts, "equal.std", "{ a == b }", "{ true }");
  expect(check(without)).toMatchObject({ errors: [], counts: { checked: 1 } });
  expect(check(texts)).toMatchObject({ errors: warned, counts: { checked: 0 } });
  const bodyOfCaller = changed(texts, "via.std", "same(a, a) }", "same(a, a) && true }");
  expect(check(bodyOfCaller)).toMatchObject({ errors: warned, counts: { checked: 1 } });
  const derived = changed(texts, "main.std", "struct P", "@derive(Eq)\nstruct P");
  expect(check(derived).errors).toEqual([]);
});

test("a change of a signature checks its dependents only", () => {
  const check = checks();
  check(TEXTS);
  const { counts, errors } = check(changed(TEXTS, "base.std", "one(n: Int)", "one(n: Int, m: Int)"));
  // The declarations of base.std, the function itself, and the function in left.std that calls it.
  expect(counts.checked).toBe(3);
  expect(errors).toEqual(["T3 left.std"]);
  expect(check(TEXTS)).toMatchObject({ counts: { checked: 0 }, errors: [] });
});

test("layout and comments are no change of what others see", () => {
  const check = checks();
  check(TEXTS);
  const moved = changed(TEXTS, "base.std", "fun one(n: Int)", "// A comment.\n\nfun one(n:   Int)");
  expect(check(moved).counts.checked).toBe(1);
});

test("a body with an error is checked again, and others are not", () => {
  const check = checks();
  const broken = changed(TEXTS, "left.std", "one(1)", 'one("x")');
  expect(check(broken).errors).toEqual(["T1 left.std"]);
  expect(check(broken)).toMatchObject({ counts: { checked: 1 }, errors: ["T1 left.std"] });
});

describe("what leaks from one item to others", () => {
  const leaks: Record<string, { before: Texts; id: string; from: string; to: string; errors: string[] }> = {
    "the value of a constant": {
      before: {
        "main.std": `import "./lib.std" { A }\n\nconst B: Int = 10 / A\n\nfun main() { print(B) }\n`,
        "lib.std": "const A: Int = 2\n",
      },
      id: "lib.std",
      from: "= 2",
      to: "= 0",
      errors: ["T16 main.std"],
    },
    "the literal of a constant without type": {
      before: {
        "main.std": `import "./lib.std" { A }\n\nfun main() { print(A + 1) }\n`,
        "lib.std": "const A = 2\n",
      },
      id: "lib.std",
      from: "= 2",
      to: '= "two"',
      errors: ["T1 main.std"],
    },
    "the literal of a variable without type": {
      before: {
        "main.std": `import "./lib.std" { next }\n\nfun main() { print(next()) }\n`,
        "lib.std": "let n = 2\n\nfun next() -> Int {\n    n\n}\n",
      },
      id: "lib.std",
      from: "let n = 2",
      to: "let n = 2.5",
      errors: ["T1 lib.std"],
    },
    "an impl that disappears": {
      before: {
        "main.std": `import "./lib.std"\nimport "./show.std" { Show, show }\n\nstruct P { a: Int }\n\nfun main() { print(show(1)) }\n`,
        "show.std":
          "trait Show { fun text(self) -> String }\n\nfun show<T: Show>(x: T) -> String = x.text()\n",
        "lib.std": `import "./show.std" { Show }\n\nimpl Show for Int { fun text(self) -> String = "int" }\n`,
      },
      id: "lib.std",
      from: "for Int",
      to: "for Float",
      errors: ["T10 main.std"],
    },
    "a derive": {
      before: {
        "main.std": `import "./lib.std" { P, same }\n\nfun main() { print(same(P { a: 1 }, P { a: 2 })) }\n`,
        "lib.std": "@derive(Eq)\nstruct P { a: Int }\n\nfun same<T: Eq>(a: T, b: T) -> Bool = a == b\n",
      },
      id: "lib.std",
      from: "@derive(Eq)\n",
      to: "",
      errors: ["T10 main.std"],
    },
    "a macro": {
      before: {
        "main.std": `macro one {\n    () => { 1 }\n}\n\nfun f() -> Int = one!()\n\nfun main() { print(f()) }\n`,
      },
      id: "main.std",
      from: "{ 1 }",
      to: '{ "1" }',
      errors: ["T1 main.std"],
    },
    "the type that an alias names": {
      before: {
        "main.std": `import "./lib.std" { f }\n\nfun main() { print(f(1)) }\n`,
        "lib.std": "type A = Int\n\nfun f(a: A) -> String = a.to_string()\n",
      },
      id: "lib.std",
      from: "type A = Int",
      to: "type A = String",
      errors: ["T1 main.std"],
    },
    "a field": {
      before: {
        "main.std": `import "./lib.std" { make }\n\nfun main() { print(make().a + 1) }\n`,
        "lib.std": "struct P { a: Int }\n\nfun make() -> P = P { a: 1 }\n",
      },
      id: "lib.std",
      from: "struct P { a: Int }",
      to: "struct P { a: Int, b: Int }",
      errors: ["T17 lib.std"],
    },
    "a variant that a match must cover": {
      before: {
        "main.std": `import "./lib.std" { E, make }\n\nfun main() {\n    match make() {\n        A -> print("a"),\n        B -> print("b"),\n    }\n}\n`,
        "lib.std": "enum E { A, B }\n\nfun make() -> E = E.A\n",
      },
      id: "lib.std",
      from: "A, B",
      to: "A, B, C",
      errors: ["T6 main.std"],
    },
    "a name that did not exist": {
      before: {
        "main.std": `import "./lib.std" { f }\n\nfun main() {\n    let len = f()\n    print(len)\n}\n`,
        "lib.std": "fun f() -> Int = print_it(1)\n\nfun print_it(n: Int) -> Int = n\n",
      },
      id: "lib.std",
      from: "fun print_it",
      to: "fun print_that",
      errors: ["R1 lib.std"],
    },
    "the body of a function without result type": {
      before: {
        "main.std":
          "fun f() {\n    print(1)\n}\n\nfun main() {\n    f()\n    let x: Int = 1\n    print(x)\n}\n",
      },
      id: "main.std",
      from: "print(1)",
      to: "return 1",
      errors: ["T1 main.std"],
    },
  };
  for (const [name, { before, id, from, to, errors }] of Object.entries(leaks)) {
    test(name, () => {
      const check = checks();
      expect(check(before).errors.filter((one) => !one.startsWith("W"))).toEqual([]);
      const after = changed(before, id, from, to);
      const found = check(after).errors;
      expect(found.filter((one) => !one.startsWith("W"))).toEqual(errors);
      // And back.
      expect(check(before).errors).toEqual(checks()(before).errors);
      expect(check(after).errors).toEqual(checks()(after).errors);
    });
  }

  test("the last use of an import is a warning in a file that is not checked", () => {
    const check = checks();
    const texts = {
      "main.std": `import "./a.std" { a }\nimport "./b.std"\n\nfun main() { print(a()) }\n`,
      "a.std": `import "./b.std" { P }\n\nfun a() -> Int = P { n: 1 }.next()\n`,
      "b.std": "struct P { n: Int }\n\nimpl P { fun next(self) -> Int = self.n + 1 }\n",
    };
    expect(check(texts).errors).toEqual(["W9 main.std"]);
    const acting = changed(
      texts,
      "b.std",
      "struct P",
      "let started = start()\n\nfun start() -> Int {\n    print(1)\n    1\n}\n\nstruct P",
    );
    expect(check(acting).errors).toEqual(checks()(acting).errors);
    expect(check(texts).errors).toEqual(["W9 main.std"]);
  });
});

test("functions that call themselves with larger types are found after an edit that makes them be called", () => {
  const check = checks();
  const texts = {
    "main.std": `import "./lib.std" { grow }\n\nfun main() {\n    print("none")\n}\n`,
    "lib.std": `struct Box<T> { v: T }

fun grow<T>(x: T, n: Int) {
    if n > 0 {
        grow(Box { v: x }, n - 1)
    }
}
`,
  };
  check(texts);
  const calling = changed(texts, "main.std", 'print("none")', "grow(1, 3)");
  expect(check(calling).errors).toEqual(["T29 lib.std"]);
});
