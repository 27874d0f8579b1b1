// A started program up to its end, with all it writes (stdlib-a 9: `run`, `run_with_input`).
import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { MAX_STRING } from "../../interpreter/runtime/index.ts";
import type { Int } from "../../interpreter/runtime/index.ts";
import { OutputBuffer } from "./output-buffer.ts";

/** The struct `Output`. */
export class OutputValue {
  _code: Int;
  _stdout: string;
  _stderr: string;

  constructor(code: Int, stdout: string, stderr: string) {
    this._code = code;
    this._stdout = stdout;
    this._stderr = stderr;
  }
}

/** `input` null: none. Rejects when a string cannot hold the output. */
export async function capture(child: ChildProcess, input: string | null): Promise<OutputValue> {
  const collect = (stream: Readable): OutputBuffer => {
    const buffer = new OutputBuffer(MAX_STRING);
    stream.on("error", () => {});
    stream.on("data", (bytes: Buffer) => {
      buffer.add(bytes);
      if (buffer.overflowed) child.kill("SIGKILL");
    });
    return buffer;
  };
  const stdout = collect(child.stdout!);
  const stderr = collect(child.stderr!);
  if (input !== null) {
    // A child that does not read all of its input is no error.
    child.stdin!.on("error", () => {});
    child.stdin!.end(Buffer.from(input, "latin1"));
  }
  const code = await new Promise<number>((resolve) => child.once("close", (status) => resolve(status ?? -1)));
  if (stdout.overflowed || stderr.overflowed) throw new Error("string too large");
  return new OutputValue(code, stdout.take(), stderr.take());
}
