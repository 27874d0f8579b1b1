// Programs of other projects for tests: where they are installed, and how they are started.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of a program, or null if it is not installed. */
export function installed(program: string): string | null {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;
}

/** For the title of a test: why it does not run, or nothing. */
export const unlessInstalled = (...programs: string[]): string => {
  const missing = programs.filter((program) => installed(program) === null);
  return missing.length === 0 ? "" : ` (NOT RUN: ${missing.join(" and ")} not installed)`;
};

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

export interface Running {
  readonly child: ChildProcess;
  /** What it has printed. */
  readonly output: () => string;
  /** Resolves with the output when it satisfies the condition. */
  until(done: (output: string) => boolean): Promise<string>;
  readonly status: Promise<number | null>;
}

/** Starts a program; its output is collected. */
export function run(program: string, args: readonly string[], env = process.env): Running {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], env });
  let output = "";
  const looks = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes: Buffer) => {
      output += bytes.toString("latin1");
      for (const look of [...looks]) look();
    });
  const status = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return {
    child,
    status,
    output: () => output,
    until: (done) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (done(output)) {
            looks.delete(look);
            resolve(output);
          }
        };
        looks.add(look);
        void status.then((code) => reject(new Error(`${program} ended with ${code}: ${output}`)));
        look();
      }),
  };
}

/** The output of a program that ends. */
export const outputOf = (program: string, args: readonly string[], input = ""): string =>
  execFileSync(program, args, { encoding: "latin1", input, stdio: ["pipe", "pipe", "ignore"] });
