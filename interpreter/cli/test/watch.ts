// `std test --watch`: runs the tests again when a file changes.
import { printError } from "../output/terminal.ts";
import { watchSources } from "../process/watch-sources.ts";
import { noteFailed } from "./last-failed.ts";
import type { Run } from "./run-tests.ts";

/** Ends the command on signals, with the status of shells; handlers of `exit` end its processes. */
export function endOnSignals(): void {
  process.on("SIGINT", () => process.exit(130));
  process.on("SIGTERM", () => process.exit(143));
  process.on("SIGHUP", () => process.exit(129));
}

/** Never returns: a signal ends the command. */
export async function watchTests(operands: readonly string[], run: () => Promise<Run>): Promise<never> {
  const folders = operands.map((operand) => operand.replace(/::.*$|:\d+$/s, ""));
  const changes = watchSources(folders.length === 0 ? ["."] : folders);
  for (;;) {
    const { results, files } = await run();
    noteFailed(results);
    changes.include(files);
    printError("\nwatching for changes; Ctrl-C ends\n");
    const changed = await changes.next();
    printError(`\n${changed} changed\n`);
  }
}
