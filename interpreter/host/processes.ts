// Other programs. Text is byte strings.

export interface Launch {
  readonly program: string;
  readonly args: readonly string[];
  /** Null: that of this process. */
  readonly folder: string | null;
  /** All of its variables; null: those of this process. */
  readonly variables: ReadonlyMap<string, string> | null;
  /** Where a program without `/` in its name is looked for, as in PATH. */
  readonly path: string;
  /** `shared` streams are those of this process. */
  readonly input: "none" | "pipe" | "shared";
  readonly output: "pipe" | "shared";
}

/** Reads what a child writes; nothing is read ahead but what one look at the pipe brings. */
export interface PipeReader {
  /** At least one byte, at most `max`; "" at the end. Who comes first is served first. */
  read(max: number): Promise<string> | string;
  /** What has arrived, without a wait. */
  arrived(): string;
  close(): void;
}

export interface PipeWriter {
  /** Settles when the system has taken all of it. Rejects with an error that has a `code`. */
  write(data: string): Promise<void>;
  close(): void;
}

/** A program that has been started. Unless it shares the streams of this process it leads a process group of its own. */
export interface LaunchedProcess {
  readonly pid: number;
  /** The exit code; -1 after a signal. */
  readonly ended: Promise<number>;
  /** It has ended, and nobody holds its pipes any more. */
  readonly closed: Promise<void>;
  readonly input: PipeWriter | null;
  readonly output: PipeReader | null;
  readonly errors: PipeReader | null;
  /** Ends it and its children by force. */
  end(): void;
  /** Nobody looks at its pipes any more. */
  release(): void;
}

export interface Processes {
  /** Of this process. */
  readonly pid: number;
  /** Rejects with an error that has a `code`; `about` names what it is about where that is not the program. */
  start(launch: Launch): Promise<LaunchedProcess>;
  /** What to start so that a program gets arguments that are not UTF-8. Rejects with an error that has a `code`. */
  prepare(program: string, args: readonly string[], path: string): Promise<readonly [file: string, args: readonly string[]]>;
  /** Ends a process and its children, whichever can be found, by force. */
  endTree(pid: number): void;
  /** @throws an error with a `code`. */
  signal(pid: number, name: string): void;
}
