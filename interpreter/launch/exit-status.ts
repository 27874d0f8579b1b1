// Exit statuses, all of them: those of programs (reference/programs#exit-status) and those `std` adds.
import type { ExitReason } from "./launch.ts";

/** The statuses by name; a script may end with any other by `exit`. */
export const EXIT_STATUS = {
  /** The program ran to its end, all checks and tests passed. */
  ok: 0,
  /** The program does not check, a file cannot be read, a test failed, a file is not formatted; `main` returned an `Err`, a server could not bind. */
  failed: 1,
  /** Wrong command line. */
  usage: 2,
  /** A bug of ours: EX_SOFTWARE of sysexits.h. */
  internal: 70,
  /** The script panicked (reference/programs#exit-status). */
  panic: 101,
} as const;

/** Of a process that ran a program to this end. */
export function exitStatus(exitReason: ExitReason): number {
  switch (exitReason.kind) {
    case "done":
      return exitReason.failed ? EXIT_STATUS.failed : EXIT_STATUS.ok;
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
