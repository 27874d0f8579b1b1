// Natives of std/test: the panics of assertions, and what a test asks of its runner.
import {
  catchPanic,
  Panic,
  type NativeTable,
  type Runtime,
  type TestDesk,
} from "../../interpreter/runtime/index.ts";

export function create({ scheduler, test, describePanic }: Runtime): NativeTable {
  const desk = (what: string): TestDesk => {
    if (test === undefined) throw new Panic(`${what}: only \`std test\` and \`std bench\` run this`);
    return test;
  };
  return {
    functions: {
      __unequal(head: string, got: string, expected: string, note: string): never {
        throw new Panic(`${head}: ${got} != ${expected}${note}`, [], {
          head,
          got,
          expected: expected + note,
        });
      },
      __unexpected(head: string, got: string): never {
        throw new Panic(head, [], { head, got, expected: null });
      },
      __refuted(head: string, names: string, values: readonly string[]): never {
        const parts = (JSON.parse(names) as [string, boolean][]).map(
          ([text, quoted], i) => [text, quoted ? quotedText(values[i]!) : values[i]!] as const,
        );
        throw new Panic(head, [], { head, got: "", expected: null, parts });
      },
      assert_snapshot: (name: string, text: string): void => desk("assert_snapshot").snapshot(name, text),
      __root: (): string => desk("Test").root,
      __begin: (parent: string, name: string): string | null => desk("Test.run").begin(parent, name),
      __attempt: (path: string, f: () => unknown) =>
        catchPanic(scheduler, f, (panic) => {
          desk("Test.run").failed(path, panic, describePanic(panic));
          return "";
        }),
      __end: (path: string): boolean => desk("Test.run").end(path),
      __skip(path: string, why: string): never {
        throw desk("Test.skip").skip(path, why);
      },
      __log: (path: string, text: string): void => desk("Test.log").log(path, text),
      __temp_dir: (): string => desk("Test.temp_dir").temporaryFolder(),
      __next_batch: (): number => desk("Bench").nextBatch(),
      __start_batch: (): void => desk("Bench").startBatch(),
      __end_batch: (): void => desk("Bench").endBatch(),
    },
  };
}

/** A string as a literal of the language shows it. */
function quotedText(bytes: string): string {
  const escapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
  return `"${bytes.replace(/["\\\n\r\t]/g, (character) => escapes[character] ?? `\\${character}`)}"`;
}
