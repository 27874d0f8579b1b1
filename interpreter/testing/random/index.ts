// Random programs for the oracle: from a seed to the files of a program, always the same. Every eighth comes
// from a generator of the compiler's tests; the others mix two themes with the basics, in one or several
// files.
import { randomArithmetic } from "../../compile/testing/random-arithmetic.ts";
import { randomProgram } from "../../compile/testing/random-program.ts";
import { basics } from "./basics.ts";
import { conversions } from "./conversions.ts";
import { defaults } from "./defaults.ts";
import { documents } from "./documents.ts";
import { floats } from "./floats.ts";
import { forms } from "./forms.ts";
import { generics } from "./generics.ts";
import { macros } from "./macros.ts";
import { methods } from "./methods.ts";
import { panics } from "./panics.ts";
import { Random } from "./random.ts";
import type { Theme } from "./theme.ts";
import { tuples } from "./tuples.ts";
import { units } from "./units.ts";
import { waiting } from "./waiting.ts";
import { wideNumbers } from "./wide-numbers.ts";
import { Writer } from "./writer.ts";

const THEMES: readonly Theme[] = [
  wideNumbers,
  units,
  waiting,
  generics,
  macros,
  methods,
  panics,
  tuples,
  forms,
  floats,
  defaults,
  conversions,
  documents,
];

export function randomFiles(seed: number): Record<string, string> {
  if (seed % 16 === 0) return { "/main.std": randomProgram(seed) };
  if (seed % 16 === 8) return { "/main.std": randomArithmetic(seed).std };
  const random = new Random(seed);
  const first = random.choose(THEMES);
  const second = random.choose(THEMES.filter((theme) => theme !== first));
  return random.chance(0.3)
    ? severalFiles(random, [basics, first, second])
    : oneFile(random, [basics, first, second]);
}

/** The imports, one line per module: a name is imported once. */
function importLines(themes: readonly Theme[]): string {
  const names = new Map<string, Set<string>>();
  for (const line of themes.flatMap((theme) => theme.imports)) {
    const [, module, list = ""] = /^import (\S+)(?: \{ (.*) \})?$/.exec(line)!;
    const known = names.get(module!) ?? new Set();
    for (const name of list.split(", ")) if (name !== "") known.add(name);
    names.set(module!, known);
  }
  return [...names]
    .map(
      ([module, selected]) =>
        `import ${module}${selected.size === 0 ? "" : ` { ${[...selected].join(", ")} }`}\n`,
    )
    .join("");
}

function functions(
  random: Random,
  themes: readonly Theme[],
  prefix: string,
): { names: string[]; text: string } {
  const writer = new Writer(random, themes);
  const names: string[] = [];
  let text = "";
  for (let i = 1 + random.below(3); i > 0; i--) {
    const name = `${prefix}${names.length}`;
    text += writer.function(name, names);
    names.push(name);
  }
  return { names, text };
}

function main(random: Random, names: readonly string[]): string {
  const calls = names.flatMap((name) => [
    `    show("${name}", ${name}(${random.below(9) - 4}, 2))\n`,
    `    show("${name}", ${name}(3, ${random.below(99)}))\n`,
  ]);
  return `fun show(name: String, r: Result<Int, String>) {
    match r {
        Ok(n) -> print("\${name}: \${n}"),
        Err(e) -> print("\${name} failed: \${e}"),
    }
}
fun main() {
${calls.join("")}    print(total)
}
`;
}

function oneFile(random: Random, themes: readonly Theme[]): Record<string, string> {
  const { names, text } = functions(random, themes, "f");
  return {
    "/main.std":
      importLines(themes) + themes.map((theme) => theme.items).join("") + text + main(random, names),
  };
}

/**
 * Puts the declarations of themes in separate files, and the functions of the program in two; macros stay
 * with their uses.
 */
function severalFiles(random: Random, themes: readonly Theme[]): Record<string, string> {
  const apart = themes.filter((theme) => theme.exports.length > 0);
  const local = themes.filter((theme) => theme.exports.length === 0);
  const selectors = apart
    .map((theme) => `import "./${theme.name}" { ${theme.exports.join(", ")} }\n`)
    .join("");
  const head = importLines(themes) + selectors + local.map((theme) => theme.items).join("");
  const library = functions(random, themes, "g");
  const own = functions(random, themes, "f");
  const files: Record<string, string> = {
    "/main.std": `${head}import "./more" as more\nimport "./more" { ${library.names[0]} }\nlet started: Int = more.${library.names.at(-1)}(1, 2).unwrap_or(-7)\n${own.text}${main(random, [...own.names, library.names[0]!])}`,
    "/more.std": head + library.text,
  };
  for (const theme of apart) files[`/${theme.name}.std`] = importLines([theme]) + theme.items;
  return files;
}
