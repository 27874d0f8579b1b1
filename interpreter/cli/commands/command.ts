// What a subcommand is: its help, its options, and what it does.
import type { OptionSpec, ParsedOptions } from "./options.ts";

export interface Command {
  /** `std run [OPTION...] FILE [ARG...]` */
  readonly usage: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** Everything after the first operand belongs to the script. */
  readonly scriptArguments?: boolean;
  /** A command line that people write. */
  readonly example: string;
  /** Explained below the options. */
  readonly notes?: string;
  /** The exit status; a command that runs a program may end the process itself. @throws UsageError */
  run(options: ParsedOptions): number | Promise<number>;
}
