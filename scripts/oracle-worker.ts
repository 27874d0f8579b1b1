// The thread in which programs are run both ways: its stack is large, since the evaluator nests many
// JavaScript calls for one of a script. Requests and answers travel as messages, one at a time.
import { parentPort } from "node:worker_threads";
import { fileReader, memoryReader } from "../interpreter/modules/index.ts";
import { compareProgram, hostOf, type Comparison } from "../interpreter/testing/compare.ts";
import { randomFiles } from "../interpreter/testing/random/index.ts";

export type OracleRequest =
  | { readonly kind: "script"; readonly path: string; readonly args: readonly string[]; readonly stdin: string }
  | { readonly kind: "random"; readonly seed: number };

async function answer(request: OracleRequest): Promise<Comparison> {
  try {
    if (request.kind === "script") return await compareProgram(request.path, fileReader, () => hostOf(request.path, request.args, request.stdin));
    const files = randomFiles(request.seed);
    const compared = await compareProgram("/main.std", memoryReader(files));
    // What is generated must check, and end soon.
    return compared.skipped === null ? compared : { difference: compared.skipped, skipped: null };
  } catch (error) {
    return { difference: error instanceof Error ? (error.stack ?? error.message) : String(error), skipped: null };
  }
}

parentPort!.on("message", (request: OracleRequest) => {
  void answer(request).then((comparison) => parentPort!.postMessage(comparison));
});
