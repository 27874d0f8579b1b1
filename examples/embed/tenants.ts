// Scripts of many tenants, each in a thread with limits: one that loops or takes too much memory ends alone.
import { createWorkerEngine } from "stdlang";
import { standardModules } from "stdlang/stdlib";

const scripts: Readonly<Record<string, string>> = {
  good: "fun main() { print(6 * 7) }",
  busy: "fun main() { loop {} }",
  hoarder: "fun main() { let xs: List<List<Int>> = []\n loop { xs.push([1, 2, 3]) } }",
};
const limits = { wallMillis: 1500, memory: 40_000_000, compileMillis: 20_000 };
const engine = createWorkerEngine({
  modules: standardModules,
  limits,
  stdout: (bytes) => process.stdout.write(bytes, "latin1"),
});
for (const [tenant, text] of Object.entries(scripts)) {
  const { exitReason } = await engine.run({ path: `${tenant}.std`, text });
  console.log(tenant, exitReason?.kind === "panic" ? "ended by a limit" : exitReason?.kind);
}
engine.close();
