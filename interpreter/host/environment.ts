// The variables of this process, and what it says of itself and its user. Text is byte strings.

export interface Environment {
  /** Null where it is not set. What is not UTF-8 is set, but empty. */
  get(name: string): string | null;
  /** All that are UTF-8. */
  all(): Map<string, string>;
  /** Null unsets it. Names hold no `=` and no NUL and are not empty, values no NUL. */
  set(name: string, value: string | null): void;
  /** The folder of the user as the system has it, whatever the variables say; null where there is none. */
  homeFolder(): string | null;
  hostName(): string;
  /** How many threads can compute at a time. */
  cpuCount(): number;
  /** In the words of Node, as `linux` and `x64`. */
  readonly platform: string;
  readonly machine: string;
}
