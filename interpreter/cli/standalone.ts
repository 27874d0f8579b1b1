// The first file of programs that `std build` has made: runs the program at its end, without
// parser, checker and compiler. The build joins it with everything that it imports (scripts/standalone.ts).
import { setDatabaseWorker } from "../host/node/index.ts";
import { EXIT_STATUS, exitStatus } from "../launch/index.ts";
import { BufferedOutput, describeInternalError, DirectOutput, fromBytes } from "../runtime/host.ts";
import { outputIsLost, stderrSink, stdoutSink, printError } from "./output/terminal.ts";
import { exitWith } from "./process/exit.ts";
import { restoreCertificates } from "./process/extra-certificates.ts";
import { processHost } from "./process/host.ts";
import { ensureLargeStack, ensureSoundStart, hasLargeStack } from "./process/stack.ts";
import type { StandaloneProgram } from "./process/standalone-files.ts";
import { start } from "./process/start.ts";
import { decodedArguments } from "./process/undecoded.ts";

interface Surroundings {
  /** The code of the thread of a database, as text. */
  readonly databaseWorker: string;
  /** Whether Node and the program are one file. */
  readonly isExecutable: boolean;
}

/** Runs the program and ends the process. */
export async function runStandalone(
  { program, grants, limits }: StandaloneProgram,
  { databaseWorker, isExecutable }: Surroundings,
): Promise<void> {
  process.exitCode = EXIT_STATUS.internal;
  process.removeAllListeners("warning");
  setDatabaseWorker(databaseWorker);
  const args = decodedArguments(process.argv.slice(2));
  try {
    // Elsewhere, the options of Node are not those of this process.
    if (isNode() && !isExecutable) {
      ensureSoundStart(args);
      if (program.deep !== false && !hasLargeStack()) ensureLargeStack();
    }
    restoreCertificates();
    await start(
      program,
      {
        host: {
          ...processHost(isExecutable ? process.execPath : (process.argv[1] ?? ""), args, grants),
          ownsProcess: true,
        },
        stdout: new BufferedOutput(stdoutSink),
        stderr: new DirectOutput(stderrSink),
        ...(limits !== null && { limits }),
      },
      (exitReason) => {
        const status = exitStatus(exitReason);
        const isWhole = status !== EXIT_STATUS.ok || exitReason.kind !== "done" || !outputIsLost();
        exitWith(isWhole ? status : EXIT_STATUS.failed);
      },
    );
  } catch (error) {
    printError(fromBytes(describeInternalError(error, process.env["STD_DEBUG"] === "1")));
    process.exit(EXIT_STATUS.internal);
  }
}

function isNode(): boolean {
  return process.versions["deno"] === undefined && process.versions["bun"] === undefined;
}
