// Threads with heaps of their own, and what the code in one of them has.

export interface ThreadOptions {
  /** What the thread starts with; copied, shared memory excepted. */
  readonly data: unknown;
  /** Of its heap; past it the thread ends. */
  readonly heapMegabytes: number;
}

/** A thread, seen from the one that started it. Alone it keeps no process alive. */
export interface Thread {
  post(message: unknown): void;
  /** Keeps the process alive, or not any more. */
  hold(held: boolean): void;
  /** Ends it, whatever it does. */
  end(): void;
}

export interface ThreadEvents {
  message(message: unknown): void;
  /** It is gone: its heap was full, an error was thrown outside of everything, or it was ended (null). */
  gone(why: "heap" | Error | null): void;
}

/** The other side, in the thread. */
export interface InThread {
  readonly data: unknown;
  post(message: unknown): void;
  listen(received: (message: unknown) => void): void;
  /** The next message, without letting the event loop have its turn. */
  receiveNow(): unknown;
}

export interface Threads {
  start(entry: URL, options: ThreadOptions, events: ThreadEvents): Thread;
  /** In a thread that `start` has started. */
  inside(): InThread;
}
