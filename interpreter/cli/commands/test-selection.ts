// Which tests a command line names: files, folders, `FILE:LINE`, `FILE::name`, and a regular expression.
import { existsSync } from "node:fs";
import type { SelectedTest, TestSelection } from "../test/selection.ts";
import { UsageError } from "./options.ts";
import { scriptFiles } from "./script-files.ts";

/** The tests of a file that are named; without names and lines, all. */
interface Named {
  readonly names: string[];
  readonly lines: number[];
}

export class Selection implements TestSelection {
  readonly files: readonly string[];
  readonly #named = new Map<string, Named>();
  readonly #whole = new Set<string>();
  readonly #filter: RegExp | null;

  /** @throws UsageError for an invalid regular expression */
  constructor(operands: readonly string[], filter: string | undefined, suffixes: readonly string[]) {
    const paths: string[] = [];
    for (const operand of operands) {
      const named = namedIn(operand);
      paths.push(named?.file ?? operand);
      if (named === null) this.#whole.add(operand);
      else this.#name(named);
    }
    const found = suffixes.flatMap((suffix) => scriptFiles(paths, suffix).map(({ path }) => path));
    this.files = [...new Set(found)].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    this.#filter = regularExpression(filter);
  }

  #name({ file, name, line }: NonNullable<ReturnType<typeof namedIn>>): void {
    const known = this.#named.get(file) ?? { names: [], lines: [] };
    this.#named.set(file, known);
    if (name === null) known.lines.push(line);
    else known.names.push(name);
  }

  isPartial(file: string): boolean {
    return this.#filter !== null || (this.#named.has(file) && !this.#whole.has(file));
  }

  testsOf(
    file: string,
    functions: readonly string[],
    lines: readonly (readonly [number, number])[],
  ): SelectedTest[] {
    const named = this.#whole.has(file) ? undefined : this.#named.get(file);
    return functions
      .map((name, index): SelectedTest | null => {
        if (this.#filter?.test(name) === false) return null;
        const [from, to] = lines[index]!;
        const test = { name, index, line: from };
        if (named === undefined) return test;
        if (named.lines.some((line) => line >= from && line <= to)) return test;
        if (named.names.includes(name)) return test;
        const selected = named.names.filter((each) => each.startsWith(`${name}/`));
        return selected.length === 0 ? null : { ...test, selected };
      })
      .filter((test) => test !== null);
  }
}

/** The parts of `FILE::name` and `FILE:LINE`; null for a path. An existing file wins over these forms. */
function namedIn(operand: string): { file: string; name: string | null; line: number } | null {
  if (existsSync(operand)) return null;
  const name = /^(.+?)::(.+)$/s.exec(operand);
  if (name !== null) return { file: name[1]!, name: name[2]!, line: 0 };
  const line = /^(.+?):(\d+)(?::\d+)?$/s.exec(operand);
  return line === null ? null : { file: line[1]!, name: null, line: Number(line[2]) };
}

function regularExpression(text: string | undefined): RegExp | null {
  if (text === undefined) return null;
  try {
    return new RegExp(text, "u");
  } catch (error) {
    const why = (error as Error).message.replace(/^Invalid regular expression: .*\/u: /s, "");
    throw new UsageError(`option --filter needs a regular expression, not ${text}: ${why}`);
  }
}
