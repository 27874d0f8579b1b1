// The thread in which programs are run both ways: its stack is large, since the evaluator nests many
// JavaScript calls for one of a script. Requests and answers travel as messages, one at a time.
import { parentPort, workerData } from "node:worker_threads";
import { fileReader, memoryReader } from "../interpreter/modules/index.ts";
import { assertProgram, compareProgram, hostOf, type Comparison } from "../interpreter/testing/compare.ts";
import { preparedModules } from "../interpreter/testing/prepared-modules.ts";
import { randomFiles } from "../interpreter/testing/random/index.ts";

export type OracleRequest =
  | {
      readonly kind: "script";
      readonly path: string;
      readonly args: readonly string[];
      readonly stdin: string;
    }
  /** Not evaluated. */
  | {
      readonly kind: "assert";
      readonly path: string;
      readonly args: readonly string[];
      readonly stdin: string;
    }
  | { readonly kind: "random"; readonly seed: number };

const FEW_STEPS = 20_000;
const modules = preparedModules(workerData as string);

async function answer(request: OracleRequest): Promise<Comparison> {
  try {
    if (request.kind === "script")
      return await compareProgram(request.path, fileReader, {
        makeHost: () => hostOf(request.path, request.args, request.stdin),
      });
    if (request.kind === "assert")
      return await assertProgram(request.path, fileReader, () =>
        hostOf(request.path, request.args, request.stdin),
      );
    const compared = await compareProgram("/main.std", memoryReader(randomFiles(request.seed)), {
      steps: FEW_STEPS,
      modules,
    });
    // What is generated must check; a few go round in loops for too long.
    return compared.skipped?.includes("steps") === false
      ? { difference: compared.skipped, skipped: null }
      : compared;
  } catch (error) {
    return {
      difference: error instanceof Error ? (error.stack ?? error.message) : String(error),
      skipped: null,
    };
  }
}

parentPort!.on("message", (request: OracleRequest) => {
  void answer(request).then((comparison) => parentPort!.postMessage(comparison));
});
