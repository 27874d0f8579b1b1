// Standard streams with other processes: a reader that has gone, a slow reader, a full disk.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { STD } from "../testing/command.ts";

vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), "std-streams-"));
afterAll(() => rmSync(folder, { recursive: true }));

const COMMAND = [process.execPath, STD] as const;

/** The command line that runs this program. */
function program(name: string, text: string): string[] {
  const file = join(folder, `${name}.std`);
  writeFileSync(file, text);
  return [...COMMAND, "run", "--no-cache", file];
}

/** A program that writes until a write fails. */
const YES = `import std/io { eprintln, stdout, write_all }

fun main() {
    loop {
        match write_all(stdout(), "y\\n") {
            Ok(_) -> {},
            Err(e) -> {
                eprintln(e)
                return
            },
        }
    }
}
`;

test("a reader that has gone is an error of the write", () => {
  const { stdout, stderr } = spawnSync("sh", ["-c", `"$@" | head -n 2`, "sh", ...program("yes", YES)], {
    encoding: "utf8",
  });
  expect(stdout).toBe("y\ny\n");
  expect(stderr).toBe("io: write: Broken pipe (os error 32) (standard output)\n");
});

test("a program that prints without a reader ends", () => {
  const text =
    'fun main() {\n    defer print("x")\n    let n = 0\n    loop {\n        print(n)\n        n += 1\n    }\n}\n';
  const { stdout, stderr, status } = spawnSync(
    "bash",
    ["-c", `set -o pipefail; "$@" | head -n 2`, "bash", ...program("count", text)],
    { encoding: "utf8" },
  );
  expect({ stdout, stderr, status }).toEqual({ stdout: "0\n1\n", stderr: "", status: 0 });
});

test("a program that sleeps between prints without a reader ends", () => {
  const text =
    "import std/time { sleep_millis }\n\nfun main() {\n    loop {\n        print(1)\n        sleep_millis(5)\n    }\n}\n";
  const { stdout, stderr, status } = spawnSync(
    "bash",
    ["-c", `set -o pipefail; "$@" | head -n 2`, "bash", ...program("sleeper", text)],
    { encoding: "utf8" },
  );
  expect({ stdout, stderr, status }).toEqual({ stdout: "1\n1\n", stderr: "", status: 0 });
});

test("a full disk is an error of the write", () => {
  const { stderr, status } = spawnSync("sh", ["-c", `"$@" > /dev/full`, "sh", ...program("full", YES)], {
    encoding: "utf8",
  });
  expect(stderr).toBe("io: write: No space left on device (os error 28) (standard output)\n");
  expect(status).toBe(0);
});

test.each([
  ["help", ""],
  ["--version", ""],
  ["explain T1", ""],
  ["test .", ""],
  ["check --json .", ""],
  ["repl", "1 + 1"],
])("std %s fails when its output is lost on a full disk", (command, input) => {
  const { stderr, status } = spawnSync(
    "sh",
    ["-c", `"$@" > /dev/full`, "sh", process.execPath, STD, ...command.split(" ")],
    { encoding: "utf8", input, cwd: folder },
  );
  expect(stderr).toBe("error: cannot write to standard output: no space left on device\n");
  expect(status).toBe(1);
});

test("a goroutine that writes to a slow reader waits, and no other does", async () => {
  const [command, ...args] = program(
    "slow",
    `import std/io { eprintln, stdout, write_all }
import std/sync

fun main() {
    spawn(fun() {
        eprintln("others run")
        print("last")
    })
    write_all(stdout(), "x".repeat(1000000)).unwrap()
    eprintln("written")
}
`,
  );
  const child = spawn(command!, args, { stdio: ["ignore", "pipe", "pipe"] });
  let told = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (told += text));
  // Nothing is read before the other goroutine has written.
  await vi.waitFor(() => expect(told).toBe("others run\n"), { timeout: 60_000 });
  let length = 0;
  child.stdout.on("data", (bytes: Buffer) => (length += bytes.length));
  await new Promise((resolve) => child.on("close", resolve));
  expect(told).toBe("others run\nwritten\n");
  expect(length).toBe(1_000_000 + "last\n".length);
});

test("printed text is written before a program kills itself", () => {
  const text = `import std/process { pid, send_signal }\n\nfun main() {\n    print("before")\n    send_signal(pid(), "SIGKILL").unwrap()\n}\n`;
  const { stdout } = spawnSync("sh", ["-c", `"$@"; true`, "sh", ...program("itself", text)], {
    encoding: "utf8",
  });
  expect(stdout).toBe("before\n");
});

test("input that cannot be read is an error of the read, and of each further one", () => {
  const text = `import std/io { lines, read_line_opt, stdin }

fun main() {
    print(read_line_opt())
    print(lines(stdin()).collect())
    print(stdin().read(1))
}
`;
  const { stdout, stderr } = spawnSync("sh", ["-c", `exec "$@" < .`, "sh", ...program("folder", text)], {
    encoding: "utf8",
  });
  const failure = "Err(io: read: Is a directory (os error 21) (standard input))";
  expect({ stdout, stderr }).toEqual({ stdout: `None\n[${failure}]\n${failure}\n`, stderr: "" });
});
