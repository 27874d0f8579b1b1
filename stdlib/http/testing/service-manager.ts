// A service manager for tests, in Python: Node can neither pass listening sockets on nor replace its own process.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A service manager: it opens sockets, starts a command with them, and starts it again on request. */
const MANAGER = `
import os, signal, socket, sys
count = int(sys.argv[1])
opened = []
for i in range(count):
    s = socket.socket()
    s.bind(("127.0.0.1", 0))
    s.listen(512)
    opened.append(s)
print("ports", *[s.getsockname()[1] for s in opened], flush=True)
saved = [os.dup(s.fileno()) for s in opened]
child = 0
for line in sys.stdin:
    if line.startswith("start"):
        child = os.fork()
        if child == 0:
            high = [os.dup2(fd, 100 + i) for i, fd in enumerate(saved)]
            for i, fd in enumerate(high): os.dup2(fd, 3 + i)
            os.closerange(3 + count, 200)
            os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(count))
            os.execvp(sys.argv[2], sys.argv[2:])
    else:
        if child == 0: break
        os.kill(child, signal.SIGTERM)
        print("ended", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
        child = 0
`;

export interface Manager {
  readonly ports: readonly number[];
  readonly output: () => string;
  /** Resolves when the program has printed that it serves, or why not. */
  start(): Promise<void>;
  startSilently(): void;
  /** Sends SIGTERM; resolves with the exit status. */
  stop(): Promise<number>;
}

/** Opens `sockets` for `command`; `names` are those of LISTEN_FDNAMES. */
export async function manager(
  folder: string,
  sockets: number,
  command: readonly string[],
  names = "",
): Promise<Manager> {
  const file = join(folder, "sockets.py");
  writeFileSync(file, MANAGER);
  const env = { ...process.env, ...(names === "" ? {} : { LISTEN_FDNAMES: names }) };
  const child = spawn("python3", [file, `${sockets}`, ...command], {
    stdio: ["pipe", "pipe", "inherit"],
    env,
  });
  onTestFinished(() => {
    child.stdin.write("stop\n");
    child.stdin.end();
  });
  let output = "";
  let look = (): void => {};
  child.stdout.on("data", (piece: Buffer) => {
    output += piece.toString();
    look();
  });
  const until = (pattern: RegExp, from = 0): Promise<RegExpExecArray> =>
    new Promise((resolve) => {
      look = () => {
        const found = pattern.exec(output.slice(from));
        if (found !== null) resolve(found);
      };
      look();
    });
  const ports = (await until(/^ports (.*)\n/m))[1]!.split(" ").map(Number);
  return {
    ports,
    output: () => output,
    async start() {
      const from = output.length;
      child.stdin.write("start\n");
      await until(/^(?:up|failed) .*\n/m, from);
    },
    startSilently: () => void child.stdin.write("start\n"),
    async stop() {
      const from = output.length;
      child.stdin.write("stop\n");
      return Number((await until(/^ended (.*)\n/m, from))[1]);
    },
  };
}
