// Reads the expectation comments of a conformance script as data, and compares them with what happened when
// it ran. conformance/README.md lists the comments, with an example of each.

/** A diagnostic that a script announces, on the line of the comment; "" as code accepts any. */
export interface ExpectedDiagnostic {
  readonly line: number;
  readonly code: string;
}

export interface Expectations {
  readonly stdout: readonly string[];
  readonly errors: readonly ExpectedDiagnostic[];
  /** Null when the script announces nothing about warnings, and accepts any. */
  readonly warnings: readonly ExpectedDiagnostic[] | null;
  /** Null when no panic is announced; "" accepts any message. */
  readonly panic: string | null;
  readonly exit: number;
  readonly stderr: readonly string[];
  readonly args: readonly string[];
  readonly stdin: string;
  /** Rows of conformance/http/rows.tsv that the script shows. */
  readonly rows: readonly string[];
  /** Items of the language's checklist (conformance/checklist.tsv) that the script shows. */
  readonly items: readonly string[];
  /** A command line of `std` to run in the script's folder instead of the script. */
  readonly command: readonly string[] | null;
  /** Variables of the program's environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly limitMs: number;
  /** Whether the script requests its own process. */
  readonly process: boolean;
  /** Why the script is not in the canonical style; null when it is. */
  readonly layout: string | null;
  /** Comments that look like expectations but are malformed. */
  readonly faults: readonly string[];
}

const DIRECTIVE =
  /\/\/ (error|warning|warnings|panic|exit|stderr|args|stdin|row|item|command|env|limit|process|layout)(?::[ \t]?(.*))?$/;
/** Ends scripts that hang; long enough for a busy machine. */
const DEFAULT_LIMIT_MS = 60_000;
const PANIC_STATUS = 101;
const REJECTED_STATUS = 1;

/**
 * Reads all expectation comments of one file. Only the last marker of a line applies, so that strings may
 * contain markers.
 */
export function readExpectations(text: string): Expectations {
  const stdout: string[] = [];
  const errors: ExpectedDiagnostic[] = [];
  const warnings: ExpectedDiagnostic[] = [];
  const stderr: string[] = [];
  const rows: string[] = [];
  const items: string[] = [];
  let command: readonly string[] | null = null;
  const faults: string[] = [];
  const env: Record<string, string> = {};
  let warningsMentioned = false;
  let panic: string | null = null;
  let exit: number | null = null;
  let args: readonly string[] = [];
  let stdin = "";
  let limitMs = DEFAULT_LIMIT_MS;
  let ownProcess = false;
  let layout: string | null = null;

  text.split(/\r\n|\r|\n/).forEach((content, index) => {
    const line = index + 1;
    const output = content.lastIndexOf("//>");
    if (output >= 0) {
      stdout.push(content.slice(output + 3).replace(/^ /, ""));
      return;
    }
    const found = DIRECTIVE.exec(content);
    if (found === null) return;
    const argument = (found[2] ?? "").trimEnd();
    switch (found[1]) {
      case "error":
        for (const code of codes(argument)) errors.push({ line, code });
        break;
      case "warning":
        warningsMentioned = true;
        for (const code of codes(argument)) warnings.push({ line, code });
        break;
      case "warnings":
        warningsMentioned = true;
        if (argument !== "none") faults.push(`line ${line}: only "warnings: none" is understood`);
        break;
      case "panic":
        panic = argument;
        break;
      case "exit":
        if (/^\d+$/.test(argument)) exit = Number(argument);
        else faults.push(`line ${line}: "exit:" needs a number`);
        break;
      case "stderr":
        stderr.push(argument);
        break;
      case "args":
        args = shellWords(argument);
        break;
      case "stdin":
        stdin += unescape(argument);
        break;
      case "row":
        rows.push(...listed(argument));
        break;
      case "item":
        items.push(...listed(argument));
        break;
      case "command":
        command = shellWords(argument);
        break;
      case "env":
        setVariable(env, argument);
        break;
      case "limit":
        if (/^\d+$/.test(argument)) limitMs = Number(argument);
        else faults.push(`line ${line}: "limit:" needs milliseconds`);
        break;
      case "process":
        ownProcess = true;
        break;
      case "layout":
        layout = argument;
        if (argument === "") faults.push(`line ${line}: "layout:" needs a reason`);
        break;
    }
  });

  if (errors.length > 0 && stdout.length > 0)
    faults.push("a rejected program prints nothing, yet output is announced");

  const implied = errors.length > 0 ? REJECTED_STATUS : panic !== null ? PANIC_STATUS : 0;
  return {
    stdout,
    errors,
    warnings: warningsMentioned ? warnings : null,
    panic,
    exit: exit ?? implied,
    stderr,
    args,
    stdin,
    rows,
    items,
    command,
    env,
    limitMs,
    process: ownProcess,
    layout,
    faults,
  };
}

/** `NAME=value` */
function setVariable(env: Record<string, string>, argument: string): void {
  const [name = "", ...rest] = argument.split("=");
  env[name] = rest.join("=");
}

function listed(argument: string): string[] {
  return argument.split(/[ ,]+/).filter((word) => word !== "");
}

function codes(argument: string): string[] {
  const words = listed(argument).filter((word) => /^[A-Z]+\d+$/.test(word));
  return words.length === 0 ? [""] : words;
}

/** Splits words as a shell does; only double quotes are special. */
function shellWords(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|(\S+)/g)].map((word) => word[1] ?? word[2] ?? "");
}

function unescape(text: string): string {
  return text.replace(/\\([nrt\\])/g, (_, letter: string) => ({ n: "\n", r: "\r", t: "\t" })[letter] ?? "\\");
}

/** The outcome of a script. */
export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
  readonly diagnostics: readonly Reported[];
  /** The reason why the run was cut off or the host itself failed. */
  readonly failure?: string;
}

export interface Reported {
  readonly severity: "error" | "warning";
  readonly code: string;
  /** The file, relative to the script's folder. */
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Describes each difference between what a file announces and the outcome. */
export function differences(expected: Expectations, outcome: Outcome, file: string): string[] {
  const found = [...expected.faults];
  if (outcome.failure !== undefined) found.push(outcome.failure);
  found.push(...compareDiagnostics("error", expected.errors, outcome.diagnostics, file));
  if (expected.warnings !== null) {
    found.push(...compareDiagnostics("warning", expected.warnings, outcome.diagnostics, file));
  }
  found.push(...compareLines(expected.stdout, outcome.stdout));
  if (outcome.failure === undefined && outcome.exit !== expected.exit) {
    found.push(`exit status ${outcome.exit}, expected ${expected.exit}`);
  }
  found.push(...compareStderr(expected, outcome.stderr));
  return found;
}

function compareDiagnostics(
  severity: "error" | "warning",
  expected: readonly ExpectedDiagnostic[],
  reported: readonly Reported[],
  file: string,
): string[] {
  const open = [...expected];
  const found: string[] = [];
  for (const item of reported) {
    if (item.severity !== severity || item.file !== file) continue;
    const at = open.findIndex((one) => one.line === item.line && (one.code === "" || one.code === item.code));
    if (at >= 0) open.splice(at, 1);
    else found.push(`unannounced ${severity} ${item.code} on line ${item.line}: ${item.message}`);
  }
  for (const one of open) found.push(`line ${one.line}: no ${severity} ${one.code} was reported`);
  return found;
}

function compareLines(expected: readonly string[], stdout: string): string[] {
  const actual = stdout === "" ? [] : stdout.replace(/\n$/, "").split("\n");
  const shown = Math.max(expected.length, actual.length);
  for (let i = 0; i < shown; i++) {
    if (expected[i] === actual[i]) continue;
    if (i >= actual.length) return [`output ends before line ${i + 1}: ${quote(expected[i])}`];
    if (i >= expected.length) return [`unannounced output line ${i + 1}: ${quote(actual[i])}`];
    return [`output line ${i + 1} is ${quote(actual[i])}, expected ${quote(expected[i])}`];
  }
  return [];
}

function compareStderr(expected: Expectations, stderr: string): string[] {
  const found: string[] = [];
  // `std test` reports tests that take longer than a second, which depends on the machine.
  const lines = stderr.split("\n").filter((line) => line !== "" && !line.startsWith("slow: "));
  const panics = lines.filter((line) => line.startsWith("panic: "));
  if (expected.panic !== null) {
    const wanted = `panic: ${expected.panic}`;
    if (!panics.some((line) => (expected.panic === "" ? true : line === wanted))) {
      found.push(`no ${quote(wanted)} on standard error: ${quote(stderr.slice(0, 300))}`);
    }
  }
  for (const text of expected.stderr) {
    if (!lines.some((line) => line === text))
      found.push(`standard error lacks ${quote(text)}: ${quote(stderr.slice(0, 300))}`);
  }
  const silent = expected.panic === null && expected.stderr.length === 0;
  if (silent && lines.length > 0) found.push(`unannounced standard error: ${quote(stderr.slice(0, 300))}`);
  return found;
}

function quote(text: string | undefined): string {
  return text === undefined ? "nothing" : JSON.stringify(text.length > 400 ? `${text.slice(0, 400)}…` : text);
}
