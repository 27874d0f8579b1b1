// What a check does once its client has gone.
import { expect, test } from "vitest";
import type { Workspace } from "../workspace/workspace.ts";
import { Checking } from "./checking.ts";

/** A check of a workspace without scripts, which calls `reached` where a client may leave. */
async function checkLeftAt(where: "step" | "literals" | null): Promise<readonly string[]> {
  const seen: string[] = [];
  const reached = (place: string): void => {
    if (place === where) checking.dispose();
  };
  const workspace = {
    revision: 1,
    scripts: () => [],
    *check(): Generator<void, ReadonlyMap<string, unknown>> {
      reached("step");
      yield;
      return new Map();
    },
    withLiterals: async (checked: unknown) => {
      reached("literals");
      return checked;
    },
  } as unknown as Workspace;
  const checking = new Checking({
    workspace,
    poll: () => false,
    found: (_, isAll) => seen.push(isAll ? "everything" : "open documents"),
    checksLiterals: () => true,
    log: (line) => seen.push(line),
  });
  checking.changed();
  await checking.settled();
  // The rest of a check that a client has left.
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  return seen;
}

test("what a check finds is shown", async () => {
  expect(await checkLeftAt(null)).toEqual(["everything"]);
});

test.each(["step", "literals"] as const)(
  "a client that leaves during a check is shown nothing: %s",
  async (where) => {
    expect(await checkLeftAt(where)).toEqual([]);
  },
);

test("an answer that took longer than the quiet is written before the check starts", async () => {
  const seen: string[] = [];
  const workspace = {
    revision: 1,
    scripts: () => [],
    *check(): Generator<void, ReadonlyMap<string, unknown>> {
      seen.push("check");
      yield;
      return new Map();
    },
    withLiterals: async (checked: unknown) => checked,
  } as unknown as Workspace;
  const checking = new Checking({
    workspace,
    poll: () => false,
    found: () => {},
    checksLiterals: () => true,
    log: (line) => seen.push(line),
  });
  checking.changed();
  // A request is answered: its computation ends after the quiet, and the library writes two turns later.
  const end = performance.now() + 30;
  while (performance.now() < end);
  setImmediate(() => setImmediate(() => seen.push("answer")));
  await checking.settled();
  expect(seen).toEqual(["answer", "check"]);
});
