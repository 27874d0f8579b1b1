// Which statements look at the bytes of the texts of others (database-texts.ts).
import { expect, test } from "vitest";
import { checkedReturning, questionsOver } from "./database-texts.ts";

const checked = (expression: string): string =>
  `typeof(${expression}) = 'text' AND f(CAST(${expression} AS BLOB))`;

test.each([
  ["INSERT INTO t VALUES (1) RETURNING a", ["a"], ["(a)"]],
  ["INSERT INTO t VALUES (1) RETURNING a AS b, t.c;", ["b", "c"], ["(a)", "(t.c)"]],
  ["DELETE FROM t RETURNING lower(a, b) 'x y'", ["x y"], ["(lower(a, b))"]],
  ["UPDATE t SET a = 'RETURNING x' returning a COLLATE nocase", ["a COLLATE nocase"], ["(a COLLATE nocase)"]],
  [
    "WITH returning_x AS (SELECT 1) DELETE FROM t RETURNING *, a -- last",
    ["p", 'q"r', "a"],
    ['"p"', '"q""r"', "(a)"],
  ],
])("%s has checks of its texts", (sql, columns, expressions) => {
  const found = checkedReturning(sql, columns, "f");
  const clause = / returning\b/i.exec(sql.replace("'RETURNING x'", "'_________ x'"))!;
  const after = clause.index + clause[0].length;
  expect(found?.sql).toBe(
    `${sql.slice(0, after)} ${expressions.map(checked).join(", ")}, ${sql.slice(after)}`,
  );
  expect(found?.checks).toBe(expressions.length);
});

test("statements without a RETURNING clause have none", () => {
  expect(checkedReturning("SELECT 1 AS returning", ["returning"], "f")).toBeNull();
  expect(checkedReturning("INSERT INTO t VALUES ('RETURNING')", [], "f")).toBeNull();
  expect(
    checkedReturning("CREATE TRIGGER r AFTER INSERT ON t BEGIN DELETE FROM t RETURNING a; END", [], "f"),
  ).toBeNull();
});

test("the rows of a PRAGMA are those of its table-valued function", () => {
  const over = (from: string): string =>
    `WITH __std_rows(c0) AS (${from}\n) SELECT max(${checked("c0")}) FROM __std_rows`;
  expect(questionsOver("PRAGMA table_info(t);", 1, "f")).toBe(over("SELECT * FROM pragma_table_info('t')"));
  expect(questionsOver("pragma aux.index_list([it's])", 1, "f")).toBe(
    over("SELECT * FROM pragma_index_list('it''s') WHERE schema = 'aux'"),
  );
  expect(questionsOver("PRAGMA database_list", 1, "f")).toBe(over("SELECT * FROM pragma_database_list"));
  expect(questionsOver("PRAGMA cache_size = 5", 1, "f")).toBe(over("PRAGMA cache_size = 5"));
  expect(questionsOver("SELECT a FROM t; ", 1, "f")).toBe(over("SELECT a FROM t"));
});
