import { expect, test } from "vitest";
import { standardModules } from "../../stdlib/index.ts";
import { render } from "../diagnostics/index.ts";
import { engineInThread } from "../engine.ts";
import { memoryReader } from "../modules/index.ts";
import { Project, storedProject, type StoredTexts } from "./index.ts";
import { editedFiles, PROJECT, randomNumbers, type Files } from "./testing/edited-project.ts";

/** Checks files as a process does that has the stored text of an earlier one. */
function checkStored(files: Files, stored: StoredTexts | null) {
  const { store, encode } = storedProject(stored);
  const project = new Project(store);
  const options = { modules: standardModules, reader: memoryReader(files), packages: () => null };
  const engine = engineInThread(options, undefined, project);
  const { diagnostics } = engine.check([{ path: "main.std" }]);
  const text = diagnostics.map((diagnostic) => render(diagnostic, {})).join("\n");
  const { base, changes } = encode();
  return {
    text,
    counts: project.counts,
    stored: { base: base ?? stored!.base, changes },
    isNew: base !== null,
  };
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
  const more = Array.from({ length: 400 }, (_, i) => `fun more${i}() -> Int { ${i} }`).join("\n");
  const project = { ...PROJECT, "main.std": `${PROJECT["main.std"]!}\n${more}\n` };
  const { stored } = checkStored(project, null);
  const files = { ...project, "boxes.std": PROJECT["boxes.std"]!.replace("x: i, y: i", "x: i, y: i + 1") };
  const second = checkStored(files, stored);
  expect(second.counts.checked).toBe(1);
  // Only the file with the edit is written.
  expect(second.isNew).toBe(false);
  expect(second.stored.changes!.split("\n").filter((line) => line.startsWith('{"id":'))).toHaveLength(1);
  expect(checkStored(files, second.stored).counts).toMatchObject({ lexed: 0, checked: 0 });
});

test("changes that belong to another base are not used", () => {
  const { stored } = checkStored(PROJECT, null);
  const files = { ...PROJECT, "boxes.std": PROJECT["boxes.std"]!.replace("x: i, y: i", "x: i, y: i + 1") };
  const { changes } = checkStored(files, stored).stored;
  const other = checkStored(PROJECT, null).stored;
  expect(checkStored(PROJECT, { ...other, changes }).counts).toMatchObject({ lexed: 0, checked: 0 });
  expect(checkStored(files, { ...other, changes }).counts.checked).toBe(1);
});

test("a chain of processes finds what each would find alone", () => {
  const random = randomNumbers(7);
  let files = PROJECT;
  let stored: StoredTexts | null = null;
  for (let i = 0; i < 25; i++) {
    files = editedFiles(files, random);
    const found: ReturnType<typeof checkStored> = checkStored(files, stored);
    stored = found.stored;
    expect(found.text, `process ${i}`).toBe(checkStored(files, null).text);
  }
});
