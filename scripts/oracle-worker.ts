// The thread that runs programs compiled and on the evaluator. Its stack is large, because the evaluator
// nests many JavaScript calls for one of a script. It receives requests and sends answers as messages, one at
// a time.
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
  /** A script that is only compiled, with checks of the compiler's facts. */
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
    // Generated programs must check; a few of them loop for too long.
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
