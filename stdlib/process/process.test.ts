import { nodeSystem } from "../../interpreter/host/node/index.ts";
import { bareSystem } from "../../interpreter/host/testing/bare-system.ts";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Err, ErrorValue, grant } from "../../interpreter/runtime/index.ts";
import type { Runtime } from "../../interpreter/runtime/index.ts";
import { AllowedPrograms } from "./allowed.ts";
import { create } from "./index.ts";
import { OutputBuffer } from "./output-buffer.ts";

type Native = (...args: unknown[]) => unknown;
const runtime = (process: boolean) =>
  ({
    host: { capabilities: grant({ process }, bareSystem.links), system: nodeSystem },
    scheduler: { external: <T>(promise: Promise<T>) => promise },
    atEnd: () => () => {},
    arrived() {},
  }) as unknown as Runtime;
const natives = create(runtime(true)).functions as unknown as Record<string, Native>;

async function call(name: string, ...args: unknown[]): Promise<unknown> {
  const result = await natives[name]!(...args);
  if (!(result instanceof Err)) return result;
  const error = result.error as ErrorValue;
  expect(error._kind).toBe("process");
  return error._message;
}

describe("the file of a granted program", () => {
  it("is the one that was checked, if a link on its way is replaced", async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "std-run-")));
    const link = join(folder, "link");
    for (const name of ["good", "bad"]) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, "tool"), "#!/bin/sh\n", { mode: 0o755 });
    }
    symlinkSync("good", link);
    const processes = {
      ...nodeSystem.processes,
      async find(program: string) {
        rmSync(link);
        symlinkSync("bad", link);
        return program;
      },
    };
    const { system, ...rest } = runtime(true).host;
    const capabilities = grant({ process: [join(folder, "good/tool")] }, nodeSystem.links);
    const allowed = (found: object): AllowedPrograms =>
      new AllowedPrograms({ host: { ...rest, capabilities, system: { ...system, ...found } } } as Runtime);
    const tool = join(link, "tool");
    expect(allowed({}).denial(tool)).toBeNull();
    expect(await allowed({}).file(tool)).toBe(join(folder, "good/tool"));
    await expect(allowed({ processes }).file(tool)).rejects.toMatchObject({ code: "EACCES" });
    rmSync(folder, { recursive: true });
  });
});

describe("run", () => {
  // A folder of PATH that the user may not search would change the error for a missing program.
  beforeEach(() => void vi.stubEnv("PATH", "/usr/bin:/bin"));
  afterEach(() => void vi.unstubAllEnvs());

  it("captures code and both outputs", async () => {
    expect(await call("run", "sh", ["-c", "printf out; printf err >&2; exit 3"])).toMatchObject({
      _code: 3,
      _stdout: "out",
      _stderr: "err",
    });
    expect(await call("run", "cat", [])).toMatchObject({ _code: 0, _stdout: "" });
    expect(await call("run", "sh", ["-c", "kill -9 $$"])).toMatchObject({ _code: -1 });
  });

  it("passes arguments unchanged", async () => {
    const args = ["", "a b", "$HOME", "*", "\xc3\xa9", "\n"];
    const result = (await call("run", "printf", ["%s|", ...args])) as { _stdout: string };
    expect(result._stdout).toBe(args.map((arg) => `${arg}|`).join(""));
  });

  it("passes bytes that are not UTF-8", async () => {
    const args = ["\xff", "\xc3", "a\xe9%s\\n'\"$x", "\xfe\n\n", "\n\xfd", "-\xfc", "", "\xc3\xa9"];
    const result = (await call("run", "printf", ["%s|", ...args])) as { _stdout: string };
    expect(result._stdout).toBe(args.map((arg) => `${arg}|`).join(""));
    expect(await call("run", "sh", ["-c", "exit 3", "\xff"])).toMatchObject({ _code: 3 });
    expect(await call("run_with_input", "cat", ["-", "/dev/null\xff"], "in")).toMatchObject({
      _code: 1,
      _stdout: "in",
    });
  });

  it("starts programs whose names are not UTF-8", async () => {
    const dir = mkdtempSync(join(tmpdir(), "std-process-"));
    try {
      const path = `${dir}/p\xff`;
      writeFileSync(Buffer.from(path, "latin1"), "#!/bin/sh\nprintf 'ran %s' \"$1\"\n", { mode: 0o755 });
      writeFileSync(Buffer.from(`${dir}/q\xff`, "latin1"), "");
      expect(await call("run", path, ["\xfe"])).toMatchObject({ _code: 0, _stdout: "ran \xfe" });
      expect(await call("run", `${dir}/q\xff`, [])).toBe(`Permission denied (os error 13) (${dir}/q\xff)`);
      expect(await call("run", `${dir}/\xfe`, [])).toBe(
        `No such file or directory (os error 2) (${dir}/\xfe)`,
      );
      expect(await call("start", "none\xff", [])).toBe("No such file or directory (os error 2) (none\xff)");
      expect(await call("run", "no-such-program-here", ["\xff"])).toBe(
        "No such file or directory (os error 2) (no-such-program-here)",
      );
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

  it("transfers input and output at the same time", async () => {
    const input = "0123456789\xff\x00".repeat(400_000);
    expect(await call("run_with_input", "cat", [], input)).toMatchObject({ _code: 0, _stdout: input });
    expect(await call("run_with_input", "true", [], input)).toMatchObject({ _code: 0, _stdout: "" });
  });

  it("fails with the system's words", async () => {
    expect(await call("run", "no-such-program-here", [])).toBe(
      "No such file or directory (os error 2) (no-such-program-here)",
    );
    expect(await call("run", "/etc/passwd", [])).toBe("Permission denied (os error 13) (/etc/passwd)");
    expect(await call("start", "", [])).toBe("No such file or directory (os error 2) ()");
    expect(await call("run", "echo", ["a\0b"])).toBe("process argument contains NUL byte (echo)");
    expect(await call("run", "echo", ["x".repeat(4_000_000)])).toBe(
      "Argument list too long (os error 7) (echo)",
    );
  });
});

describe("children", () => {
  it("talk through pipes", async () => {
    const child = await call("start", "tr", ["a-z", "A-Z"]);
    expect(await call("Child.poll", child)).toBeNull();
    expect(await call("Child.running", child)).toBe(true);
    expect(await call("Child.write_stdin", child, "quiet words")).toBe(true);
    await call("Child.close_stdin", child);
    await call("Child.close_stdin", child);
    expect(await call("Child.write_stdin", child, "late")).toBe(false);
    expect(await call("Child.wait", child)).toBe(0);
    expect(await call("Child.poll", child)).toBe(0);
    expect(await call("Child.read_stdout", child)).toBe("QUIET WORDS");
    expect(await call("Child.read_stdout", child)).toBe("");
    expect(await call("Child.kill", child)).toBe(true);
    await call("Child.free", child);
    await call("Child.free", child);
    expect(await call("Child.poll", child)).toBe(-1);
    expect(await call("Child.wait", child)).toBe(-1);
    expect(await call("Child.running", child)).toBe(false);
    expect(await call("Child.kill", child)).toBe(false);
    expect(await call("Child.write_stdin", child, "x")).toBe(false);
    expect(await call("Child.read_stderr", child)).toBe("");
  });

  it("have all they wrote readable once they ended", async () => {
    for (let round = 0; round < 5; round++) {
      const child = await call("start", "sh", [
        "-c",
        "head -c 200000 /dev/zero; head -c 100000 /dev/zero >&2; exit 7",
      ]);
      expect(await call("Child.wait", child)).toBe(7);
      expect(((await call("Child.read_stdout", child)) as string).length).toBe(200_000);
      expect(((await call("Child.read_stderr", child)) as string).length).toBe(100_000);
    }
  });

  it("are not held up by grandchildren that keep their pipes", async () => {
    // The grandchild reads the pipe only later.
    const folder = mkdtempSync(join(tmpdir(), "std-process-"));
    const pipe = join(folder, "pipe");
    const child = await call("start", "sh", ["-c", `mkfifo '${pipe}'; cat '${pipe}' & printf done`]);
    expect(await call("Child.wait", child)).toBe(0);
    expect(await call("Child.read_stdout", child)).toBe("done");
    writeFileSync(pipe, "");
    rmSync(folder, { recursive: true });
    const noisy = await call("start", "sh", ["-c", "timeout 1 yes & exit 2"]);
    expect(await call("Child.wait", noisy)).toBe(2);
  });

  it("never stall, and keep their last 8 MiB", async () => {
    const child = await call("start", "sh", ["-c", "head -c 20000000 /dev/zero; printf end"]);
    expect(await call("Child.wait", child)).toBe(0);
    const text = (await call("Child.read_stdout", child)) as string;
    expect(text.length).toBe(8 * 1024 * 1024);
    expect(text.endsWith("\0end")).toBe(true);
  });

  it("are killed, and do not take input then", async () => {
    const child = await call("start", "sleep", ["100"]);
    const written = call("Child.write_stdin", child, "x".repeat(10_000_000));
    expect(await call("Child.kill", child)).toBe(true);
    expect(await written).toBe(false);
    expect(await call("Child.wait", child)).toBe(-1);
    expect(await call("Child.poll", child)).toBe(-1);
    expect(await call("Child.write_stdin", child, "x")).toBe(false);
  });

  it("run on when freed", async () => {
    const child = (await call("start", "sh", ["-c", "cat; yes | head -c 3000000"])) as { state: unknown };
    await call("Child.free", child);
    expect(child.state).toBeNull();
  });
});

it("keeps the newest bytes in order", () => {
  const buffer = new OutputBuffer(10_000);
  let all = "";
  for (let i = 0; i < 3000; i++) {
    const piece = `${i},`;
    all += piece;
    buffer.add(Buffer.from(piece));
  }
  expect(buffer.overflowed).toBe(true);
  expect(buffer.take()).toBe(all.slice(-10_000));
  buffer.add(Buffer.from(`${"x".repeat(30_000)}y`));
  expect(buffer.take()).toBe(`${"x".repeat(9_999)}y`);
  expect(buffer.take()).toBe("");
});

it("needs the capability", () => {
  const denied = create(runtime(false)).functions as unknown as Record<string, Native>;
  const result = denied.run!("true", []) as Err<ErrorValue>;
  expect(result.error).toEqual(
    new ErrorValue(
      "process",
      "permission denied: process is not allowed here (--allow-run=true) (true)",
      "permission_denied",
    ),
  );
});
