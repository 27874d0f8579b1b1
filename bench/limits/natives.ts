// Calls every public function of the library with the worst arguments that `memory: 200e6` allows, under
// `wallMillis: 300`, and prints those that take more than 400 milliseconds of CPU until the program is over.
// Exits with 1 if there are any. The time includes preparing the arguments.
//
//     node bench/limits/natives.ts [KIND...] [MODULE...]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileProgram } from "../../interpreter/compile/testing/run-program.ts";
import { nodeSystem } from "../../interpreter/host/node/index.ts";
import { launch, type ExitReason } from "../../interpreter/launch/index.ts";
import { grant } from "../../interpreter/runtime/host.ts";
import { standardModules } from "../../stdlib/index.ts";
import {
  KINDS,
  liveGrants,
  WORST_MODULES,
  worstProgram,
  type TextKind,
} from "../../stdlib/testing/worst-calls.ts";

const LIMITS = { wallMillis: 300, memory: 200_000_000 };
const MOST = 400;
const SIZE = 60_000_000;
const FOLDER = mkdtempSync(join(tmpdir(), "stdlang-worst-"));
process.on("exit", () => rmSync(FOLDER, { recursive: true, force: true }));

const chosen = process.argv.slice(2);
const kinds = KINDS.filter((kind) => chosen.every((each) => !isKind(each)) || chosen.includes(kind));
const modules = WORST_MODULES.filter(
  (module) => chosen.every((each) => isKind(each)) || chosen.includes(module),
);

function isKind(text: string): text is TextKind {
  return (KINDS as readonly string[]).includes(text);
}

let calls = 0;
let late = 0;
let longest = 0;
for (const module of modules)
  for (const kind of kinds) {
    const program = worstProgram(module, kind, SIZE, FOLDER);
    const names = program.calls.map((_, i) => `call_${i}`);
    const compiled = { ...compileProgram(program.text, { metered: true }, names), metered: true };
    for (const [index, { name, isLong, isFilled }] of program.calls.entries()) {
      if (!isLong && !isFilled && kind !== kinds[0]) continue;
      calls++;
      const before = process.threadCpuUsage();
      const end = await endOf(compiled, index);
      const { user, system } = process.threadCpuUsage(before);
      const millis = (user + system) / 1000;
      longest = Math.max(longest, millis);
      if (millis <= MOST) continue;
      late++;
      console.log(`${millis.toFixed(0).padStart(7)} ms  ${name} (${kind}): ${end}`);
    }
  }
console.log(`${calls} calls, ${late} beyond ${MOST} ms; the longest took ${longest.toFixed(0)} ms`);
process.exitCode = late === 0 ? 0 : 1;

async function endOf(compiled: Parameters<typeof launch>[0], index: number): Promise<string> {
  const exitReason = await new Promise<ExitReason>((resolve, reject) => {
    const drop = { write() {}, flush() {} };
    launch(
      compiled,
      {
        modules: standardModules,
        host: {
          args: ["worst.std"],
          capabilities: grant(liveGrants(FOLDER), nodeSystem.links),
          system: nodeSystem,
          readInput: async () => null,
          now: () => 0,
        },
        stdout: drop,
        stderr: drop,
        index,
        limits: LIMITS,
      },
      resolve,
    ).catch(reject);
  });
  return exitReason.kind === "panic" ? exitReason.message.slice(0, 100) : exitReason.kind;
}
