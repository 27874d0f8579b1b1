// The process in which conformance scripts run, one at a time, with captured output: by the built engine, or
// by the sources. It receives requests and sends outcomes as messages. Every script has its own empty folder as
// working directory.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Outcome, Reported } from "./expectations.ts";

export interface Request {
  readonly path: string;
  readonly args: readonly string[];
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
}

const words = process.argv.slice(2);
const { createEngine, fileReader, standardModules } = words.includes("sources")
  ? { ...(await import("../interpreter/index.ts")), ...(await import("../stdlib/index.ts")) }
  : await import("../interpreter/testing/built.ts").then((testing) => ({
      ...testing.built,
      standardModules: testing.builtModules,
    }));

/** Limits that no case reaches. */
const LIMITS = { steps: 1e12, depth: 1e7, goroutines: 1e7, output: 1e9, wallMillis: 1e6 };
const limits = words.includes("limits") ? { limits: LIMITS } : {};
const EVERYTHING = { net: true, fs: true, env: true, process: true };
/** Scripts that announce problems of literals, or that there are no warnings: literals are checked, too. */
const LITERALS = /\/\/ (?:(?:error|warning):.*\bK\d|warnings: none)/;
const folder = join(tmpdir(), `stdlang-conform-${process.pid}`);

async function run(request: Request): Promise<Outcome> {
  const out: string[] = [];
  const err: string[] = [];
  let input: Uint8Array | null = request.stdin === "" ? null : Buffer.from(request.stdin, "utf8");
  const engine = createEngine({
    modules: standardModules,
    reader: fileReader,
    capabilities: EVERYTHING,
    stdout: (bytes) => out.push(bytes),
    stderr: (bytes) => err.push(bytes),
    readInput: async () => {
      const piece = input;
      input = null;
      return piece;
    },
    debug: true,
    literals: true,
    ...limits,
  });
  Object.assign(process.env, request.env);
  mkdirSync(folder, { recursive: true });
  process.chdir(folder);
  try {
    const outcome = await engine.run(request.path, request.args);
    const checked = LITERALS.test(readFileSync(request.path, "utf8"))
      ? (await engine.checkAsync([{ path: request.path }])).diagnostics.filter(({ code }) => /^K/.test(code))
      : [];
    const diagnostics = [...outcome.diagnostics, ...checked].map(
      (one): Reported => ({
        severity: one.severity,
        code: one.code,
        file: one.primary.source.name,
        line: one.primary.source.lineAt(one.primary.span.start),
        message: one.message,
      }),
    );
    const text = { stdout: decode(out), stderr: decode(err), exit: outcome.exitCode, diagnostics };
    return outcome.problem === null ? text : { ...text, failure: outcome.problem };
  } finally {
    process.chdir(tmpdir());
    rmSync(folder, { recursive: true, force: true });
    for (const name of Object.keys(request.env)) delete process.env[name];
  }
}

function decode(pieces: readonly string[]): string {
  return Buffer.from(pieces.join(""), "latin1").toString("utf8");
}

process.on("message", (request: Request) => {
  run(request).then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => {
      const failure = `the host failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
      process.send?.({ stdout: "", stderr: "", exit: 70, diagnostics: [], failure } satisfies Outcome);
    },
  );
});
process.on("disconnect", () => process.exit(0));
