import { expect, test } from "vitest";
import { readStatement } from "./statement-text.ts";

test.each([
  ["SELECT 1", 1],
  ["", 0],
  [" ; ;; ", 0],
  ["-- a;b", 0],
  ["/* a; */ SELECT 1 -- ;", 1],
  ["SELECT 1; SELECT 2;", 2],
  ["SELECT ';', \";\", `;`, [;]", 1],
  ["CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; SELECT 2; END; SELECT 3", 2],
  ["CREATE TEMP TRIGGER IF NOT EXISTS t AFTER INSERT ON a BEGIN SELECT CASE 1 WHEN 1 THEN 2 END; END", 1],
  ["SELECT 'unterminated; SELECT 2", 2],
])("%s has %i statements", (sql, statements) => expect(readStatement(sql).statements).toBe(statements));

test("parameters are distinguished from similar text", () => {
  const { positions, names } = readStatement(
    "SELECT ?, '?', \"?\", [:a], `@a` /* ? */, :a, @b_1, $c, :a -- :d\n, ?",
  );
  expect({ positions, names }).toEqual({ positions: 2, names: [":a", "@b_1", "$c"] });
  expect(readStatement("SELECT ?3, ?1")).toMatchObject({ positions: 3, numbered: true });
  expect(readStatement('SELECT a::text, x\'00\', 1e5, "a""b?"')).toMatchObject({ positions: 0 });
});

test("statements that reach other files are known by their words", () => {
  for (const sql of [
    "ATTACH 'a' AS b",
    "  attach database ? as c",
    "SELECT 1; /* x */ Attach 'a' AS b",
    "VACUUM INTO 'a'",
    "vacuum main into 'a'",
  ]) {
    expect([sql, readStatement(sql).otherFiles]).toEqual([sql, true]);
  }
  for (const sql of [
    "SELECT 'ATTACH'",
    "VACUUM",
    "INSERT INTO attach VALUES (1)",
    "SELECT attach FROM t",
    "-- ATTACH 'a' AS b\nSELECT 1",
  ]) {
    expect([sql, readStatement(sql).otherFiles]).toEqual([sql, false]);
  }
});

test("a long text is read in linear time", () => {
  const size = 2_000_000;
  // With quadratic time, each would take hours.
  for (const text of [
    `'${"x".repeat(size)}`,
    `/*${"*".repeat(size)}`,
    "a ".repeat(size / 2),
    "'".repeat(size),
  ])
    expect(readStatement(text).otherFiles).toBe(false);
});
