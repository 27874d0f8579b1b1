// Runs cases in several processes: most in the workers, and those that request it by the
// command itself. A case that exceeds its time limit ends only its worker.
import { fork, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { STD } from "../interpreter/testing/command.ts";
import type { Case } from "./conform-cases.ts";
import type { Request } from "./conform-worker.ts";
import type { Outcome, Reported } from "./expectations.ts";

/** The flags that the launcher also passes: reference/programs#exit-status requires 10,000 nested calls. */
const NODE_FLAGS = ["--stack-size=7200", "--no-warnings"];
const WORKER = join(import.meta.dirname, "conform-worker.ts");

/** Calls `done` with every case when it finishes; resolves when all have. */
export async function runCases(
  cases: readonly Case[],
  {
    processes,
    limits,
    fromSources,
  }: { readonly processes: number; readonly limits: boolean; readonly fromSources: boolean },
  done: (one: Case, outcome: Outcome) => void,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: processes }, async () => {
      let worker: ChildProcess | null = null;
      for (let one = cases[next++]; one !== undefined; one = cases[next++]) {
        if (isCommand(one)) {
          done(one, await runCommand(one));
          continue;
        }
        worker ??= fork(WORKER, [...(limits ? ["limits"] : []), ...(fromSources ? ["sources"] : [])], {
          execArgv: [...process.execArgv, ...NODE_FLAGS],
          stdio: ["ignore", "inherit", "inherit", "ipc"],
        });
        const outcome = await ask(worker, one);
        if (outcome.failure !== undefined) {
          worker.kill("SIGKILL");
          worker = null;
        }
        done(one, outcome);
      }
      worker?.disconnect();
    }),
  );
}

/** Whether the case runs by the command itself. */
export function isCommand(one: Case): boolean {
  return one.expected.process || one.expected.command !== null;
}

function ask(worker: ChildProcess, one: Case): Promise<Outcome> {
  const { args, stdin, env, limitMs } = one.expected;
  return new Promise((resolve) => {
    const finish = (outcome: Outcome): void => {
      clearTimeout(timer);
      worker.off("message", finish);
      worker.off("exit", died);
      resolve(outcome);
    };
    const died = (): void => finish(failed("the process of the script died"));
    const timer = setTimeout(() => finish(failed(`not finished after ${limitMs} ms`)), limitMs);
    worker.on("message", finish);
    worker.on("exit", died);
    worker.send({ path: one.path, args, stdin, env } satisfies Request);
  });
}

function runCommand(one: Case): Promise<Outcome> {
  const { args, stdin, env, limitMs, command } = one.expected;
  const words = command ?? ["run", one.path, ...args];
  // A `// command:` works on the files beside the script.
  const own = command === null ? mkdtempSync(join(tmpdir(), "stdlang-conform-")) : null;
  return new Promise<Outcome>((resolve) => {
    const child = spawn(process.execPath, [...NODE_FLAGS, STD, ...words], {
      cwd: own ?? dirname(one.path),
      env: {
        ...process.env,
        ...Object.fromEntries(
          Object.entries(env).map(([name, value]) => [name, value.replaceAll("${here}", dirname(one.path))]),
        ),
      },
      timeout: limitMs,
      killSignal: "SIGKILL",
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("error", (error) => resolve(failed(error.message)));
    child.on("close", (code) => {
      if (code === null) resolve(failed(`not finished after ${limitMs} ms`));
      else
        resolve({
          stdout: command?.[0] === "test" ? withoutTimes(stdout) : stdout,
          exit: code,
          ...splitDiagnostics(command?.[0] === "test" ? withoutSlow(stderr) : stderr),
        });
    });
    child.stdin.on("error", () => {});
    child.stdin.end(stdin);
  }).finally(() => {
    if (own !== null) rmSync(own, { recursive: true });
  });
}

/** A report of `std test` without times, which depend on the machine. */
function withoutTimes(report: string): string {
  return report.replace(/^( {2}(?:ok|FAIL|skip) .* \[.*), [\d.]+ m?s\]$/gm, "$1]");
}

/** The details of `std test` without the slow tests, which depend on the machine. */
function withoutSlow(details: string): string {
  return details.replace(/\n(?:slow: .*\n)+/g, "");
}

/** A rendered diagnostic: its headline with the code, the location, the excerpt up to an empty line. */
const RENDERED = /^(error|warning): (.*) \[(\w+)\]\n *┌─ (.*):(\d+):\d+\n(?:.+\n)*\n?/gm;

/** Splits the standard error of the command into diagnostics, as data, and the rest. */
function splitDiagnostics(text: string): { stderr: string; diagnostics: Reported[] } {
  const diagnostics: Reported[] = [];
  const stderr = text.replace(RENDERED, (_, ...groups: string[]) => {
    const [severity, message, code, file, line] = groups as [string, string, string, string, string];
    diagnostics.push({
      severity: severity === "error" ? "error" : "warning",
      code,
      file,
      line: Number(line),
      message,
    });
    return "";
  });
  return { stderr, diagnostics };
}

function failed(failure: string): Outcome {
  return { stdout: "", stderr: "", exit: -1, diagnostics: [], failure };
}
