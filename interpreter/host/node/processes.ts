// Child processes by node:child_process.
import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import type { Launch, LaunchedProcess, Processes } from "../index.ts";
import { spawned, startFlowing } from "./flowing-process.ts";
import { readerOf, writerOf } from "./pipes.ts";
import { endGroup, endTree } from "./process-tree.ts";
import {
  asEnvironment,
  asShellEnvironment,
  asText,
  byShell,
  findProgram,
  isText,
  needsShell,
  quoted,
} from "./raw-arguments.ts";

export const processes: Processes = {
  get pid() {
    return process.pid;
  },
  start,
  startFlowing,
  find: findProgram,
  endTree,
  signal: (pid, name) => void process.kill(pid, name),
};

async function start(launch: Launch): Promise<LaunchedProcess> {
  const { program, args, folder, variables, input, output } = launch;
  // For a missing folder, the system would report the program as missing. This also starts the pool threads,
  // before there are children that use up the system's threads.
  await process
    .getBuiltinModule("node:fs/promises")
    .stat(folder === null ? "/" : Buffer.from(folder, "latin1"))
    .then(
      (found) => {
        if (!found.isDirectory()) throw failure("ENOTDIR", folder);
      },
      (error: NodeJS.ErrnoException) => {
        throw failure(error.code ?? "EIO", folder);
      },
    );
  const own = input !== "shared" && output !== "shared";
  const plain = [program, ...args, folder ?? ""].every(isText) && !needsShell(variables);
  const { env, exports } = plain
    ? { ...asEnvironment(variables), exports: [] }
    : asShellEnvironment(variables);
  // Another folder or another PATH would change where the system searches.
  const found = launch.file ?? (program.includes("/") ? program : await findProgram(program, launch.path));
  const [file, given] = plain
    ? [asText(found), args.map(asText)]
    : byShell(found, args, [...(folder === null ? [] : [enter(folder)]), ...exports]);
  const stdio = { none: "ignore", pipe: "pipe", shared: "inherit" } as const;
  const { spawn } = process.getBuiltinModule("node:child_process");
  const child = spawn(file, given, {
    stdio: [stdio[input], stdio[output], stdio[output]],
    windowsHide: true,
    detached: own && process.platform !== "win32",
    ...(plain && { argv0: asText(program) }),
    ...(plain && folder !== null && { cwd: asText(folder) }),
    ...(env !== undefined && { env }),
  });
  await spawned(child);
  return launched(child, own);
}

/** The shell command that changes to a folder. */
function enter(folder: string): string {
  // Neither an option, nor searched in CDPATH.
  return `cd ${quoted(folder.startsWith("/") ? folder : `./${folder}`)}`;
}

function launched(child: ChildProcess, own: boolean): LaunchedProcess {
  const { pid, stdin } = child;
  // Node types pipes as general streams.
  const [output, errors] = [child.stdout, child.stderr].map((stream) =>
    stream === null ? null : readerOf(stream as Socket),
  ) as [ReturnType<typeof readerOf> | null, ReturnType<typeof readerOf> | null];
  let over = false;
  return {
    pid: pid!,
    ended: new Promise((resolve) =>
      child.once("exit", (code) => {
        over = true;
        resolve(code ?? -1);
      }),
    ),
    get signal() {
      return child.signalCode;
    },
    closed: Promise.all([
      new Promise<void>((resolve) => child.once("close", () => resolve())),
      output?.ended,
      errors?.ended,
    ]).then(() => {}),
    input: stdin === null ? null : writerOf(stdin),
    output,
    errors,
    end() {
      // The group outlives its leader as long as it has other members.
      if (own) endGroup(pid!);
      else if (!over) endTree(pid!);
    },
    release() {
      stdin?.destroy();
      output?.release();
      errors?.release();
    },
  };
}

function failure(code: string, about: string | null): Error {
  return Object.assign(new Error(code), { code, about });
}
