// A runtime for the unit tests of std/http: no goroutines, outputs collected in strings.
import { nodeSystem } from "../../../interpreter/host/node/index.ts";
import { bareSystem } from "../../../interpreter/host/testing/bare-system.ts";
import { grant, type Runtime } from "../../../interpreter/runtime/index.ts";

export interface TestRuntime {
  readonly runtime: Runtime;
  /** The errors that ended the program from outside its goroutines. */
  readonly failures: readonly unknown[];
  /** Closes everything that a program leaves behind when it ends. */
  end(): void;
  stdout(): string;
  stderr(): string;
}

export function testRuntime(): TestRuntime {
  const failures: unknown[] = [];
  const closers: (() => void)[] = [];
  let stdout = "";
  let stderr = "";
  const runtime = {
    host: {
      args: [],
      now: () => Date.now(),
      capabilities: grant({ net: true, fs: true, env: true, process: true }, bareSystem.links),
      system: {
        ...bareSystem,
        compression: nodeSystem.compression,
        content: nodeSystem.content,
        javascript: nodeSystem.javascript,
        links: nodeSystem.links,
        sockets: nodeSystem.sockets,
        environment: nodeSystem.environment,
        spool: nodeSystem.spool,
      },
    },
    scheduler: {
      follow(
        promise: Promise<unknown>,
        fulfilled: (value: unknown) => void,
        rejected: (error: unknown) => void,
      ) {
        promise.then(fulfilled, rejected);
        return null;
      },
      external: <T>(promise: Promise<T>) => promise,
      fail: (error: unknown) => void failures.push(error),
    },
    atEnd: (close: () => void) => (closers.push(close), () => {}),
    stdout: { write: (bytes: string) => void (stdout += bytes), flush: () => {} },
    stderr: { write: (bytes: string) => void (stderr += bytes), flush: () => {} },
    reserve: () => {},
    signals: { serving: () => () => {} },
    session: null,
    failAtEnd: () => void failures.push("failed at its end"),
    describePanic: (error: unknown) => `panic: ${(error as Error).message}`,
    arrived() {},
  } as unknown as Runtime;
  const end = (): void => closers.splice(0).forEach((close) => close());
  return { runtime, failures, end, stdout: () => stdout, stderr: () => stderr };
}
