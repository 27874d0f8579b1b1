// The type of a subcommand: its help, its options and its function.
import type { OptionSpec, ParsedOptions } from "./options.ts";

export interface Command {
  /** `std run [OPTION...] FILE [ARG...]` */
  readonly usage: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** Whether everything after the first operand belongs to the script. */
  readonly scriptArguments?: boolean;
  /** An example of a command line. */
  readonly example: string;
  /** Text below the options. */
  readonly notes?: string;
  /** Runs the command; returns the exit status, unless a program ends the process. @throws UsageError */
  run(options: ParsedOptions): number | Promise<number>;
}
