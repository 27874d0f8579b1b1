// Runs the tables of hostile scripts (testing/hostile/): each script ends as its row states, and its host
// sees nothing else of it. Scripts that run in the process and in a thread alternate between both from
// row to row, unless STDLANG_HOSTILE=both.
import { afterAll, describe, expect, test } from "vitest";
import { HOSTILE_TABLES, HostileHost, placesOf } from "./testing/hostile/index.ts";
import { sample } from "./testing/sample.ts";

const TIMEOUT = 30_000;

describe.each(HOSTILE_TABLES)("$kind", (table) => {
  const host = new HostileHost(table);
  afterAll(() => host.close());

  test("names differ", () => {
    const names = table.scripts.map(({ does }) => does);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(
    sample(
      table.scripts.map((script, i) => ({ ...script, i })),
      4,
    ),
  )(
    "$does",
    async ({ i, ...script }) => {
      const places = placesOf(script);
      const tried =
        process.env["STDLANG_HOSTILE"] === "both" ? places : [places[(i + (i >> 2)) % places.length]!];
      for (const where of tried) {
        const seen = await host.run(script, where);
        const { ends, prints = /(?:)/ } = script;
        if (ends instanceof RegExp) expect(seen.end, where).toMatch(ends);
        else expect([ends].flat(), where).toContain(seen.end);
        if (prints instanceof RegExp) expect(seen.stdout, where).toMatch(prints);
        else expect(seen.stdout, where).toBe(prints);
        expect({ ...seen, end: "", stdout: "" }, where).toEqual({
          end: "",
          stdout: "",
          next: "done 42\n",
          escaped: [],
          left: [],
        });
      }
    },
    TIMEOUT,
  );
});
