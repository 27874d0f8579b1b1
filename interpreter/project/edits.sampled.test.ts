import { expect, test } from "vitest";
import { standardModules } from "../../stdlib/index.ts";
import { render } from "../diagnostics/index.ts";
import { engineInThread, type Checked } from "../engine.ts";
import { memoryReader, type SourceReader } from "../modules/index.ts";
import { share, thorough } from "../testing/sample.ts";
import { Project } from "./index.ts";
import { editedFiles, PROJECT, randomNumbers } from "./testing/edited-project.ts";

const SEED = Number(process.env["PROPERTY_SEED"] ?? 1);
/** In the slow run, 1,000 edits are made, and one in so many is compared. */
const COMPARED = 50;

// Both programs share files, and the second one does not see all of the first.
const ENTRIES = [{ path: "main.std" }, { path: "extra.std", main: false }];

test("diagnostics after each of many random edits are those of a check from nothing", { timeout: 0 }, () => {
  let files = PROJECT;
  const reader: SourceReader = {
    canonical: (path) => memoryReader(files).canonical(path),
    read: (path) => memoryReader(files).read(path),
  };
  const project = new Project();
  const check = (used: Project): string => {
    const engine = engineInThread(
      { modules: standardModules, reader, packages: () => null },
      undefined,
      used,
    );
    return shown(engine.check(ENTRIES));
  };
  const random = randomNumbers(SEED);
  const sizes: number[] = [];
  let programs = 0;
  for (let i = 0; i < share(1_000, 16); i++) {
    files = editedFiles(files, random);
    const found = check(project);
    if (i % (thorough ? COMPARED : 4) > 0) continue;
    const fromNothing = check(new Project());
    expect(found, `edit ${i} of seed ${SEED}`).toBe(fromNothing);
    if (!fromNothing.includes("error:")) programs++;
    sizes.push(project.store.facts.size);
  }
  expect(programs).toBeGreaterThan(sizes.length / 10);
  // What is remembered is replaced, not added: the number of facts has a bound.
  expect(Math.max(...sizes)).toBeLessThan(60_000);
});

function shown({ diagnostics, problem }: Checked): string {
  return [...diagnostics.map((diagnostic) => render(diagnostic, {})), problem ?? ""].join("\n");
}
