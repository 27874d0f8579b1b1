// The environment variables of this process, and facts about the machine and its user. Strings are byte
// strings.

export interface Environment {
  /** The value of a variable; null if it is not set, empty if it is not UTF-8. */
  get(name: string): string | null;
  /** All variables that are UTF-8. */
  all(): Map<string, string>;
  /** The variables whose values are not UTF-8, as far as the system reports them. */
  raw(): Map<string, string>;
  /** Sets a variable; null unsets it. Names are not empty and contain no `=` or NUL, values no NUL. */
  set(name: string, value: string | null): void;
  /** The variables that the text of a file assigns, as Node reads `--env-file`. */
  parse(text: string): Map<string, string>;
  /** The home folder of the user according to the system, not to variables; null if there is none. */
  homeFolder(): string | null;
  hostName(): string;
  /** The number of threads that can compute in parallel. */
  cpuCount(): number;
  /** As Node names it, such as `linux` and `x64`. */
  readonly platform: string;
  readonly machine: string;
}
