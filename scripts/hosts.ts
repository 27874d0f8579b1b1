// Tests the engine under Bun and Deno: packs the built package, installs it into a temporary folder, and runs
// `scripts/hosts-check.mjs` there under each runtime. The runtimes are found in PATH or, with `--install`,
// installed from npm; a missing one is skipped with a message. Exits with 1 when a check fails.
//
//     npm run build && node scripts/hosts.ts --install
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const root = join(import.meta.dirname, "..");
const RUNTIMES: Readonly<Record<string, readonly string[]>> = {
  [process.execPath]: [],
  bun: ["run"],
  deno: ["run", "--allow-all"],
};

const folder = mkdtempSync(join(tmpdir(), "std-hosts-"));
let failed = false;
try {
  execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], { cwd: root });
  const { version } = JSON.parse(
    execFileSync("npm", ["pkg", "get", "name", "version"], { cwd: root, encoding: "utf8" }),
  ) as { readonly version: string };
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ private: true, type: "module", allowScripts: { bun: true, deno: true } }),
  );
  const install = (...packages: readonly string[]): void =>
    void execFileSync("npm", ["install", "--no-audit", "--no-fund", "--silent", ...packages], {
      cwd: folder,
      stdio: "inherit",
    });
  install(`./stdlang-${version}.tgz`);
  if (process.argv.includes("--install")) install("bun", "deno");
  copyFileSync(join(root, "scripts/hosts-check.mjs"), join(folder, "check.mjs"));
  const env = {
    ...process.env,
    PATH: [join(folder, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
  };
  for (const [name, args] of Object.entries(RUNTIMES)) {
    const found = spawnSync(name, ["--version"], { env, encoding: "utf8" });
    if (found.error !== undefined || found.status !== 0) {
      console.log(`${name}: passed over, as it is not installed`);
      continue;
    }
    const { status, stdout, stderr } = spawnSync(name, [...args, "check.mjs"], {
      cwd: folder,
      env,
      encoding: "utf8",
      timeout: 300_000,
    });
    failed ||= status !== 0;
    const wrong = `${stdout}${stderr}`.split("\n").filter((line) => line !== "" && !line.endsWith(": ok"));
    const fine = stdout.split("\n").filter((line) => line.endsWith(": ok")).length;
    console.log([`${name} ${found.stdout.split("\n")[0]}: ${fine} ok`, ...wrong].join("\n  "));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
