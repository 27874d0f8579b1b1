// Generates random programs that check, terminate and print the same in each run: from a seed to a text. They
// use generics, traits, closures, patterns, collections, `defer`, `?` and goroutines, and wait at random
// places, to compare compilation modes.

type Type =
  | "Int"
  | "Bool"
  | "String"
  | "List<Int>"
  | "Option<Int>"
  | "Box<Int>"
  | "Shape"
  | "fun(Int) -> Int"
  | "Map<Int, Int>"
  | "dyn Area";

const TYPES: readonly Type[] = [
  "Int",
  "Int",
  "Int",
  "Bool",
  "String",
  "List<Int>",
  "Option<Int>",
  "Box<Int>",
  "Shape",
  "fun(Int) -> Int",
  "Map<Int, Int>",
  "dyn Area",
];

const PRELUDE = `import std/sync { channel, yield_now }
import std/collections

@derive(Eq, Ord, Hash, ToString)
struct Box<T> { value: T, extra: Int }
@derive(Eq, ToString)
enum Shape { Dot, Line(Int), Rect(Int, Int), Named(size: Int, label: String) }
trait Area {
    fun area(self) -> Int
    fun twice(self) -> Int = self.area() * 2
}
impl Area for Shape {
    fun area(self) -> Int = match self { Dot -> 0, Line(n) -> late(n), Rect(a, b) if a == b -> a, Rect(a, b) -> a * b, Named { size, label } -> size + label.len() }
}
impl<T: Hash> Area for Box<T> {
    fun area(self) -> Int = self.extra + self.value.hash() % 100
}
impl<T> Box<T> {
    fun map<U>(self, f: fun(T) -> U) -> Box<U> = Box { extra: self.extra, value: f(self.value) }
    fun bump(self, by: Int) -> Box<T> {
        self.extra += by
        return self
    }
}
struct Count { at: Int, end: Int }
impl Count {
    fun next(self) -> Option<Int> {
        if self.at >= self.end {
            return None
        }
        self.at += 1
        return Some(self.at)
    }
}
let total: Int = 0
fun say(n: Int) -> Int {
    print(n)
    total += 1
    return n
}
fun late(n: Int) -> Int {
    yield_now()
    return n
}
fun at(xs: List<Int>, i: Int) -> Int = if xs.is_empty() { 0 } else { xs[(i & 1023) % xs.len()] }
fun half(n: Int) -> Result<Int, String> = if n % 2 == 0 { Ok(n / 2) } else { Err("odd \${n}") }
fun some(n: Int) -> Option<Int> = if n % 3 == 0 { None } else { Some(n) }
fun each<T, U>(xs: List<T>, f: fun(T) -> U) -> List<U> {
    let out: List<U> = []
    for x in xs {
        out.push(f(x))
    }
    return out
}
fun fold<T, R>(xs: List<T>, start: R, f: fun(R, T) -> R) -> R {
    let result = start
    for x in xs {
        result = f(result, x)
    }
    return result
}
fun area_of(a: dyn Area) -> dyn Area = a
fun same<T>(a: T, b: T) -> Bool = a == b
fun pick<T>(c: Bool, a: T, b: T) -> T = if c { a } else { b }
`;

/** Functions of two numbers, each calling only earlier ones, and a `main` that prints their results. */
export function randomProgram(seed: number): string {
  const random = generator(seed);
  const count = 2 + Math.floor(random() * 3);
  let text = PRELUDE;
  for (let i = 0; i < count; i++) text += new Writer(random, i).function();
  const calls = Array.from(
    { length: count },
    (_, i) =>
      `    show(${JSON.stringify(`f${i}`)}, f${i}(${i}, ${i + 2}))\n    show(${JSON.stringify(`f${i}`)}, f${i}(late(7), -4))\n`,
  );
  return `${text}fun show(name: String, r: Result<Int, String>) {\n    match r {\n        Ok(n) -> print("\${name}: \${n}"),\n        Err(e) -> print("\${name} failed: \${e}"),\n    }\n}\nfun main() {\n${calls.join("")}    print(total)\n}\n`;
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

class Writer {
  readonly #random: () => number;
  /** The number of functions before this one. */
  readonly #earlier: number;
  #scope: { readonly name: string; readonly type: Type }[] = [
    { name: "p", type: "Int" },
    { name: "q", type: "Int" },
  ];
  #names = 0;
  /** The number of expressions and statements that may still be generated. */
  #fuel = 70;
  /** Whether `?` and `return` may leave the function with the result of `f…`. */
  #mayLeave = true;

  constructor(random: () => number, earlier: number) {
    this.#random = random;
    this.#earlier = earlier;
  }

  function(): string {
    const body = this.#statements(5);
    return `fun f${this.#earlier}(p: Int, q: Int) -> Result<Int, String> {\n${body}return Ok(${this.#expr("Int", 3)})\n}\n`;
  }

  #choose<T>(options: readonly T[]): T {
    return options[Math.floor(this.#random() * options.length)]!;
  }

  #name(): string {
    return `v${this.#names++}`;
  }

  #inner<T>(write: () => T): T {
    const outer = this.#scope;
    this.#scope = [...outer];
    const result = write();
    this.#scope = outer;
    return result;
  }

  /** Generates the body of a lambda or of deferred code, which cannot leave the function. */
  #apart<T>(write: () => T): T {
    const before = this.#mayLeave;
    this.#mayLeave = false;
    const result = this.#inner(write);
    this.#mayLeave = before;
    return result;
  }

  #statements(most: number): string {
    let text = "";
    for (let i = 1 + Math.floor(this.#random() * most); i > 0 && this.#fuel > 0; i--)
      text += `${this.#statement()};\n`;
    return text;
  }

  #block(most: number): string {
    return this.#inner(() => `{\n${this.#statements(most)}}`);
  }

  #statement(): string {
    this.#fuel--;
    const kinds = [
      "let",
      "let",
      "let",
      "assign",
      "assign",
      "say",
      "if",
      "for",
      "while",
      "defer",
      "mutate",
      "match",
      ...(this.#mayLeave ? ["leave", "try"] : []),
    ];
    switch (this.#choose(kinds)) {
      case "let": {
        const type = this.#choose(TYPES);
        const value = this.#expr(type, 3);
        const name = this.#name();
        this.#scope.push({ name, type });
        return `let ${name}: ${type} = ${value}`;
      }
      case "try": {
        const value = this.#choose([
          `half(${this.#expr("Int", 2)})?`,
          this.#earlier > 0
            ? `f${Math.floor(this.#random() * this.#earlier)}(${this.#expr("Int", 1)}, ${this.#expr("Int", 1)})?`
            : "half(4)?",
        ]);
        const name = this.#name();
        this.#scope.push({ name, type: "Int" });
        return `let ${name} = ${value}`;
      }
      case "assign": {
        const target = this.#choose(this.#scope);
        if (target.type !== "Int") return `${target.name} = ${this.#expr(target.type, 2)}`;
        return `${target.name} ${this.#choose(["=", "+=", "-=", "*=", "^=", "|="])} ${this.#expr("Int", 3)}`;
      }
      case "if":
        return `if ${this.#expr("Bool", 2)} ${this.#block(2)}${this.#random() < 0.5 ? ` else ${this.#block(2)}` : ""}`;
      case "for":
        return this.#for();
      case "while": {
        const name = this.#name();
        return `let ${name} = 0\nwhile ${name} < ${this.#choose(["2", "late(2)"])} && (${this.#expr("Bool", 1)}) {\n${name} += 1;\n${this.#inner(() => this.#statements(2))}${this.#exit()}}`;
      }
      case "defer":
        return this.#apart(
          (): string => `defer ${this.#random() < 0.5 ? `say(${this.#expr("Int", 2)})` : this.#block(2)}`,
        );
      case "mutate":
        return this.#mutation();
      case "match":
        return `match ${this.#value("Option<Int>", 2)} { Some(n) if n > ${this.#expr("Int", 1)} -> { say(n); }, Some(1 | 2) -> ${this.#block(1)}, Some(n) -> { say(-n); }, None -> ${this.#block(2)} }`;
      case "leave":
        return `if ${this.#expr("Bool", 1)} { return ${this.#random() < 0.5 ? `Err(${this.#expr("String", 2)})` : `Ok(${this.#expr("Int", 2)})`} }`;
      default:
        return `say(${this.#expr("Int", 3)})`;
    }
  }

  #for(): string {
    const name = this.#name();
    const [pattern, over] = this.#choose<() => readonly [string, string]>([
      () => ["_", "0..2"],
      () => [name, `${this.#choose(["0", "late(1)"])}..=${this.#choose(["2", "late(2)"])}`],
      () => [name, this.#value("List<Int>", 2)],
      () => [name, "(Count { at: 0, end: late(2) })"],
      () => [`Some(${name})`, `each(${this.#value("List<Int>", 1)}, fun(n) = some(n))`],
      () => [name, this.#value("Option<Int>", 2)],
    ])();
    return this.#inner(() => {
      if (pattern !== "_") this.#scope.push({ name, type: "Int" });
      return `for ${pattern} in ${over} {\n${this.#statements(2)}${this.#exit()}}`;
    });
  }

  #exit(): string {
    return this.#random() < 0.3
      ? `if ${this.#expr("Bool", 1)} { ${this.#choose(["break", "continue"])} }\n`
      : "";
  }

  #mutation(): string {
    switch (this.#choose(["list", "box", "map"])) {
      case "list":
        return `${this.#value("List<Int>", 1)}.push(${this.#expr("Int", 2)})`;
      case "box": {
        const box = this.#variable("Box<Int>");
        return box === null
          ? "total += late(1)"
          : `${box}.${this.#choose(["extra", "value"])} += ${this.#expr("Int", 2)}`;
      }
      default: {
        const map = this.#variable("Map<Int, Int>");
        return map === null
          ? `total ^= ${this.#expr("Int", 1)}`
          : `${map}.set(${this.#expr("Int", 2)}, ${this.#expr("Int", 2)})`;
      }
    }
  }

  #variable(type: Type): string | null {
    const fitting = this.#scope.filter((one) => one.type === type);
    return fitting.length === 0 ? null : this.#choose(fitting).name;
  }

  /** An expression that may be followed by a method call, an index or the body of a control structure. */
  #value(type: Type, depth: number): string {
    return (
      this.#variable(type) ??
      (type === "dyn Area" ? `area_of(${this.#expr(type, depth)})` : `(${this.#expr(type, depth)})`)
    );
  }

  #expr(type: Type, depth: number): string {
    this.#fuel--;
    if (depth <= 0 || this.#fuel <= 0) return this.#variable(type) ?? this.#simple(type);
    const known = this.#random() < 0.2 ? this.#variable(type) : null;
    if (known !== null) return known;
    const of = (inner: Type): string => this.#expr(inner, depth - 1);
    const value = (inner: Type): string => this.#value(inner, depth - 1);
    const part = (inner: Type): string => `\${${of(inner).replaceAll("\n", " ")}}`;
    switch (Math.floor(this.#random() * 14)) {
      case 0:
        return `if ${of("Bool")} { ${of(type)} } else { ${of(type)} }`;
      case 1:
        return this.#inner(() => `{ ${this.#statements(2)}${this.#expr(type, depth - 1)} }`);
      case 2:
        if (type === "dyn Area") break;
        return `pick(${of("Bool")}, ${of(type)}, ${of(type)})`;
      case 3:
        return `match ${value("Shape")} { Dot -> ${of(type)}, Line(_) | Named(_, _) -> ${of(type)}, Rect(a, b) if a < late(b) -> ${of(type)}, _ -> ${of(type)} }`;
      case 4:
        if (type === "dyn Area") break;
        return `loop { break ${of(type)} }`;
      case 5:
        return this.#apart(
          (): string => `(fun() -> ${type} { ${this.#statements(1)}${this.#expr(type, depth - 1)} })()`,
        );
    }
    switch (type) {
      case "Int":
        return this.#choose([
          () => `say(${of("Int")})`,
          () => `late(${of("Int")})`,
          () => `(${of("Int")} ${this.#choose(["+", "-", "*", "&", "|", "^", "<<", ">>"])} ${of("Int")})`,
          () => `(${of("Int")} ${this.#choose(["/", "%"])} ${this.#choose(["7", "late(3)", "-5"])})`,
          () => `at(${of("List<Int>")}, ${of("Int")})`,
          () => `${value("Option<Int>")}.unwrap_or(${of("Int")})`,
          () => `${value("Box<Int>")}.extra`,
          () => `${value("Box<Int>")}.bump(${of("Int")}).value`,
          () => `${value("fun(Int) -> Int")}(${of("Int")})`,
          () => `${value("Map<Int, Int>")}.get(${of("Int")}).unwrap_or(${of("Int")})`,
          () => `${value("dyn Area")}.${this.#choose(["area", "twice"])}()`,
          () =>
            `fold(${of("List<Int>")}, ${of("Int")}, fun(a, x) = a + x * ${this.#apart(() => this.#expr("Int", depth - 1))})`,
          () => `${value("String")}.len()`,
          // The value is computed by a separate function, so that its deferred calls run before it is sent.
          (): string =>
            this.#apart(
              (): string =>
                `{ let ch = channel() let give = fun() -> Int { ${this.#expr("Int", depth - 1)} } spawn(fun() { ch.send(give()) }) ch.recv() }`,
            ),
          () =>
            `match ${value("Int")} { 0 -> ${of("Int")}, -5..=5 -> ${of("Int")}, n if n % 2 == 0 -> n + ${of("Int")}, _ -> ${of("Int")} }`,
          ...(this.#mayLeave ? [() => `half(${of("Int")})?`] : []),
        ])();
      case "Bool":
        return this.#choose([
          () => `(${value("Int")} ${this.#choose(["<", "<=", "==", "!=", ">"])} ${value("Int")})`,
          () => `(${of("Bool")}) ${this.#choose(["&&", "||"])} (${of("Bool")})`,
          () => `!(${of("Bool")})`,
          () => `same(${of("Shape")}, ${of("Shape")})`,
          () => `(${of("List<Int>")}) == (${of("List<Int>")})`,
          () => `((${of("Box<Int>")}) < (${of("Box<Int>")}))`,
          () => `${value("Option<Int>")}.is_some()`,
        ])();
      case "String":
        return this.#choose([
          () => `"<${part("Int")}${part("Bool")}>"`,
          () => `"${part("List<Int>")} ${part("Option<Int>")}"`,
          () => `"${part("Box<Int>")}${part("Shape")}"`,
          () => `(${of("String")} + ${of("String")})`,
        ])();
      case "List<Int>":
        return this.#choose([
          () => `[${of("Int")}, ${of("Int")}]`,
          () => `each(${of("List<Int>")}, ${of("fun(Int) -> Int")})`,
          () =>
            `each([${of("Shape")}, Shape.Dot], fun(s) = s.area() + ${this.#apart(() => this.#expr("Int", depth - 1))})`,
        ])();
      case "Option<Int>":
        return this.#choose([
          () => `some(${of("Int")})`,
          () => `Some(${of("Int")})`,
          () => "some(0)",
          () => `${value("Map<Int, Int>")}.get(${of("Int")})`,
        ])();
      case "Box<Int>":
        return this.#choose([
          () => `Box { extra: ${of("Int")}, value: ${of("Int")} }`,
          () => `${value("Box<Int>")}.map(${of("fun(Int) -> Int")})`,
          () => `${value("Box<Int>")}.bump(${of("Int")})`,
        ])();
      case "Shape":
        return this.#choose([
          () => "Shape.Dot",
          () => `Shape.Line(${of("Int")})`,
          () => `Shape.Rect(${of("Int")}, ${of("Int")})`,
          () => `Shape.Named(label: ${of("String")}, size: ${of("Int")})`,
        ])();
      case "fun(Int) -> Int":
        return this.#apart((): string => {
          const name = this.#name();
          this.#scope.push({ name, type: "Int" });
          return this.#random() < 0.5
            ? `fun(${name}: Int) -> Int { ${this.#statements(2)}${this.#expr("Int", depth - 1)} }`
            : `fun(${name}: Int) -> Int = ${this.#expr("Int", depth - 1)}`;
        });
      case "Map<Int, Int>":
        return `[${of("Int")}: ${of("Int")}, ${of("Int")}: ${of("Int")}]`;
      case "dyn Area":
        return this.#choose([
          () => of("Shape"),
          () => of("Box<Int>"),
          () => `Box { value: ${of("String")}, extra: ${of("Int")} }`,
        ])();
    }
  }

  #simple(type: Type): string {
    switch (type) {
      case "Int":
        return this.#choose(["0", "1", "3", "-2", "9", "2147483648", "9007199254740993", "p", "q"]);
      case "Bool":
        return this.#choose(["true", "false"]);
      case "String":
        return this.#choose(['"a"', '"né"', '""']);
      case "List<Int>":
        return this.#choose(["[1, 2]", "[p]", "[4, q, 6]"]);
      case "Option<Int>":
        return this.#choose(["Some(5)", "some(6)"]);
      case "Box<Int>":
        return "Box { value: p, extra: 1 }";
      case "Shape":
        return this.#choose(["Shape.Dot", "Shape.Line(2)", "Shape.Rect(p, 3)"]);
      case "fun(Int) -> Int":
        return this.#choose(["say", "late", "fun(z: Int) -> Int = z + p"]);
      case "Map<Int, Int>":
        return "[1: 2]";
      case "dyn Area":
        return "Shape.Line(3)";
    }
  }
}
