// Joins what programs of `std build` consist of: interpreter/cli/standalone.ts with everything it imports, the
// packages included, as ESM and as CommonJS, and the thread of a database.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

/** @param dist the folder with the compiled files, which are not joined yet */
export async function bundleStandalone(dist: string): Promise<void> {
  const folder = join(dist, "standalone");
  mkdirSync(folder);
  const write = async (input: string, format: "esm" | "cjs", name: string): Promise<void> => {
    const bundle = await rolldown({
      input: join(dist, input),
      platform: "node",
      // The declarations of modules are not read, but their paths are computed.
      onLog: () => {},
    });
    const { output } = await bundle.generate({
      format,
      codeSplitting: false,
      minify: { compress: true, codegen: true, mangle: false },
    });
    await bundle.close();
    writeFileSync(join(folder, name), output[0].code);
  };
  await write("interpreter/cli/standalone.js", "esm", "standalone.mjs");
  await write("interpreter/cli/standalone.js", "cjs", "standalone.cjs");
  await write("interpreter/host/node/database-worker.js", "cjs", "database-worker.cjs");
}
