// A runtime for the unit tests of this folder: no goroutines, outputs collected in strings.
import type { Runtime } from "../../../interpreter/runtime/index.ts";

export interface TestRuntime {
  readonly runtime: Runtime;
  stdout(): string;
  stderr(): string;
}

export function testRuntime(): TestRuntime {
  let stdout = "";
  let stderr = "";
  const runtime = {
    host: { args: [], capabilities: { net: true, fs: true, env: true, process: true } },
    scheduler: { external: <T>(promise: Promise<T>) => promise },
    stdout: { write: (bytes: string) => void (stdout += bytes), flush: () => {} },
    stderr: { write: (bytes: string) => void (stderr += bytes), flush: () => {} },
    session: null,
    describePanic: (error: unknown) => `panic: ${(error as Error).message}`,
  } as unknown as Runtime;
  return { runtime, stdout: () => stdout, stderr: () => stderr };
}
