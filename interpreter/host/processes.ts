// Other programs. Text is byte strings.

export interface Launch {
  readonly program: string;
  /** What is run under that name; null: what the system finds for it. */
  readonly file: string | null;
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
  /** At least one byte, at most `max`; "" at the end. First come, first served. */
  read(max: number): Promise<string> | string;
  /** What has arrived, without a wait. */
  arrived(): string;
  /** Reads that wait get "". */
  close(): void;
  readonly closed: boolean;
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
  /** It has ended, and no process holds its pipes any more. */
  readonly closed: Promise<void>;
  readonly input: PipeWriter | null;
  readonly output: PipeReader | null;
  readonly errors: PipeReader | null;
  /** Ends it and its children by force. */
  end(): void;
  /** Nothing reads its pipes any more. */
  release(): void;
}

/** A program whose output is read as it comes. It belongs to the process group of this process. */
export interface FlowingProcess {
  readonly pid: number;
  /** It has ended; its pipes may still hold something. */
  readonly isOver: boolean;
  /** The exit code once it has ended, -1 after a signal. */
  readonly ended: Promise<number>;
  /** The same once no process holds its pipes any more. */
  readonly closed: Promise<number>;
  /** Asked for right after the start, both get all that it writes. */
  listen(output: (bytes: Uint8Array) => void, errors: (bytes: Uint8Array) => void): void;
  /** False when its input is closed or has no reader. */
  write(bytes: Uint8Array): Promise<boolean> | boolean;
  closeInput(): void;
  /** Ends it by force, without its children. */
  kill(): boolean;
  /** Ends it by force, with its children, and lets its pipes go, which children that are not found may hold. */
  abandon(): void;
}

export interface Processes {
  /** Of this process. */
  readonly pid: number;
  /** Rejects with an error that has a `code`; `about` names what it is about where that is not the program. */
  start(launch: Launch): Promise<LaunchedProcess>;
  /** Null variables: those of this process. Rejects with an error that has a `code`. */
  startFlowing(
    launch: Pick<Launch, "program" | "file" | "args" | "path" | "variables"> & {
      readonly input: "none" | "pipe";
    },
  ): Promise<FlowingProcess>;
  /** What the system runs for a program, with `path` as PATH. Rejects with an error that has a `code`. */
  find(program: string, path: string): Promise<string>;
  /** Ends a process and its children, whichever can be found, by force. */
  endTree(pid: number): void;
  /** @throws an error with a `code`. */
  signal(pid: number, name: string): void;
}
