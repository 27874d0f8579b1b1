// Threads with their own heaps.

export interface ThreadOptions {
  /** The data that the thread receives; copied, except for shared memory. */
  readonly data: unknown;
  /** The limit of its heap; exceeding it ends the thread. */
  readonly heapMegabytes: number;
}

/** A thread as the one that started it sees it. By itself it does not keep the process alive. */
export interface Thread {
  post(message: unknown): void;
  /** Sets whether the thread keeps the process alive. */
  hold(held: boolean): void;
  /** Terminates the thread, whatever it does. */
  end(): void;
}

export interface ThreadEvents {
  message(message: unknown): void;
  /** The thread has ended: its heap was full, an exception escaped, or it was terminated (null). */
  gone(why: "heap" | Error | null): void;
}

/** A thread from the inside. */
export interface InThread {
  readonly data: unknown;
  post(message: unknown): void;
  listen(received: (message: unknown) => void): void;
  /** The next message, without a turn of the event loop; undefined if there is none. */
  receiveNow(): unknown;
}

export interface Threads {
  start(entry: URL, options: ThreadOptions, events: ThreadEvents): Thread;
  /** For code in a thread that `start` has started. */
  inside(): InThread;
}
