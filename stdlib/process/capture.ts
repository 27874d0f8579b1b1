// A started program up to its end, with all it writes (std/process: `run`, `run_with_input`).
import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { MAX_STRING } from "../../interpreter/runtime/index.ts";
import type { Int } from "../../interpreter/runtime/index.ts";
import { systemText } from "../error/index.ts";
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

/** `input` null: none. Rejects when a string, or the memory, cannot hold the input or the output. */
export async function capture(child: ChildProcess, input: string | null): Promise<OutputValue> {
  const collect = (stream: Readable): OutputBuffer => {
    const buffer = new OutputBuffer(MAX_STRING);
    stream.on("error", () => {});
    stream.on("data", (bytes: Buffer) => {
      buffer.add(bytes);
      if (buffer.overflowed || buffer.exhausted) child.kill("SIGKILL");
    });
    return buffer;
  };
  const bytes = input === null ? null : inputBytes(child, input);
  const stdout = collect(child.stdout!);
  const stderr = collect(child.stderr!);
  if (bytes !== null) {
    // A child that does not read all of its input is no error.
    child.stdin!.on("error", () => {});
    child.stdin!.end(bytes);
  }
  const code = await new Promise<number>((resolve) => child.once("close", (status) => resolve(status ?? -1)));
  if (stdout.exhausted || stderr.exhausted) throw new Error(systemText("ENOMEM"));
  if (stdout.overflowed || stderr.overflowed) throw new Error("string too large");
  return new OutputValue(code, stdout.take(), stderr.take());
}

/** @throws what says that there is no memory for it; then the child is gone. */
function inputBytes(child: ChildProcess, input: string): Buffer {
  try {
    return Buffer.from(input, "latin1");
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}
