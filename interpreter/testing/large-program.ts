// Generated programs of any length, for measurements per line and for mistakes in the middle of many lines. A
// unit is an independent part of a program; a program repeats units with different numbers.

export interface Unit {
  /** The import lines at the top of the file. */
  readonly imports: readonly string[];
  text(n: number): string;
}

/** A mix of common declarations and statements. */
export const states: Unit = {
  imports: [],
  text: (n) => `
@derive(Eq, ToString)
struct Item${n} { id: Int, name: String, tags: List<String> }

enum State${n} { Empty, Full(Item${n}), Counted(Int, Int) }

impl Item${n} {
    fun label(self, width: Int) -> String {
        let text = "\${self.name}-\${self.id + width}"
        if self.tags.len() > width {
            return "\${text}*"
        }
        return text
    }
}

fun weigh${n}(s: State${n}, factor: Int) -> Int {
    let total = 0
    for i in 0..factor {
        total += match s {
            Empty -> 0,
            Full(item) -> item.id * i,
            Counted(a, b) -> a + b,
        }
    }
    return total
}
`,
};

/** Options, traits, generics and loops over lists. */
export const goods: Unit = {
  imports: [],
  text: (n) => `
@derive(Eq, ToString)
struct Good${n} {
    name: String,
    price: Int,
}

impl Good${n} {
    fun total(self, count: Int) -> Int = self.price * count
}

trait Priced${n} {
    fun cost(self, count: Int) -> Int
}

impl Priced${n} for Good${n} {
    fun cost(self, count: Int) -> Int = count * self.price
}

fun sum${n}<T: Priced${n}>(goods: List<T>, count: Int) -> Int {
    let sum = 0
    for good in goods {
        sum += good.cost(count)
    }
    return sum
}

fun cheapest${n}(goods: List<Good${n}>) -> Good${n}? {
    let best: Good${n}? = None
    for good in goods {
        if best.is_none() || good.price < best.unwrap().price {
            best = Some(good)
        }
    }
    return best
}
`,
};

/** Propagated errors, closures, strings, maps and goroutines. */
export const orders: Unit = {
  imports: [
    "import std/collections { Map }",
    "import std/error { Error, error_kind }",
    "import std/string",
    "import std/sync { channel, Channel }",
  ],
  text: (n) => `
const LIMIT${n}: Int = 1_000

fun parse_order${n}(line: String) -> Result<Good${n}, Error> {
    let parts = line.split(":")
    if parts.len() != 2 {
        return Err(error_kind("order", "no price in \${line}"))
    }
    let price = price_of${n}(parts[1])?
    let good = Good${n} { name: parts[0], price: 3 }
    good.price += price
    return Ok(good)
}

fun price_of${n}(text: String) -> Result<Int, Error> {
    let limit = fun(price: Int) -> Int = if price > LIMIT${n} { LIMIT${n} } else { price }
    match text.trim().parse_int() {
        Some(price) if price >= 0 -> return Ok(limit(price)),
        Some(_) -> return Err(error_kind("order", "less than nothing")),
        None -> return Err(error_kind("order", "no number")),
    }
}

fun counted${n}(lines: List<String>, done: Channel<Int>) -> Map<String, Int> {
    let counts: Map<String, Int> = [:]
    let at = 0
    while at < lines.len() {
        match parse_order${n}(lines[at]) {
            Ok(good) -> counts.set(good.name, good.price * 2),
            Err(error) -> print("line \${at}: \${error}"),
        }
        at += 1
    }
    spawn(fun() {
        done.send(at)
    })
    return counts
}
`,
};

/** A program of about this many lines. */
export function largeProgram(lines: number, units: readonly Unit[] = [states]): string {
  const perRound = units.reduce((sum, unit) => sum + unit.text(0).split("\n").length, 0);
  return program(
    Array.from({ length: Math.ceil(lines / perRound) }, (_, n) => units.map((unit) => unit.text(n)).join("")),
    units,
  );
}

/** The program with `before` replaced by `after` in its middle. */
export function largeProgramWith(
  rounds: number,
  units: readonly Unit[],
  before: string,
  after: string,
): string {
  const middle = rounds >> 1;
  return program(
    Array.from({ length: rounds }, (_, n) => {
      const text = units.map((unit) => unit.text(n)).join("");
      if (n !== middle) return text;
      if (!text.includes(before)) throw new Error(`a round lacks ${before}`);
      return text.replace(before, after);
    }),
    units,
  );
}

function program(rounds: readonly string[], units: readonly Unit[]): string {
  const imports = units
    .flatMap((unit) => unit.imports)
    .map((line) => `${line}\n`)
    .join("");
  const calls = units.includes(states) ? "    print(weigh0(State0.Empty, 3))\n" : "";
  return `${imports}${rounds.join("")}\nfun main() {\n${calls}}\n`;
}
