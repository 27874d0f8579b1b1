// What one running program is given: scheduler, output, capabilities, limits, host services.
import type { OpenSockets } from "./limits/index.ts";
import type { System } from "../host/index.ts";
import type { Capabilities } from "./capabilities/index.ts";
import type { Input, Output } from "./streams/index.ts";
import type { CallDepth, Scheduler } from "./goroutines/index.ts";
import type { SessionStore } from "./session.ts";
import type { SignalDesk } from "./signals.ts";

/** What the outside world is for a program; `std run` gives the real one, a host what it likes. */
export interface Host {
  /** Index 0 is the program path; byte strings. */
  readonly args: readonly string[];
  readonly capabilities: Capabilities;
  /** The machine; natives ask the capabilities before they use it. */
  readonly system: System;
  /** The process runs this program and nothing else: signals to the process are meant for it. */
  readonly ownsProcess?: boolean;
  /** Which of several processes of one program this is, from 1: they share the ports they listen on. 0 or absent: the only one. */
  readonly workerId?: number;
  /**
   * The next piece of standard input, null at its end, or why it cannot be read. A piece need not last longer than until
   * the next one.
   */
  readInput(): Promise<Uint8Array | Error | null>;
  /** The descriptor that `readInput` reads, where it is one of the process. */
  readonly inputDescriptor?: number;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Handed to natives when a program starts; one for each running program. */
export interface Runtime {
  readonly host: Host;
  readonly scheduler: Scheduler;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Servers enter it while they listen; what the program listens to itself goes through it as well. */
  readonly signals: SignalDesk;
  /** Null for a program that is compiled once. */
  readonly session: SessionStore | null;
  /** Something has failed that only the exit status can show: it is 1 when the program ends without `exit` (reference/http-server#life-of-a-server). */
  failAtEnd(): void;
  /** Text of a panic with its script trace, as it goes to standard error (for http handlers). */
  describePanic(error: unknown): string;
  /**
   * Called by metered code at loop ends and function entries, when the steps that the last call granted are used
   * up: `left` is what is left of them, below 0. Gives how many may follow. @throws Panic when a limit is used up.
   */
  step(left: number): number;
  /** Whether steps, time or memory are limited, so that long work is done in steps. */
  readonly isLimited: boolean;
  /** Called by natives after a part of a long work. @throws Panic when a limit is used up. */
  worked(): void;
  /** Called now and then where a program may fill the memory of the process. */
  lookAtHeap(): void;
  /** Counts what natives have read and made of text and lists. @throws Panic when a limit is used up. */
  handled(read: number, made: number): void;
  /** Counts long text that metered code has joined. @throws Panic when a limit is used up. */
  joined(text: string): void;
  /** Called by natives before they allocate output much larger than their input. @throws Panic when a limit would be used up. */
  reserve(bytes: number): void;
  /** Absent: calls nest as deeply as the stack allows. Programs that were compiled to count them need it. */
  readonly calls?: CallDepth;
  /** Absent: any number of sockets may be open. */
  readonly sockets?: OpenSockets;
  /**
   * Registers what closes a resource (socket, server, child, timer) when the program ends before it
   * was closed; it must not throw. The result takes it back.
   */
  atEnd(close: () => void): () => void;
}
