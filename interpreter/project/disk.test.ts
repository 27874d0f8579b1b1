import { expect, test } from "vitest";
import { standardModules } from "../../stdlib/index.ts";
import { render } from "../diagnostics/index.ts";
import { engineInThread } from "../engine.ts";
import { memoryReader } from "../modules/index.ts";
import { Project, storedProject } from "./index.ts";
import { editedFiles, PROJECT, randomNumbers, type Files } from "./testing/edited-project.ts";

/** Checks files as a process does that has the stored text of an earlier one. */
function checkStored(files: Files, stored: string | null) {
  const { store, encode } = storedProject(stored);
  const project = new Project(store);
  const options = { modules: standardModules, reader: memoryReader(files), packages: () => null };
  const engine = engineInThread(options, undefined, project);
  const { diagnostics } = engine.check([{ path: "main.std" }]);
  const text = diagnostics.map((diagnostic) => render(diagnostic, {})).join("\n");
  return { text, counts: project.counts, stored: encode() };
}

test("what one process found is known to the next one", () => {
  const first = checkStored(PROJECT, null);
  const second = checkStored(PROJECT, first.stored);
  expect(second.counts).toMatchObject({ lexed: 0, checked: 0 });
  expect(second.text).toBe(first.text);
  // What was not needed was not read, and is written as it was.
  const third = checkStored(PROJECT, second.stored);
  expect(third.counts).toMatchObject({ lexed: 0, checked: 0 });
  expect(third.text).toBe(first.text);
});

test("an edit between two processes checks one body", () => {
  const { stored } = checkStored(PROJECT, null);
  const files = { ...PROJECT, "boxes.std": PROJECT["boxes.std"]!.replace("x: i, y: i", "x: i, y: i + 1") };
  expect(checkStored(files, stored).counts.checked).toBe(1);
});

test("a chain of processes finds what each would find alone", () => {
  const random = randomNumbers(7);
  let files = PROJECT;
  let stored: string | null = null;
  for (let i = 0; i < 25; i++) {
    files = editedFiles(files, random);
    const found: ReturnType<typeof checkStored> = checkStored(files, stored);
    stored = found.stored;
    expect(found.text, `process ${i}`).toBe(checkStored(files, null).text);
  }
});
