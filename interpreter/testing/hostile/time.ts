// Scripts that compute without end, in loops and in single calls of natives.
import type { HostileScript, HostileTable } from "./script.ts";

const TIME_LIMIT = "panic: time limit exceeded";

/** Each statement is repeated until the time is over. */
const repeated: readonly (readonly [does: string, before: string, statement: string])[] = [
  ["calculates", "let n = 0", "n += 1"],
  ["calls functions", "let n = 0", "n += n.to_string().len()"],
  ["sorts long strings", 'let xs = strings(1000, "x".repeat(20000))', "let _ = xs.sorted()"],
  ["sorts numbers", "let xs = numbers(100000)", "let _ = xs.sorted()"],
  [
    "compares equal strings",
    "let a = text(2000000)\nlet b = text(2000000)\nlet n = 0",
    "if a == b { n += 1 }",
  ],
];

const SCRIPTS: readonly HostileScript[] = [
  ...repeated.map(
    ([does, before, statement]): HostileScript => ({
      does,
      script: `${before}\nloop {\n${statement}\n}`,
      ends: TIME_LIMIT,
    }),
  ),
];

export const TIME: HostileTable = {
  kind: "time",
  imports: `import std/string

fun text(size: Int) -> String = "x".repeat(size - 1) + "y"

fun strings(count: Int, start: String) -> List<String> {
    let xs: List<String> = []
    for i in 0..count {
        xs.push("\${start}\${i * 7919 % 10007}")
    }
    return xs
}

fun numbers(count: Int) -> List<Int> {
    let xs: List<Int> = []
    for i in 0..count {
        xs.push(i * 7919 % 1000003)
    }
    return xs
}

`,
  options: { limits: { wallMillis: 300, compileMillis: 20_000 } },
  scripts: SCRIPTS,
};
