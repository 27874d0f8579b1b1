// Starting a program: what may not be passed, and failures as the system words them.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { stat } from "node:fs/promises";
import type { Processes } from "../../interpreter/host/index.ts";
import { systemText } from "../error/index.ts";

/** Why these cannot be started, or null. */
export function argumentProblem(program: string, args: readonly string[]): string | null {
  if ([program, ...args].some((text) => text.includes("\0"))) return "process argument contains NUL byte";
  return program === "" ? systemText("ENOENT") : null;
}

let threads: Promise<unknown> | null = null;

/**
 * The pool threads of the platform start with the first work for them, and it aborts when there may be no
 * more threads; so they start before there are children that use these up.
 */
function startThreads(): Promise<unknown> {
  return (threads ??= stat("/"));
}

/** A started program; rejects with the system's error. Standard output and error are pipes. */
export async function launch(processes: Processes, path: string, env: NodeJS.ProcessEnv | undefined, program: string, args: readonly string[], input: "none" | "pipe"): Promise<ChildProcess> {
  await startThreads();
  const [file, given] = await processes.prepare(program, args, path);
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...given], {
      stdio: [input === "none" ? "ignore" : "pipe", "pipe", "pipe"],
      windowsHide: true,
      ...(env !== undefined && { env }),
    });
    child.once("error", reject);
    child.once("spawn", () => {
      child.off("error", reject);
      child.on("error", () => {});
      resolve(child);
    });
  });
}
