// Runs npm, the one on the PATH.
import { spawn } from "node:child_process";

export interface NpmResult {
  /** The exit status; null if npm is not there. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs npm in a folder. With `shown`, its messages go to standard error. */
export function runNpm(folder: string, args: readonly string[], shown = false): Promise<NpmResult> {
  return new Promise((resolve) => {
    const [command, shell] = process.platform === "win32" ? ["npm.cmd", true] : ["npm", false];
    const child = spawn(command, args, {
      cwd: folder,
      shell,
      stdio: ["ignore", "pipe", shown ? "inherit" : "pipe"],
    });
    let [stdout, stderr] = ["", ""];
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("error", () => resolve({ status: null, stdout, stderr }));
    child.on("close", (status) => resolve({ status: status ?? 1, stdout, stderr }));
  });
}

export const NPM_IS_MISSING = "npm is not installed: it comes with Node, https://nodejs.org";
