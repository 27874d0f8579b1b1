// No native of the modules below fails otherwise than by a panic, hangs, or changes an argument that
// is not its receiver, whatever it is given: arguments are drawn from pools by their declared types.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { asPanic, INT_MAX, INT_MIN, makeInt, type NativeTable } from "../interpreter/runtime/index.ts";
import { standardModules } from "./index.ts";
import { idleRuntime } from "./testing/idle-runtime.ts";

const MODULES = ["string", "list", "fmt", "math", "hash", "encoding", "random", "regex", "cmp"];

const big = "ab ".repeat(400000);
const strings = ["", "a", "\0", "n\xc3\xa9", "\xff\xfe\xc3", " \t\r\n", "-9223372036854775808", "1e400", "%", "=", "$", "${", "(a+)+$", "(?i)[^\\W]{2,3}|", "\\b", "[", big];
const ints = [0, 1, -1, 2, 10, 16, 63, 64, 2 ** 31, -(2 ** 31), 2 ** 32, 2 ** 53 - 1, -(2 ** 53) + 1, makeInt(0x200000, 0), INT_MAX, INT_MIN];
const floats = [0, -0, 1, -1.5, 0.1, 1e308, 5e-324, -1e-300, 1e21, Infinity, -Infinity, NaN];

interface Native {
  readonly name: string;
  readonly params: readonly string[];
}

/** The functions without body of a declaration file, with the types of their parameters. */
function nativesOf(declaration: string): Native[] {
  const natives: Native[] = [];
  let owner = "";
  for (const line of declaration.split("\n")) {
    owner = /^impl(?:<.*?>)? (\w+)/.exec(line)?.[1] ?? (line === "}" ? "" : owner);
    const found = /^\s*fun (\w+)(?:<.*?>)?\((.*)\)( -> [^={]*)?$/.exec(line);
    if (found === null) continue;
    const types = found[2]!.split(/, (?=\w+:)/).filter((part) => part !== "").map((part) => (part === "self" ? owner : part.replace(/^\w+: /, "")));
    natives.push({ name: owner === "" ? found[1]! : `${owner}.${found[1]!}`, params: types });
  }
  return natives;
}

function argument(type: string, pick: (size: number) => number, table: NativeTable): unknown {
  const from = <T>(pool: readonly T[]): T => pool[pick(pool.length)]!;
  const list = (element: string) => Array.from({ length: pick(5) }, () => argument(element, pick, table));
  const element = /^List<(.*)>$/.exec(type)?.[1];
  if (element !== undefined) return list(element);
  switch (type) {
    case "String":
      return from(strings);
    case "Int":
    case "T":
      return from(ints);
    case "Float":
      return from(floats);
    case "Rng":
      return new table.structs!["Rng"]!(from(ints) as never);
    case "Regex":
      return (table.functions["compile"] as (pattern: string) => unknown)(from(["(a)|b*", "(?-u)\\b.", "\\b\xc3\xa9?", ""]));
  }
  throw new Error(`no arguments of type ${type}`);
}

test.each(MODULES)("std/%s", async (name) => {
  const offer = standardModules.find((module) => module.name === name)!;
  const declaration = readFileSync(new URL(`./${name}/${name}.std`, import.meta.url), "utf8");
  const table = (await offer.load!()).create(idleRuntime());
  const natives = nativesOf(declaration).filter((native) => Object.hasOwn(table.functions, native.name));
  expect(natives.map((native) => native.name).sort()).toEqual(Object.keys(table.functions).sort());
  let seed = 7;
  const pick = (size: number) => (seed = (seed * 48271) % 2147483647) % size;
  for (const native of natives) {
    const call = table.functions[native.name] as (...args: unknown[]) => unknown;
    const deadline = performance.now() + 400;
    for (let round = 0; round < 300 && performance.now() < deadline; round++) {
      const args = native.params.map((type) => argument(type, pick, table));
      const start = performance.now();
      try {
        call(...args);
      } catch (error) {
        expect(asPanic(error), `${native.name}(${native.params.join()})`).not.toBeNull();
      }
      expect(performance.now() - start, `${native.name}(${native.params.join()})`).toBeLessThan(5000);
    }
  }
}, 60000);
