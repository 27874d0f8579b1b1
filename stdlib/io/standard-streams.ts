// Natives for standard input, output and error (std/io).
import { asCount, fail } from "../../interpreter/runtime/index.ts";
import type {
  Err,
  ErrorValue,
  Int,
  MaybePromise,
  NativeTable,
  Result,
  Runtime,
} from "../../interpreter/runtime/index.ts";
import { errorText, codeOf } from "../error/index.ts";
import { readHidden } from "./secret.ts";

export class Size {
  readonly _columns: number;
  readonly _rows: number;

  constructor(columns: number, rows: number) {
    this._columns = columns;
    this._rows = rows;
  }
}

const NAMES = ["standard input", "standard output", "standard error"] as const;

function failed(operation: string, error: Error, stream: string): Err<ErrorValue> {
  const text = errorText(error);
  return fail("io", `${operation}: ${text} (${stream})`, codeOf(text));
}

export function standardStreams({
  stdin,
  stdout,
  stderr,
  scheduler,
  host,
}: Runtime): NativeTable["functions"] {
  const streams = [stdin, stdout, stderr] as const;
  const { terminal } = host.system;

  function then<T, U>(value: MaybePromise<T>, map: (value: T) => U): MaybePromise<U> {
    return value instanceof Promise ? value.then(map) : map(value);
  }

  function isTerminal(number: number): boolean {
    const descriptor = streams[number]!.descriptor ?? null;
    return descriptor !== null && terminal.isTerminal(descriptor);
  }

  function write(number: number, data: string): MaybePromise<Result<number, ErrorValue>> {
    if (data === "") return 0;
    const output = number === 1 ? stdout : stderr;
    // Earlier output to standard output must precede this, wherever each stream leads.
    if (number === 2) stdout.flush();
    const result = (error: Error | null): Result<number, ErrorValue> =>
      error === null ? data.length : failed("write", error, NAMES[number]!);
    if (output.deliver === undefined) {
      output.write(data);
      output.flush();
      return data.length;
    }
    const outcome = output.deliver(data);
    return outcome instanceof Promise ? scheduler.external(outcome.then(result)) : result(outcome);
  }

  const orFailure = (read: string | Error): Result<string, ErrorValue> =>
    typeof read === "string" ? read : failed("read", read, NAMES[0]);

  async function readSecret(prompt: string): Promise<Result<string, ErrorValue>> {
    stdout.flush();
    const ask = (): void => stderr.write(prompt);
    const hidden = isTerminal(0);
    if (!hidden) ask();
    const line = await (hidden ? readHidden(stdin, terminal, ask) : stdin.readLine());
    if (hidden) stderr.write("\n");
    return line ?? fail("io", "read_secret: end of input");
  }

  function read(max: Int): MaybePromise<Result<string, ErrorValue>> {
    const count = asCount(max);
    if (count < 0) return fail("io", "read: read size must be non-negative");
    return count === 0 ? "" : then(stdin.read(count), orFailure);
  }

  const readLine = (): MaybePromise<string> => then(stdin.readLine(), (line) => line ?? "");

  return {
    print: (text: string): void => stdout.write(text),
    println: (text: string): void => stdout.write(`${text}\n`),
    __eprint(text: string): void {
      stdout.flush();
      stderr.write(text);
    },
    input(prompt: string): MaybePromise<string> {
      stdout.write(prompt);
      return readLine();
    },
    read_line: readLine,
    read_line_opt: (): MaybePromise<string | null> => stdin.readLine(),
    read_secret: (prompt: string) => scheduler.external(readSecret(prompt)),
    terminal_size(): Size | null {
      for (const { descriptor } of [stdout, stderr]) {
        const size = terminal.size(descriptor ?? -1);
        if (size !== null) return new Size(size.columns, size.rows);
      }
      return null;
    },
    __stdin_read: read,
    __standard_write: (number: Int, data: string) => write(asCount(number), data),
    __standard_is_terminal: (number: Int): boolean => isTerminal(asCount(number)),
  };
}
