import { expect, test } from "vitest";
import { run } from "../../interpreter/testing/run.ts";

// More than JavaScript passes as arguments of a call.
test.each([{}, { limits: { wallMillis: 60_000 } }])(
  "a list of many rows is written, with options %j",
  async (options) => {
    const outcome = await run(
      `import std/sqlite { open, Sql }

fun main() {
    let db = open(":memory:").unwrap()
    db.exec("CREATE TABLE t (n INTEGER)", []).unwrap()
    let rows: List<List<Sql>> = []
    for i in 0..200000 {
        rows.push([i])
    }
    print(db.exec_many("INSERT INTO t VALUES (?)", rows))
}
`,
      options,
    );
    expect(outcome.stdout).toBe("Ok(200000)\n");
  },
);
