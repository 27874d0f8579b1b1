// `decode` reads derived types straight from the text, and `stringify(value.to_json())` writes them straight
// to one; `parse`, `from_json_value` and a stored tree are the other way. Both ways must produce the same
// values, errors and texts, for random types and random texts, valid and invalid. The errors must be those of
// a slow and simple implementation of the rules, each with its path.
import fc from "fast-check";
import { expect, test } from "vitest";
import { createEngine } from "../../interpreter/index.ts";
import { standardModules } from "../index.ts";

type Type =
  | { readonly kind: "Int" | "Float" | "Bool" | "String" | "Char" }
  | { readonly kind: "List" | "Option" | "Map"; readonly inner: Type }
  | { readonly kind: "Own"; readonly name: string };

interface Field {
  readonly type: Type;
  readonly member: string;
  readonly optional: boolean;
}

interface Struct {
  readonly name: string;
  readonly fields: readonly Field[];
}

interface Enum {
  readonly name: string;
  readonly variants: readonly (readonly Type[])[];
}

/** A random number from 0 up to, but not including, `size`. */
type Random = (size: number) => number;

function randomOf(seed: number): Random {
  let state = seed;
  return (size) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % size;
  };
}

const MEMBERS = ["id", "name", "tag", "values", "a b", "é", 'x\\"y', "a", "ab"];
const from = <T>(random: Random, pool: readonly T[]): T => pool[random(pool.length)]!;

function typeOf(random: Random, own: readonly string[]): Type {
  const kind = from(random, [
    "Int",
    "Float",
    "Bool",
    "String",
    "Char",
    "List",
    "Option",
    "Map",
    "Own",
    "Own",
  ] as const);
  if (kind === "Own") return own.length === 0 ? { kind: "Int" } : { kind, name: from(random, own) };
  return kind === "List" || kind === "Option" || kind === "Map"
    ? { kind, inner: typeOf(random, own) }
    : { kind };
}

function nameOf(type: Type): string {
  if (type.kind === "Own") return type.name;
  if (type.kind === "Map") return `Map<String, ${nameOf(type.inner)}>`;
  return "inner" in type ? `${type.kind}<${nameOf(type.inner)}>` : type.kind;
}

/** Types that refer to earlier ones, and to themselves in lists. */
function ownTypes(random: Random): (Struct | Enum)[] {
  const types: (Struct | Enum)[] = [];
  for (let i = 0; i < 5; i++) {
    const name = `T${i}`;
    const known = types.map((type) => type.name);
    const part = (): Type =>
      random(6) === 0 ? { kind: "List", inner: { kind: "Own", name } } : typeOf(random, known);
    if (random(3) === 0) {
      types.push({
        name,
        variants: Array.from({ length: 1 + random(5) }, () => Array.from({ length: random(3) }, part)),
      });
    } else {
      const members = [...MEMBERS].sort(() => random(3) - 1).slice(0, random(6));
      const fields = members.map((member) => {
        const type = part();
        return { type, member, optional: type.kind === "Option" && random(2) === 0 };
      });
      types.push({ name, fields });
    }
  }
  return types;
}

function declaration(type: Struct | Enum): string {
  const head = "@derive(FromJson, ToJson, Debug)\n";
  if ("variants" in type) {
    const variants = type.variants.map(
      (parts, i) => `    V${i}${parts.length === 0 ? "" : `(${parts.map(nameOf).join(", ")})`},\n`,
    );
    return `${head}enum ${type.name} {\n${variants.join("")}}\n`;
  }
  const fields = type.fields.map(
    (field, i) =>
      `    @json(name: "${field.member}"${field.optional ? ", optional" : ""})\n    f${i}: ${nameOf(field.type)},\n`,
  );
  return `${head}struct ${type.name} {\n${fields.join("")}}\n`;
}

/** Returns JSON for a type, and sometimes other JSON. */
function textFor(random: Random, types: readonly (Struct | Enum)[], type: Type, depth: number): string {
  if (random(60) === 0)
    return from(random, [
      "null",
      "1",
      "true",
      '"x"',
      "[]",
      "{}",
      '{"tag":"V0","values":[]}',
      "-0",
      "1e999",
      '"\\ud83d\\ude00"',
    ]);
  const gap = () => from(random, ["", "", "", " ", "\n\t"]);
  const list = (parts: readonly string[], open: string, close: string) =>
    `${open}${gap()}${parts.join(`${gap()},${gap()}`)}${gap()}${close}`;
  const inside = (inner: Type) => textFor(random, types, inner, depth + 1);
  const some = () => (depth > 5 ? 0 : random(4));
  switch (type.kind) {
    case "Int":
    case "Float":
      return from(random, [
        "0",
        "-0",
        "7",
        "-12",
        "1.75",
        "-2.5e3",
        "9007199254740993",
        "-9223372036854775808",
        "18446744073709551616",
        "1e-7",
        "123456789012345678.5",
        "1.0",
        "1e3",
        "9223372036854775807.0",
        "-9223372036854775809",
        "1.00000000000000000001",
        "5",
        "6",
        "7",
      ]);
    case "Bool":
      return from(random, ["true", "false"]);
    case "String":
      return from(random, ['""', '"plain"', '"a\\n\\"b"', '"é\\u00e9"', '"a string of some length"']);
    case "Char":
      return from(random, [
        '"a"',
        '"é"',
        '"\\n"',
        '"\\ud83d\\ude00"',
        '"😀"',
        random(8) === 0 ? '"ab"' : '"b"',
      ]);
    case "Option":
      return random(3) === 0 ? "null" : inside(type.inner);
    case "List":
      return list(
        Array.from({ length: some() }, () => inside(type.inner)),
        "[",
        "]",
      );
    case "Map":
      return list(
        Array.from(
          { length: some() },
          () => `"${from(random, MEMBERS)}"${gap()}:${gap()}${inside(type.inner)}`,
        ),
        "{",
        "}",
      );
    case "Own": {
      const own = types.find(({ name }) => name === type.name)!;
      if ("fields" in own) {
        let members = own.fields
          .filter((field) => !(field.optional && random(2) === 0) && random(40) !== 0)
          .map((field) => `"${field.member}"${gap()}:${gap()}${inside(field.type)}`);
        if (random(4) === 0)
          members.splice(
            random(members.length + 1),
            0,
            `"more":${from(random, ["1", "[{}]", '{"id":[null,"\\t"]}'])}`,
          );
        if (random(4) === 0) members = members.reverse();
        if (random(12) === 0 && members.length > 0) members.push(from(random, members));
        return list(members, "{", "}");
      }
      const variant = random(own.variants.length);
      const members = [
        `"tag":"V${variant}"`,
        `"values":${list(own.variants[variant]!.map(inside), "[", "]")}`,
      ];
      if (random(8) === 0) members.reverse();
      if (random(8) === 0)
        members.splice(
          random(3),
          0,
          from(random, ['"more":{}', '"tag":"V0"', '"values":[]', '"t\\u0061g":"V0"']),
        );
      return list(members, "{", "}");
    }
  }
}

/** Returns the error of decoding a well-formed text, found by the rules alone, or null. */
function problemOf(
  types: readonly (Struct | Enum)[],
  type: Type,
  json: unknown,
  path: string,
): string | null {
  const wrong = (text: string) => `json: ${text}${path === "" ? "" : ` at ${path.replace(/^\./, "")}`}`;
  const first = (parts: readonly (() => string | null)[]) =>
    parts.reduce<string | null>((found, part) => found ?? part(), null);
  const step = (key: string) =>
    /^[A-Za-z_]\w*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
  const isObject =
    typeof json === "object" && json !== null && !Array.isArray(json) && !(json instanceof Written);
  const members: Record<string, unknown> = isObject ? (json as Record<string, unknown>) : {};
  const member = (key: string, inner: Type) => () =>
    Object.hasOwn(members, key)
      ? problemOf(types, inner, members[key], step(key))
      : wrong(`missing field ${key}`);
  switch (type.kind) {
    case "Int": {
      if (!(json instanceof Written)) return wrong("expected a number");
      const [, sign, whole, fraction = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:e(.+))?$/i.exec(
        json.source,
      )!;
      const places = fraction.length - Number(exponent);
      const scaled = BigInt(sign! + whole! + fraction) * (places < 0 ? 10n ** BigInt(-places) : 1n);
      const unit = places > 0 ? 10n ** BigInt(places) : 1n;
      if (scaled % unit !== 0n) return wrong("expected an integer");
      return BigInt.asIntN(64, scaled / unit) === scaled / unit ? null : wrong("integer out of range");
    }
    case "Float":
      if (!(json instanceof Written)) return wrong("expected a number");
      return Number.isFinite(Number(json.source)) ? null : wrong("number out of range");
    case "Bool":
      return typeof json === "boolean" ? null : wrong("expected a bool");
    case "String":
      return typeof json === "string" ? null : wrong("expected a string");
    case "Char":
      return typeof json !== "string"
        ? wrong("expected a string")
        : [...json].length === 1
          ? null
          : wrong("expected a single character");
    case "Option":
      return json === null ? null : problemOf(types, type.inner, json, path);
    case "List":
      return Array.isArray(json)
        ? first(json.map((each, i) => () => problemOf(types, type.inner, each, `${path}[${i}]`)))
        : wrong("expected an array");
    case "Map":
      return isObject
        ? first(Object.keys(members).map((key) => member(key, type.inner)))
        : wrong("expected an object");
    case "Own": {
      const own = types.find(({ name }) => name === type.name)!;
      if ("fields" in own) {
        const isFree = own.fields.length > 0 && own.fields.every(({ optional }) => optional);
        if (isFree && !isObject) return wrong("expected an object");
        return first(
          own.fields.map((field) =>
            field.optional && !Object.hasOwn(members, field.member.replaceAll('\\"', '"'))
              ? () => null
              : member(field.member.replaceAll('\\"', '"'), field.type),
          ),
        );
      }
      if (!Object.hasOwn(members, "tag")) return wrong("missing field tag");
      const { tag, values } = members;
      if (typeof tag !== "string") return wrong("enum tag is not a string");
      if (!Object.hasOwn(members, "values")) return wrong("missing field values");
      const parts = own.variants[Number(/^V(\d)$/.exec(tag)?.[1])];
      if (parts === undefined) return wrong(`unknown tag ${tag}`);
      if (!Array.isArray(values)) return wrong("enum payload values is not an array");
      if (values.length !== parts.length) return wrong("wrong number of payload values for variant");
      return first(parts.map((part, i) => () => problemOf(types, part, values[i], `${path}.values[${i}]`)));
    }
  }
}

/** A number as it was written. */
class Written {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/** Returns undefined for a string that is not valid JSON or contains unpaired surrogates. */
function readJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text, (_key, value: unknown, ...[context]: { source: string }[]) =>
      typeof value === "number" ? new Written(context!.source) : value,
    );
    // `JSON.parse` accepts unpaired surrogates, and does not show the values of members that are repeated.
    const strings = text.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
    return strings.every((literal) => (JSON.parse(literal) as string).isWellFormed()) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the text with a piece removed, doubled or replaced. */
function damaged(random: Random, text: string): string {
  const start = random(text.length + 1);
  const end = Math.min(start + random(4), text.length);
  const piece = from(random, [
    "",
    "",
    text.slice(start, end).repeat(2),
    ",",
    "}",
    "]",
    '"',
    "\\",
    "é",
    "\u0001",
    "{",
    "1",
    ":",
  ]);
  return text.slice(0, start) + piece + text.slice(end);
}

function program(types: readonly (Struct | Enum)[]): string {
  const checks = types.map(
    ({ name }, i) => `        if name == "${name}" {
            let direct: Result<${name}, Error> = decode(text)
            let by_tree: Result<${name}, Error> = match parse(text) {
                Ok(value) -> from_json_value(value),
                Err(e) -> Err(e),
            }
            compare(text, shown${i}(direct), shown${i}(by_tree))
        }
`,
  );
  const shown = types.map(
    ({ name }, i) => `fun shown${i}(result: Result<${name}, Error>) -> String = match result {
    Ok(value) -> {
        let tree = value.to_json()
        let text = stringify(value.to_json())
        if text == stringify(tree) { "+" } else { "! \${text} by tree \${stringify(tree)} " } + value.debug()
    },
    Err(e) -> "\${e}",
}
`,
  );
  return `import std/json { decode, from_json_value, parse, stringify }
import std/io { read_line }

${types.map(declaration).join("\n")}
${shown.join("\n")}
fun compare(text: String, direct: String, by_tree: String) {
    if direct == by_tree {
        print(if direct.starts_with("json: ") { direct } else { direct.substring(0, 1) })
    } else {
        print("\${text}\\n  direct  \${direct}\\n  by tree \${by_tree}")
    }
}

fun main() {
    loop {
        let name = read_line()
        if name == "" { break }
        let text = read_line()
${checks.join("")}    }
}
`;
}

test("derived types decode texts in the same way with and without a tree", async () => {
  let right = 0;
  let judged = 0;
  let all = 0;
  const property = fc.asyncProperty(fc.integer(), async (seed) => {
    const random = randomOf(seed);
    const types = ownTypes(random);
    const lines: string[] = [];
    for (let i = 0; i < 250; i++) {
      const { name } = from(random, types);
      const text = textFor(random, types, { kind: "Own", name }, 0).replaceAll("\n", " ");
      lines.push(name, random(3) === 0 ? damaged(random, text) : text);
    }
    let printed = "";
    let input: Uint8Array | null = Buffer.from(`${lines.join("\n")}\n`);
    const engine = createEngine({
      modules: standardModules,
      stdout: (bytes) => void (printed += bytes),
      readInput: async () => {
        const piece = input;
        input = null;
        return piece;
      },
    });
    const outcome = await engine.run({ path: "main.std", text: program(types) });
    expect(outcome.diagnostics.map(({ message }) => message)).toEqual([]);
    const answers = printed.trimEnd().split("\n");
    expect(answers.filter((line) => line !== "+" && !line.startsWith("json: "))).toEqual([]);
    expect(answers.length).toBe(250);
    answers.forEach((answer, i) => {
      const json = readJson(lines[2 * i + 1]!);
      if (json === undefined) return;
      const told = Buffer.from(answer, "latin1").toString();
      const problem = problemOf(types, { kind: "Own", name: lines[2 * i]! }, json, "");
      expect(`${lines[2 * i + 1]} ${told}`).toBe(`${lines[2 * i + 1]} ${problem ?? "+"}`);
      judged++;
    });
    right += answers.filter((line) => line === "+").length;
    all += answers.length;
  });
  await fc.assert(property, { numRuns: 8, endOnFailure: true });
  // Neither valid nor invalid texts may be rare.
  expect(judged).toBeGreaterThan(all / 2);
  expect(right).toBeGreaterThan(all / 4);
  expect(right).toBeLessThan((all * 9) / 10);
});
