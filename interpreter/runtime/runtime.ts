import type { OpenSockets } from "./limits/index.ts";
import type { SharedMetrics, System } from "../host/index.ts";
import type { Capabilities } from "./capabilities/index.ts";
import type { Input, Output } from "./streams/index.ts";
import type { CallDepth, Scheduler } from "./goroutines/index.ts";
import type { Panic } from "./panics/index.ts";
import type { SessionStore } from "./session.ts";
import type { SignalDesk } from "./signals.ts";
import type { Probe } from "./probe.ts";
import type { TestDesk } from "./test-desk.ts";

/** The outside world of a program: `std run` supplies that of the process, a host any other. */
export interface Host {
  /** The arguments, byte strings; index 0 is the path of the program. */
  readonly args: readonly string[];
  /** What the program may reach; natives ask before they use `system`. */
  readonly capabilities: Capabilities;
  /** The machine. */
  readonly system: System;
  /** Whether the process runs only this program, so that signals to the process are meant for it. */
  readonly ownsProcess?: boolean;
  /**
   * The number, from 1, of this process among several that run the same program and share the ports they
   * listen on; 0 or absent: the only one.
   */
  readonly workerId?: number;
  /** Exchanges metrics with these processes; absent if there are none. */
  readonly metrics?: SharedMetrics;
  /**
   * Returns the next piece of standard input, null at its end, or the reason why it cannot be read. The piece
   * may be overwritten by the next call.
   */
  readInput(): Promise<Uint8Array | Error | null>;
  /** The file descriptor that `readInput` reads, if it is one of the process. */
  readonly inputDescriptor?: number;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Received by natives when a program starts; one for each running program. */
export interface Runtime {
  /** The outside world: arguments, capabilities, the machine, the clock. */
  readonly host: Host;
  /** Starts, parks and wakes goroutines; natives wait through it. */
  readonly scheduler: Scheduler;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /**
   * The signals that a program handles: servers register here while they listen, and so do the program's own
   * listeners.
   */
  readonly signals: SignalDesk;
  /** Null for a program that is compiled once. */
  readonly session: SessionStore | null;
  /**
   * Makes the exit status 1 if the program ends without `exit`, for failures that only the status can show
   * (reference/http-server#life-of-a-server).
   */
  failAtEnd(): void;
  /** Receives the panic of a task that no `join` has reported, instead of standard error. */
  readonly neverJoined?: ((panic: Panic) => void) | undefined;
  /** The text of a panic with its script trace, as standard error shows it (for http handlers). */
  describePanic(error: unknown): string;
  /**
   * Called by metered code at loop ends and function entries when the granted steps are used up: `left`,
   * below 0, is what remains. Returns the number of further steps.
   * @throws Panic when a limit is exceeded
   */
  step(left: number): number;
  /** Whether steps, time or memory are limited, so that long work is done in parts. */
  readonly isLimited: boolean;
  /**
   * Called by natives after each part of long work: the bytes or elements that it processed; default: as much
   * as takes some tenths of a millisecond.
   * @throws Panic when a limit is exceeded
   */
  worked(bytes?: number | void): void;
  /**
   * Called before work of about `millis` milliseconds that nothing can end once it has begun.
   * @throws Panic when it would exceed a limit
   */
  foresee(millis: number): void;
  /** Called periodically where a program may fill the memory of the process. */
  lookAtHeap(): void;
  /** Counts the bytes of text and lists that a native has made. @throws Panic when a limit is exceeded */
  made(bytes: number): void;
  /**
   * Counts bytes that have arrived while the program waits, outside of its code: the program ends if a limit is
   * exceeded. `outside` are all that a native holds outside of the heap, such as in a `Buffer`.
   */
  arrived(bytes: number, outside?: number): void;
  /** Counts long text that metered code has concatenated. @throws Panic when a limit is exceeded */
  joined(text: string): void;
  /** The limit of memory in bytes, for what natives hold outside of the heap; Infinity without one. */
  readonly memory: number;
  /**
   * Called by natives before they allocate output much larger than their input.
   * @throws Panic when it would exceed a limit
   */
  reserve(bytes: number): void;
  /** The runner of the test that the program is; absent: it is none. */
  readonly test?: TestDesk | undefined;
  /** How often each statement was reached; used by programs compiled to count. */
  readonly hits?: Uint32Array;
  /** The debugger, of programs compiled to stop. */
  readonly probe?: Probe | undefined;
  /** Absent: calls nest as deeply as the stack allows. Required by programs compiled to count calls. */
  readonly calls?: CallDepth | undefined;
  /** Absent: the number of open sockets is unlimited. */
  readonly sockets?: OpenSockets | undefined;
  /**
   * Registers a function that closes a resource (socket, server, child process, timer) if the program ends
   * first; it must not throw. The result unregisters it.
   */
  atEnd(close: () => void): () => void;
}
