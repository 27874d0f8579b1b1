// 300 documents and 44 types agree with serde_json in value and in verdict, but for the rules that
// bench/serde/agreement.std names. bench/serde made the documents and what serde_json reads.
import { join } from "node:path";
import { expect, test } from "vitest";
import { createEngine } from "../../interpreter/index.ts";
import { standardModules } from "../index.ts";

const FOLDER = join(import.meta.dirname, "../../bench/serde");

test("documents decode to the values that serde_json reads, and the others are refused", async () => {
  let output = "";
  const engine = createEngine({
    modules: standardModules,
    capabilities: { fs: [FOLDER] },
    stdout: (bytes) => void (output += bytes),
  });
  const outcome = await engine.run({ path: join(FOLDER, "agreement.std") }, [FOLDER]);
  expect(outcome.diagnostics).toEqual([]);
  expect(output).toBe("300 documents, 44 types: 13166 agree, 34 by another rule\n");
}, 60_000);
