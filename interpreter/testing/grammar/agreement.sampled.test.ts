// The parser agrees with the definition of the syntax: it reads the same trees from valid sources, and finds
// errors in the same invalid ones.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Source } from "../../source/index.ts";
import { parse, type ParseOptions } from "../../syntax/index.ts";
import { randomFiles } from "../random/index.ts";
import { sample, share, thorough } from "../sample.ts";
import { judge } from "./judge.ts";

const SEED = Number(process.env["PROPERTY_SEED"] ?? 1);

/** A tree as text: the numbers of nodes may differ, and the order of members. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (key, part: unknown) => {
    if (key === "id") return undefined;
    if (typeof part === "bigint") return `${part}n`;
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function idsOf(value: unknown, ids: number[] = []): number[] {
  if (typeof value !== "object" || value === null) return ids;
  for (const [key, part] of Object.entries(value))
    if (key === "id") ids.push(part as number);
    else idsOf(part, ids);
  return ids;
}

interface Found {
  readonly tree: string | null;
  readonly uses: string;
}

function expectAgreement(name: string, text: string, options: ParseOptions): void {
  const source = new Source(name, text);
  const { tree, uses, diagnostics } = parse(source, options);
  // The stack of a test is smaller than that of the command.
  if (diagnostics.some(({ code }) => code === "P10")) return;
  let judged: ReturnType<typeof judge>;
  try {
    judged = judge(source, options);
  } catch (error) {
    if (error instanceof RangeError) return;
    throw error;
  }
  const usesOf = (of: typeof uses): string => `${of.collectionLiterals} ${[...of.methods].sort().join(" ")}`;
  const found: Found =
    diagnostics.length > 0 ? { tree: null, uses: "" } : { tree: textOf(tree.items), uses: usesOf(uses) };
  const wanted: Found =
    judged === null ? { tree: null, uses: "" } : { tree: textOf(judged.items), uses: usesOf(judged.uses) };
  expect(found, `${name}\n${text}`).toEqual(wanted);
  const ids = idsOf(tree.items);
  expect(new Set(ids).size, name).toBe(ids.length);
  expect(Math.max(-1, ...ids), name).toBeLessThan(tree.nodeCount);
}

const files = globSync("{conformance,examples,stdlib,bench}/**/*.std").toSorted();
const optionsOf = (file: string): ParseOptions => ({ declarations: file.startsWith("stdlib/") });

test("the trees of all scripts", () => {
  expect(files.length).toBeGreaterThan(1000);
  for (const file of sample(files, 6)) {
    const text = readFileSync(file, "utf8");
    expectAgreement(file, text, optionsOf(file));
    expectAgreement(file, text, { ...optionsOf(file), keepMacros: true });
  }
}, 240_000);

test("the trees of examples in pages", () => {
  for (const page of sample(globSync("{README.md,docs/**/*.md}").toSorted(), 4))
    for (const [, text] of readFileSync(page, "utf8").matchAll(/^```std\n(.*?)^```/gms))
      expectAgreement(page, text!, {});
}, 120_000);

test("the trees of generated programs", () => {
  for (let seed = 1; seed <= (thorough ? 40 : 2); seed++)
    for (const [name, text] of Object.entries(randomFiles(seed))) expectAgreement(name, text, {});
}, 120_000);

/** A generator of numbers below a bound, the same in each run. */
function numbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fff_ffff;
    return (state >> 8) % bound;
  };
}

/** The text with a token removed, doubled, exchanged with another, or copied elsewhere. */
function mutated(text: string, below: (bound: number) => number): string {
  const parts = text.match(/\w+|[^\S\n]+|[^\w\s]|\n/g) ?? [""];
  const [one, other] = [below(parts.length), below(parts.length)];
  switch (below(4)) {
    case 0:
      parts.splice(one, 1);
      break;
    case 1:
      parts.splice(one, 0, parts[one]!);
      break;
    case 2:
      [parts[one], parts[other]] = [parts[other]!, parts[one]!];
      break;
    default:
      parts.splice(one, 0, parts[other]!);
  }
  return parts.join("");
}

test("the verdict on mutated sources", () => {
  const below = numbers(SEED);
  // The scripts of limits expand macros to millions of tokens, for which the judge takes gigabytes.
  const texts = files
    .filter((file) => !file.startsWith("conformance/limits/"))
    .map((file) => [file, readFileSync(file, "utf8")] as const)
    .filter(([, text]) => text.length < (thorough ? 3000 : 1500));
  const count = share(20_000, 40);
  for (let i = 0; i < count; i++) {
    const [file, text] = texts[below(texts.length)]!;
    expectAgreement(`${file}, mutation ${i} of seed ${SEED}`, mutated(text, below), optionsOf(file));
  }
}, 3_000_000);
