// Generates random programs that compute with Int, each with an equivalent on BigInt: from a seed to two
// sources. Their numbers pass through variables, fields, lists, maps, options, variants and calls.
import { generator } from "./random-program.ts";

interface Text {
  readonly std: string;
  readonly js: string;
}

/** The places that a random program reads; it writes to all except the first. */
const PLACES: readonly Text[] = [
  "i",
  "x",
  "y",
  "z",
  "box.n",
  "total",
  "xs[i % 3]",
  "row[i % 2]",
  "nested[i % 2][1]",
  "box.list[1]",
  "map.get_or(i % 4, 5)",
  "part(pair)",
  "or_zero(maybe)",
  "stack.get(0)",
].map((std) => ({ std, js: std.replace(/i % (\d)/g, "Number(i) % $1").replace(".get(0)", "[0]") }));
const CONSTANTS = [
  "0",
  "1",
  "2",
  "3",
  "7",
  "16",
  "31",
  "33",
  "255",
  "1000",
  "65536",
  "1103515245",
  "2147483647",
  "4294967295",
  "4294967296",
  "9007199254740991",
  "9007199254740993",
  "1099511628211",
  "88172645463325252",
  "6364136223846793005",
  "0x7fffffffffffffff",
  "0x3ffffffffffff",
];

function constant(text: string): Text {
  return { std: text, js: `${text}n` };
}

function expression(next: (limit: number) => number, depth: number): Text {
  if (depth === 0 || next(6) === 0) {
    if (next(3) === 0) return constant(CONSTANTS[next(CONSTANTS.length)]!);
    return PLACES[next(PLACES.length)]!;
  }
  const a = expression(next, depth - 1);
  const kind = next(12);
  if (kind === 0) return { std: `(-${a.std})`, js: `wrap(-${a.js})` };
  if (kind === 1) return { std: `(~${a.std})`, js: `(~${a.js})` };
  if (kind === 11 && next(2) === 0) return { std: `mix(${a.std}, i)`, js: `mix(${a.js}, i)` };
  if (kind === 2) return { std: `twist(${a.std})`, js: `twist(${a.js})` };
  if (kind === 3 || kind === 4) {
    const op = kind === 3 ? "%" : "/";
    const b = constant(CONSTANTS[1 + next(CONSTANTS.length - 1)]!);
    return { std: `(${a.std} ${op} ${b.std})`, js: `(${a.js} ${op} ${b.js})` };
  }
  if (kind === 5 || kind === 6) {
    const [op, name] = kind === 5 ? ["<<", "shl"] : [">>", "shr"];
    const count =
      [
        constant(`${next(70)}`),
        { std: "(y & 63)", js: "(y & 63n)" },
        { std: "(x & 31)", js: "(x & 31n)" },
        { std: "z", js: "z" },
      ][next(8)] ?? constant(`${next(40)}`);
    return { std: `(${a.std} ${op} ${count.std})`, js: `${name}(${a.js}, ${count.js})` };
  }
  if (kind === 7) {
    const b = expression(next, depth - 1);
    const op = ["<", "<=", ">", ">=", "==", "!="][next(6)]!;
    return {
      std: `(if ${a.std} ${op} ${b.std} { ${a.std} } else { y })`,
      js: `(${a.js} ${op} ${b.js} ? ${a.js} : y)`,
    };
  }
  const op = ["+", "-", "*", "&", "^", "|"][next(6)]!;
  const b = expression(next, depth - 1);
  return { std: `(${a.std} ${op} ${b.std})`, js: `wrap(${a.js} ${op} ${b.js})` };
}

/** Writes a value to a place, or passes it through a container. */
function update(next: (limit: number) => number): Text {
  const value = expression(next, 3);
  const place = PLACES[1 + next(9)]!;
  const flows: readonly Text[] = [
    { std: "map.set(i % 4, VALUE)", js: "map.set(Number(i) % 4, VALUE)" },
    { std: "pair = Pair.Two(x, VALUE)", js: "pair = VALUE" },
    { std: "maybe = if VALUE > 9 { Some(VALUE) } else { None }", js: "maybe = VALUE > 9n ? VALUE : null" },
    { std: "store(nested[0], VALUE)", js: "store(nested[0], VALUE)" },
    { std: "row = reverse(xs)", js: "row = [...xs].reverse()" },
    { std: "row = nested[1]", js: "row = nested[1]" },
    { std: "box.list = xs", js: "box.list = xs" },
    { std: "stack = [VALUE]\n        stack.push(stack.pop())", js: "stack = [VALUE]" },
    { std: "for v in row { z = z ^ v }", js: "for (const v of row) z = wrap(z ^ v)" },
  ];
  const flow =
    next(2) === 0 ? { std: `${place.std} = VALUE`, js: `${place.js} = VALUE` } : flows[next(flows.length)]!;
  return {
    std: flow.std.replaceAll("VALUE", value.std),
    js: `${flow.js.replaceAll("VALUE", `(${value.js})`)};`,
  };
}

/**
 * A program that prints its result at the end, and the body of a JavaScript function that returns the same.
 */
export function randomArithmetic(seed: number): Text {
  const random = generator(seed);
  const next = (limit: number): number => Math.floor(random() * limit);
  const updates = Array.from({ length: 6 }, () => update(next));
  const twisted = seed % 3 === 0 ? "n & 255" : `n * 31 + ${CONSTANTS[next(CONSTANTS.length)]}`;
  const shown = PLACES.slice(1).filter((place) => !place.std.includes("i %"));
  const std = `
import std/list { reverse }
import std/collections
struct Box { n: Int, list: List<Int> }
enum Pair { Two(Int, Int) }
let total = 0
fun twist(n: Int) -> Int = ${twisted}
fun mix(n: Int, by: Int) -> Int {
    let h = n ^ (n << 13)
    h = h ^ ((h >> 7) & 0x1ffffffffffffff)
    if h % 5 == by % 3 { return h + by }
    h *= 31
    return (h ^ twist(by)) * 0x9e3779b97f4a7c1
}
fun part(pair: Pair) -> Int = match pair { Two(a, b) -> b }
fun or_zero(n: Option<Int>) -> Int = match n { Some(v) -> v, None -> 0 }
fun store(list: List<Int>, n: Int) { list[1] = n }
fun main() {
    let x = 1
    let y = 5
    let z = -3
    let box = Box { n: 2, list: [1, 2] }
    let xs = [1, 2, 3]
    let row = [4, 5]
    let nested = [[6, 7], [8, 9]]
    let map: Map<Int, Int> = Map.new()
    let pair = Pair.Two(1, 2)
    let maybe: Option<Int> = None
    let stack = [1]
    for i in 0..30 {
${updates.map((each) => `        ${each.std}`).join("\n")}
    }
    print("${shown.map((place) => `\${${place.std}}`).join(" ")} \${xs} \${row} \${nested}")
}`;
  const js = `
const wrap = (n) => BigInt.asIntN(64, n);
const shl = (n, count) => count < 0n || count > 63n ? 0n : wrap(n << count);
const shr = (n, count) => count < 0n || count > 63n ? (n < 0n ? -1n : 0n) : n >> count;
let total = 0n;
const twist = (n) => wrap(${twisted.replace(/\b\d\w*/g, "$&n")});
const mix = (n, by) => {
  let h = n ^ wrap(n << 13n);
  h = h ^ ((h >> 7n) & 0x1ffffffffffffffn);
  if (h % 5n === by % 3n) return wrap(h + by);
  h = wrap(h * 31n);
  return wrap((h ^ twist(by)) * 0x9e3779b97f4a7c1n);
};
const part = (pair) => pair, or_zero = (n) => n ?? 0n, store = (list, n) => { list[1] = n; };
let x = 1n, y = 5n, z = -3n, row = [4n, 5n], pair = 2n, maybe = null, stack = [1n];
const box = { n: 2n, list: [1n, 2n] }, xs = [1n, 2n, 3n], nested = [[6n, 7n], [8n, 9n]], map = new Map();
map.get_or = (key, other) => map.get(key) ?? BigInt(other);
for (let i = 0n; i < 30n; i++) {
${updates.map((each) => each.js).join("\n")}
}
const list = (xs) => \`[\${xs.map((x) => Array.isArray(x) ? list(x) : x).join(", ")}]\`;
return \`${shown.map((place) => `\${${place.js}}`).join(" ")} \${list(xs)} \${list(row)} \${list(nested)}\`;`;
  return { std, js };
}
