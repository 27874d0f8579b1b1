// Natives of std/io.
import type { MaybePromise, NativeTable, Runtime } from "../../interpreter/runtime/index.ts";

export function create(runtime: Runtime): NativeTable {
  const { stdin, stdout } = runtime;
  return {
    functions: {
      print: (text: string): void => stdout.write(text),
      println: (text: string): void => stdout.write(`${text}\n`),
      input(prompt: string): MaybePromise<string> {
        stdout.write(prompt);
        return stdin.readLine();
      },
      read_line: (): MaybePromise<string> => stdin.readLine(),
    },
  };
}
