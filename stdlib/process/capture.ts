// Runs a started program to its end and captures its output (std/process: `run`, `run_with_input`).
import type { FlowingProcess } from "../../interpreter/host/index.ts";
import { MAX_STRING } from "../../interpreter/runtime/index.ts";
import type { Int, Option, Runtime } from "../../interpreter/runtime/index.ts";
import { systemText } from "../error/index.ts";
import { OutputBuffer } from "./output-buffer.ts";

/** The struct `Output`. */
export class OutputValue {
  _code: Int;
  _stdout: string;
  _stderr: string;
  ___signal: Option<string>;

  constructor(code: Int, stdout: string, stderr: string, signal: Option<string>) {
    this._code = code;
    this._stdout = stdout;
    this._stderr = stderr;
    this.___signal = signal;
  }
}

/** `input` is null for none. Rejects if a string, or the memory, cannot hold the input or the output. */
export async function capture(
  child: FlowingProcess,
  input: string | null,
  arrived: Runtime["arrived"],
): Promise<OutputValue> {
  const [stdout, stderr] = [new OutputBuffer(MAX_STRING), new OutputBuffer(MAX_STRING)];
  const collect =
    (buffer: OutputBuffer) =>
    (bytes: Uint8Array): void => {
      buffer.add(bytes);
      arrived(0, stdout.size + stderr.size);
      if (buffer.overflowed || buffer.exhausted) child.kill();
    };
  const bytes = input === null ? null : inputBytes(child, input);
  child.listen(collect(stdout), collect(stderr));
  if (bytes !== null) {
    void child.write(bytes);
    child.closeInput();
  }
  const code = await child.closed;
  if (stdout.exhausted || stderr.exhausted) throw new Error(systemText("ENOMEM"));
  if (stdout.overflowed || stderr.overflowed) throw new Error("string too large");
  return new OutputValue(code, stdout.take(), stderr.take(), child.signal);
}

/** @throws the error that there is no memory for the input, after ending the child */
function inputBytes(child: FlowingProcess, input: string): Buffer {
  try {
    return Buffer.from(input, "latin1");
  } catch (error) {
    child.kill();
    throw error;
  }
}
