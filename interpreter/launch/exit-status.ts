// All exit statuses: those of programs (reference/programs#exit-status) and those that `std` adds.
import { get } from "../own/index.ts";
import type { ExitReason } from "./exit-reason.ts";

/** The exit statuses by name. A script may end with any other by `exit`. */
export const EXIT_STATUS = {
  /** The program ran to its end, or all checks and tests passed. */
  ok: 0,
  /**
   * The program does not check, a file cannot be read, a test failed or a file is not formatted; `main`
   * returned an `Err`, or a server could not bind.
   */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** A bug of the interpreter or a failure of a host module: EX_SOFTWARE of sysexits.h. */
  internal: 70,
  /** The script panicked (reference/programs#exit-status). */
  panic: 101,
} as const;

/** The status of a process that ran a program. */
export function exitStatus(exitReason: ExitReason): number {
  switch (exitReason.kind) {
    case "done":
      return get(exitReason, "failed") ? EXIT_STATUS.failed : EXIT_STATUS.ok;
    case "exit":
      return exitReason.code;
    case "failed":
      return EXIT_STATUS.failed;
    case "panic":
      return EXIT_STATUS.panic;
    case "internal":
      return EXIT_STATUS.internal;
  }
}
