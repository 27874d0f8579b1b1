// Scripts that write without end, or more than the host reads.
import type { HostileScript, HostileTable } from "./script.ts";

const OUTPUT_LIMIT = "panic: output limit exceeded";

const LINES = /^(?:tea\n){250}$/;

const SCRIPTS: readonly HostileScript[] = [
  { does: "prints in a loop", script: 'loop { print("tea") }', ends: OUTPUT_LIMIT, prints: LINES },
  {
    does: "prints a text beyond the limit",
    script: 'print("x".repeat(1001))',
    ends: OUTPUT_LIMIT,
    prints: "",
  },
  { does: "prints up to the limit", script: 'print("x".repeat(999))', ends: "done", prints: /^x{999}\n$/ },
  {
    does: "writes to standard error in a loop",
    script: 'loop { eprint("tea") }',
    ends: OUTPUT_LIMIT,
    prints: "",
  },
  {
    does: "writes to both outputs",
    script: 'loop {\nprint("tea")\neprint("tea")\n}',
    ends: OUTPUT_LIMIT,
    prints: /^(?:tea\n){143}$/,
  },
  {
    does: "prints in goroutines",
    script: 'for _ in 0..10 {\nspawn fun() { loop {\nprint("tea")\nyield_now()\n} }()\n}\nsleep_millis(5000)',
    ends: OUTPUT_LIMIT,
    prints: LINES,
  },
  {
    does: "catches the panic and goes on",
    script: 'let _ = catch_panic(fun() -> Int {\nloop { print("tea") }\n0 })\nprint("on")',
    ends: OUTPUT_LIMIT,
    prints: LINES,
  },
  {
    does: "prints in a deferred call",
    script: 'defer print("on")\nloop { print("tea") }',
    ends: OUTPUT_LIMIT,
    prints: LINES,
  },
  {
    does: "prints after the end of main",
    script: 'spawn fun() { loop {\nprint("tea")\nyield_now()\n} }()\nyield_now()\nyield_now()',
    ends: ["done", OUTPUT_LIMIT],
    prints: /^(?:tea\n)*$/,
  },
  { does: "writes bytes without line ends", script: 'loop { print_str("é") }', ends: OUTPUT_LIMIT },
  {
    does: "prints without end and little",
    script: 'loop { print("") }',
    ends: OUTPUT_LIMIT,
    prints: /^\n{1000}$/,
  },
  {
    does: "writes to the stream of standard output",
    script: 'let out = stdout()\nloop { let _ = write_all(out, "tea\\n") }',
    ends: OUTPUT_LIMIT,
    prints: LINES,
  },
  {
    does: "prints nested lists",
    script: "let xs = [[1], [2], [3]]\nloop { print(xs) }",
    ends: OUTPUT_LIMIT,
    prints: /^(?:\[\[1\], \[2\], \[3\]\]\n)+$/,
  },
  {
    does: "panics with a long message",
    script: 'panic("x".repeat(100000))',
    ends: /^panic: x{100000}$/,
    prints: "",
  },
  {
    does: "ends with a long error",
    script: 'import std/string\nfun main() -> Result<(), String> = Err("x".repeat(100000))',
    ends: /^failed: x{100000}$/,
    prints: "",
  },
];

export const OUTPUT: HostileTable = {
  kind: "output",
  imports: `import std/string
import std/error { catch_panic }
import std/io { eprint, stdout, write_all }
import std/sync { sleep_millis, yield_now }

fun print_str(s: String) {
    let _ = write_all(stdout(), s)
}

`,
  options: { limits: { output: 1000, wallMillis: 10_000, compileMillis: 20_000 } },
  scripts: SCRIPTS,
};
