// Executes docs/tutorial.md from its own text: saves the programs that it shows, runs its commands in one session of
// a shell, and compares what each prints with the lines below it.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

interface Command {
  readonly line: string;
  readonly expected: string;
}

type Step = { readonly file: string; readonly text: string } | Command;

const BLOCK = /^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm;
const PORT = "8080";
const MOST_MILLIS = 240_000;
/** A server in the background may need a moment until it listens. */
const PATIENT_CURL = `curl() { command curl --retry 60 --retry-max-time 60 --retry-connrefused --retry-delay 1 "$@"; }`;

/** The steps of a page, in order. */
export function stepsOf(page: string): Step[] {
  return [...page.matchAll(BLOCK)].flatMap(([, language, file, text = ""]): Step[] => {
    if (language === "std") return file === undefined ? [] : [{ file, text }];
    if (language !== "sh") return [];
    const commands = text.split(/^\$ /m).slice(1);
    return commands.map((each) => {
      const end = each.indexOf("\n");
      return { line: each.slice(0, end), expected: each.slice(end + 1) };
    });
  });
}

/**
 * Executes a tutorial in an empty folder.
 * @returns what differs from the page
 */
export async function executeTutorial(page: string, command: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "stdlang-tutorial-"));
  const port = String(await freePort());
  const here = (text: string) =>
    text.replaceAll(PORT, port).replaceAll("/tmp/notes-tutorial.db", join(folder, "deployed.db"));
  const steps = stepsOf(page);
  const bin = join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "std"), `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`, {
    mode: 0o755,
  });
  try {
    const script = steps.map((step, at) => bash(step, at, here)).join("\n");
    writeFileSync(join(folder, "session.sh"), `set -m\n${PATIENT_CURL}\n${script}\n`);
    const { out, err } = await run(join(folder, "session.sh"), folder, bin);
    return steps.flatMap((step, at) => {
      if ("file" in step) return [];
      const start = out.indexOf(`@@${at}\n`);
      const end = out.indexOf(`@@end ${at}\n`);
      const printed = start < 0 || end < 0 ? null : out.slice(start + `@@${at}\n`.length, end);
      // A body of JSON ends without a newline.
      if (printed?.trimEnd() === here(step.expected).trimEnd()) return [];
      return [
        `${step.line}\n  prints ${JSON.stringify(printed)} instead of ${JSON.stringify(step.expected)}\n${err}`,
      ];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function bash(step: Step, at: number, here: (text: string) => string): string {
  if ("file" in step) return `cat > ${step.file} <<'@@FILE'\n${here(step.text)}@@FILE`;
  // Marks begin on lines of their own; programs in the background write to their own files.
  return `echo '@@${at}'\n${here(step.line)}\necho '@@end ${at}'`;
}

/** Runs a script in a process group of its own, which ends with it. */
function run(script: string, folder: string, bin: string): Promise<{ out: string; err: string }> {
  const path = [bin, dirname(process.execPath), process.env["PATH"]].join(delimiter);
  const child = spawn("bash", [script], {
    cwd: folder,
    env: { ...process.env, PATH: path },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    timeout: MOST_MILLIS,
  });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => resolve({ out, err }));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
