// The measured programs, and their translation into TypeScript, declaration by declaration.
import { goods, orders, states } from "../../interpreter/testing/large-program.ts";

const UNITS = [states, goods, orders];
const IMPORTS = UNITS.flatMap((unit) => unit.imports)
  .join("\n")
  .replace("channel, ", "");

/** The declarations of a round, about 100 lines. */
function round(n: number): string {
  return UNITS.map((unit) => unit.text(n)).join("");
}

/** One file of about this many lines. */
export function program(lines: number): string {
  const perRound = round(0).split("\n").length - 1;
  const rounds = Array.from({ length: Math.round(lines / perRound) }, (_, n) => round(n));
  return `${IMPORTS}\n${rounds.join("")}\nfun main() {\n    print(weigh0(State0.Empty, 3))\n}\n`;
}

/** The same program for the TypeScript compiler. */
export function translated(lines: number): string {
  const perRound = round(0).split("\n").length - 1;
  const rounds = Array.from({ length: Math.round(lines / perRound) }, (_, n) => inTypeScript(n));
  return `${LIBRARY}${rounds.join("")}\nexport function main(): void {\n    console.log(weigh0({ kind: "Empty" }, 3));\n}\n`;
}

/**
 * A project of modules, by file name. Each module uses a function and a type of the one before; `main.std`
 * uses the last one.
 */
export function project(modules: number, roundsEach: number): Map<string, string> {
  const files = new Map<string, string>();
  for (let i = 0; i < modules; i++) {
    const first = i * roundsEach;
    const rounds = Array.from({ length: roundsEach }, (_, n) => round(first + n)).join("");
    const before = first - roundsEach;
    const link = i === 0 ? "" : `import "./m${i - 1}.std" { Good${before}, sum${before} }\n`;
    const use = i === 0 ? "0" : `sum${before}([Good${before} { name: "a", price: n }], n)`;
    files.set(
      `m${i}.std`,
      `${IMPORTS}\n${link}${rounds}\nfun link${i}(n: Int) -> Int {\n    let m = ${use}\n    return m + 1\n}\n`,
    );
  }
  const links = Array.from({ length: modules }, (_, i) => i);
  files.set(
    "main.std",
    `${links.map((i) => `import "./m${i}.std" { link${i} }`).join("\n")}\n\nfun main() {\n${links.map((i) => `    print(link${i}(${i}))`).join("\n")}\n}\n`,
  );
  return files;
}

/** What the standard library of Stdlang offers to the program. */
const LIBRARY = `class Failure { constructor(readonly kind: string, readonly message: string) {} }
type Result<T, E> = { ok: true; value: T } | { ok: false; error: E };
const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });
const err = <E>(error: E): Result<never, E> => ({ ok: false, error });
interface Channel<T> { send(value: T): void; recv(): Promise<T> }
function parseInteger(text: string): number | undefined {
    const value = Number(text);
    return Number.isInteger(value) ? value : undefined;
}
`;

// Derived equality and printing are written out: TypeScript has no derives.
const inTypeScript = (n: number): string => `
class Item${n} {
    constructor(readonly id: number, readonly name: string, readonly tags: string[]) {}

    label(width: number): string {
        let text = \`\${this.name}-\${this.id + width}\`;
        if (this.tags.length > width) {
            return \`\${text}*\`;
        }
        return text;
    }

    equals(other: Item${n}): boolean {
        return this.id === other.id && this.name === other.name && this.tags.every((tag, i) => tag === other.tags[i]);
    }

    toString(): string {
        return \`Item${n} { id: \${this.id}, name: \${this.name}, tags: \${this.tags} }\`;
    }
}

type State${n} = { kind: "Empty" } | { kind: "Full"; item: Item${n} } | { kind: "Counted"; a: number; b: number };

function weigh${n}(s: State${n}, factor: number): number {
    let total = 0;
    for (let i = 0; i < factor; i++) {
        switch (s.kind) {
            case "Empty": total += 0; break;
            case "Full": total += s.item.id * i; break;
            case "Counted": total += s.a + s.b; break;
        }
    }
    return total;
}

class Good${n} implements Priced${n} {
    constructor(
        public name: string,
        public price: number,
    ) {}

    total(count: number): number {
        return this.price * count;
    }

    cost(count: number): number {
        return count * this.price;
    }

    equals(other: Good${n}): boolean {
        return this.name === other.name && this.price === other.price;
    }

    toString(): string {
        return \`Good${n} { name: \${this.name}, price: \${this.price} }\`;
    }
}

interface Priced${n} {
    cost(count: number): number;
}

function sum${n}<T extends Priced${n}>(goods: T[], count: number): number {
    let sum = 0;
    for (const good of goods) {
        sum += good.cost(count);
    }
    return sum;
}

function cheapest${n}(goods: Good${n}[]): Good${n} | undefined {
    let best: Good${n} | undefined = undefined;
    for (const good of goods) {
        if (best === undefined || good.price < (best as Good${n}).price) {
            best = good;
        }
    }
    return best;
}

const LIMIT${n}: number = 1_000;

function parseOrder${n}(line: string): Result<Good${n}, Failure> {
    const parts = line.split(":");
    if (parts.length !== 2) {
        return err(new Failure("order", \`no price in \${line}\`));
    }
    const price = priceOf${n}(parts[1]!);
    if (!price.ok) return price;
    const good = new Good${n}(parts[0]!, 3);
    good.price += price.value;
    return ok(good);
}

function priceOf${n}(text: string): Result<number, Failure> {
    const limit = (price: number): number => price > LIMIT${n} ? LIMIT${n} : price;
    const price = parseInteger(text.trim());
    if (price === undefined) return err(new Failure("order", "no number"));
    if (price >= 0) return ok(limit(price));
    return err(new Failure("order", "less than nothing"));
}

function counted${n}(lines: string[], done: Channel<number>): Map<string, number> {
    const counts: Map<string, number> = new Map();
    let at = 0;
    while (at < lines.length) {
        const order = parseOrder${n}(lines[at]!);
        if (order.ok) counts.set(order.value.name, order.value.price * 2);
        else console.log(\`line \${at}: \${order.error}\`);
        at += 1;
    }
    queueMicrotask(() => {
        done.send(at);
    });
    return counts;
}
`;
