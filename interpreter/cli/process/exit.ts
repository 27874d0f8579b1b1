// The end of the process. Node first waits for its threads, also for one that computes for years; a process
// that replaces this one ends them.
import { outstandingWork } from "../../host/node/index.ts";

/** The time that threads get to end. */
const PATIENCE_MS = 500;

export function exitWith(status: number): void {
  const work = outstandingWork();
  if (work === null) process.exit(status);
  const timer = setTimeout(() => {
    replaceBy(status);
    process.exit(status);
  }, PATIENCE_MS);
  void work.then(() => {
    clearTimeout(timer);
    process.exit(status);
  });
}

/** Becomes a process that exits with a status; returns where that is not possible. */
function replaceBy(status: number): void {
  try {
    (process as { execve?(file: string, args: string[], env: object): void }).execve?.(
      "/bin/sh",
      ["sh", "-c", `exit ${status}`],
      {},
    );
  } catch {
    // There is no such shell, or no way on this system.
  }
}
