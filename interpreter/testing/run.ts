// For tests: runs a program through the embedding API, and collects its output.
import { standardModules } from "../../stdlib/index.ts";
import { createEngine, type EngineOptions, type Outcome } from "../index.ts";

export interface Ran extends Outcome {
  readonly stdout: string;
  readonly stderr: string;
  /** The codes of the errors found before it ran. */
  readonly codes: readonly string[];
}

export async function run(text: string, options: Partial<EngineOptions> = {}): Promise<Ran> {
  let stdout = "";
  let stderr = "";
  const engine = createEngine({
    modules: standardModules,
    stdout: (bytes) => void (stdout += bytes),
    stderr: (bytes) => void (stderr += bytes),
    ...options,
  });
  const outcome = await engine.run({ path: "main.std", text });
  const codes = outcome.diagnostics.filter((one) => one.severity === "error").map((one) => one.code);
  return { ...outcome, stdout, stderr, codes };
}
