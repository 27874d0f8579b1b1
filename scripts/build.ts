// Makes dist/: plain JavaScript with types, the declarations of the standard modules with their
// prepared trees, and the build id that the compile cache goes by. Idempotent.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(import.meta.dirname);
const dist = join(root, "dist");

rmSync(dist, { recursive: true, force: true });
compileTypeScript();
for (const file of globSync("{interpreter,stdlib}/**/*.{std,ohm}", { cwd: root })) cpSync(join(root, file), join(dist, file));
await prepareStandardLibrary();
chmodSync(join(dist, "interpreter/cli/std.js"), 0o755);
writeFileSync(join(dist, "build-id"), contentHash());

function compileTypeScript(): void {
  const compiler = join(dirname(fileURLToPath(import.meta.resolve("typescript/package.json"))), "bin/tsc");
  execFileSync(process.execPath, [compiler, "-p", join(root, "tsconfig.build.json")], { stdio: "inherit" });
}

/** Parses every declaration once, so that no start of a program has to. */
async function prepareStandardLibrary(): Promise<void> {
  const door = async <T>(path: string): Promise<T> => (await import(pathToFileURL(join(dist, path)).href)) as T;
  const { standardModules } = await door<typeof import("../stdlib/index.ts")>("stdlib/index.js");
  const { prepareDeclaration, preparedPath } = await door<typeof import("../interpreter/modules/index.ts")>("interpreter/modules/index.js");
  const { render } = await door<typeof import("../interpreter/diagnostics/index.ts")>("interpreter/diagnostics/index.js");
  for (const offer of standardModules) {
    if (typeof offer.declaration === "string") continue;
    const { bytes, diagnostics } = prepareDeclaration(offer);
    if (diagnostics.length > 0) throw new Error(diagnostics.map((diagnostic) => render(diagnostic)).join(""));
    writeFileSync(preparedPath(offer.declaration), bytes);
  }
}

/** Changes whenever anything in dist/ does. */
function contentHash(): string {
  const hash = createHash("sha256");
  for (const file of globSync("**/*.{js,std,tree,ohm}", { cwd: dist }).toSorted()) {
    hash.update(file).update("\0").update(readFileSync(join(dist, file)));
  }
  return hash.digest("hex");
}
