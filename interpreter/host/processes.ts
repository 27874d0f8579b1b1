// Child processes. Strings are byte strings.

export interface Launch {
  readonly program: string;
  /** The file to execute as `program`; null: the one that the system finds. */
  readonly file: string | null;
  readonly args: readonly string[];
  /** The working folder; null: that of this process. */
  readonly folder: string | null;
  /** The complete environment; null: that of this process. */
  readonly variables: ReadonlyMap<string, string> | null;
  /** The folders to search for a program without `/` in its name, as in PATH. */
  readonly path: string;
  /** `shared` streams are those of this process. */
  readonly input: "none" | "pipe" | "shared";
  readonly output: "pipe" | "shared";
}

/** Reads the output of a child; reads ahead at most one chunk of the pipe. */
export interface PipeReader {
  /** At least one byte, at most `max`; "" at the end. Reads are served in order. */
  read(max: number): Promise<string> | string;
  /** The bytes that have arrived, without waiting. */
  arrived(): string;
  /** Stops reading; pending reads get "". */
  close(): void;
  readonly closed: boolean;
}

export interface PipeWriter {
  /** Resolves when the system has taken all of it. Rejects with an error that has a `code`. */
  write(data: string): Promise<void>;
  /** Ends the data. Writes that are not done reject with `EPIPE`. */
  close(): void;
}

/** A running program. Unless it shares streams with this process, it leads its own process group. */
export interface LaunchedProcess {
  readonly pid: number;
  /** The exit code; -1 after a signal. */
  readonly ended: Promise<number>;
  /** The name of the signal that ended it, such as `SIGKILL`; null while it runs, or if it exited. */
  readonly signal: string | null;
  /** Settles when the program has ended and no process holds its pipes any more. */
  readonly closed: Promise<void>;
  readonly input: PipeWriter | null;
  readonly output: PipeReader | null;
  readonly errors: PipeReader | null;
  /** Kills the program and its children. */
  end(): void;
  /** Stops reading its pipes. */
  release(): void;
}

/**
 * A running program whose output is delivered as it arrives. It belongs to the process group of this process.
 */
export interface FlowingProcess {
  readonly pid: number;
  /** Whether it has ended; its pipes may still hold output. */
  readonly isOver: boolean;
  /** The name of the signal that ended it, such as `SIGKILL`; null while it runs, or if it exited. */
  readonly signal: string | null;
  /** The exit code when it has ended; -1 after a signal. */
  readonly ended: Promise<number>;
  /** The exit code when no process holds its pipes any more. */
  readonly closed: Promise<number>;
  /** Sets the listeners; called right after the start, both receive all output. */
  listen(output: (bytes: Uint8Array) => void, errors: (bytes: Uint8Array) => void): void;
  /** False if its input is closed or has no reader. */
  write(bytes: Uint8Array): Promise<boolean> | boolean;
  closeInput(): void;
  /** Closes its input, and makes writes that are not done return false. */
  dropInput(): void;
  /** Kills it without its children. */
  kill(): boolean;
  /** Kills it with its children, and releases its pipes, which children that were not found may hold. */
  abandon(): void;
}

export interface Processes {
  /** The id of this process. */
  readonly pid: number;
  /**
   * Starts a program. Rejects with an error that has a `code`; its `about` names the cause if that is not the
   * program.
   */
  start(launch: Launch): Promise<LaunchedProcess>;
  /** Null variables: those of this process. Rejects with an error that has a `code`. */
  startFlowing(
    launch: Pick<Launch, "program" | "file" | "args" | "path" | "variables"> & {
      readonly input: "none" | "pipe";
    },
  ): Promise<FlowingProcess>;
  /**
   * The file that the system executes for a program, with `path` as PATH. Rejects with an error that has a
   * `code`.
   */
  find(program: string, path: string): Promise<string>;
  /** Kills a process and all of its children that can be found. */
  endTree(pid: number): void;
  /** @throws an error with a `code` */
  signal(pid: number, name: string): void;
}
