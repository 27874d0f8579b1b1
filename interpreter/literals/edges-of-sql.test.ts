// Statements that SQLite refuses: the hint of each is a text that makes the statement right, or a step that does.
import { describe, expect, test } from "vitest";
import { around, checkEdge, expectMended, mended, shown } from "../testing/edges.ts";

/** The kind, the statement with the place of its mistake, a part of the hint; the edit that it offers is right. */
const offered: readonly (readonly [kind: string, text: string, hint: string])[] = [
  ["sql", '"SELECT n.«idd» FROM notes n", []', "did you mean `id`?"],
  ["sql", '"SELECT «x».id FROM notes n", []', "did you mean `n`?"],
  ["sql", '"SELECT id FROM notes WHERE text = «\\"ann\\"»", []', "write `'ann'` for a text"],
  ["sql", '"SELECT «id» FROM notes JOIN users ON users.id = author", []', "`notes.id` or `users.id`"],
  ["sql", '"SELECT «cuont»(*) FROM notes", []', "did you mean `count`?"],
  ["sql", '"SELECT «len»(text) FROM notes", []', "did you mean `length`?"],
  ["sql", '"SELECT id FROM main.«note»", []', "did you mean `notes`?"],
  ["sql", '"SELECT id«,» FROM notes", []', "remove this comma"],
  ["sql", '"SELECT id FROM notes«,» WHERE id = 1", []', "remove this comma"],
  ["sql", '"SELECT count(id «F»ROM notes", []', "write `)` before `FROM`"],
  ["sql", '"SELECT CASE WHEN id THEN 2 «F»ROM notes", []', "write `END` before `FROM`"],
  ["sql", '"SELECT CAST(id«,» INTEGER) FROM notes", []', "write `AS` instead of the comma"],
  ["sql", '"SELECT id FROM notes ORDER «t»ext", []', "write `BY` before `text`"],
  ["sql", '"SELECT id FROM notes LEFT «u»sers USING (id)", []', "write `JOIN` before"],
  ["sql", '"SELECT id FROM notes WHERE stars «5»", []', "write `=` before `5`"],
  ["sql", '"SELECT id FROM notes WHERE id = 1 «s»tars = 2", []', "write `AND` before `stars`"],
  ["sql", '"SELECT id FROM notes WHERE id = 1 «&&» stars = 2", []', "did you mean `AND`?"],
  ["sql", '"SELECT id FROM notes WHERE (id = 1«"», []', "write `)` at the end"],
  ["sql", '"SELECT id FROM notes WHERE id = 1«)»", []', "remove this `)`"],
  ["sql", '"SELECT id FROM notes «WHERE»", []', "remove `WHERE`, or write what follows it"],
  ["sql", '"SELECT id FROM notes WHERE id «IS »NOT IN (1)", []', "remove `IS`"],
  ["sql", "\"SELECT id FROM notes WHERE text «ILIKE» 'a'\", []", "did you mean `LIKE`?"],
  ["sql", '"SELECT id FROM notes «O»FFSET 5", []', "write `LIMIT -1` before `OFFSET`"],
  ["sql", '"SELECT id FROM notes «FOR UPDATE»", []', "remove `FOR UPDATE`"],
  ["sql", '"SELECT id FROM notes WHERE text = \'abc«"», []', "write `'` at its end"],
  ["sql", "\"SELECT id FROM notes WHERE text = 'it«'»s'\", []", "write `''` for this `'`"],
  ["exec", '"DELETE «n»otes WHERE id = 1", []', "write `FROM` before `notes`"],
  ["exec", '"DELETE «*» FROM notes", []', "remove `*`"],
  ["exec", "\"INSERT «u»sers (name) VALUES ('a')\", []", "write `INTO` before `users`"],
  ["exec", "\"INSERT INTO users (name) «(»'a')\", []", "write `VALUES` before `(`"],
  ["exec", "\"UPDATE users «n»ame = 'a'\", []", "write `SET` before `name`"],
  ["exec", "\"UPDATE «FROM» users SET name = 'a'\", []", "remove `FROM`"],
  ["exec", '"CREATE INDEX i ON «nots» (text)", []', "did you mean `notes`?"],
  ["script", '"ALTER TABLE notes RENAME COLUMN «txt» TO body"', "did you mean `text`?"],
  ["row", '"SELECT id, text, author AS «autor» FROM notes", []', "did you mean `author`?"],
];

/** The kind, the statement with its mistake, a part of the hint, and what it makes of the marked place. */
const advised: readonly (readonly [kind: string, text: string, hint: string, right: string])[] = [
  ["text", '"SELECT «name» FROM notes", []', "a column of `users`", "name FROM users --"],
  ["sql", '"SELECT «size» FROM notes", []', "one of its columns: `id`, `text`", "stars"],
  ["text", '"SELECT «mail»", []', "write `FROM users`", "name FROM users"],
  ["sql", '"SELECT «users».* FROM notes", []', "add `users` to the FROM clause", "count(*), notes"],
  ["sql", '"SELECT «now»()", []', "`datetime('now')`", "unixepoch"],
  ["sql", '"SELECT «substr»(id) FROM notes", []', "takes 2 or 3 arguments", "max(id), substr(id, 1), "],
  [
    "exec",
    '"INSERT INTO «users» VALUES (1)", []',
    "name the columns: `users (id, name, mail)`",
    "users (name) VALUES ('a'); --",
  ],
  ["exec", '"INSERT INTO users (id, name) «VALUES» (1)", []', "as many values", "VALUES (2, 'a'); --"],
  ["sql", '"SELECT id FROM notes WHERE «count»(*) > 1", []', "`HAVING`", "1 GROUP BY id HAVING count"],
  ["sql", '"SELECT id FROM notes «UNION» SELECT id, name FROM users", []', "same number", "--"],
  ["sql", '"SELECT id FROM notes «ORDER» BY 2", []', "the name of a column", "ORDER BY id --"],
  ["sql", '"SELECT id FROM notes ORDER BY text COLLATE «nocas»", []', "`NOCASE`", "NOCASE"],
  ["sql", '"SELECT id FROM notes LIMIT 5 «ORDER» BY id", []', "the order is WHERE", "--"],
  ["sql", '"SELECT TOP «5» id FROM notes", []', "`LIMIT`", ", id FROM (SELECT 1 AS TOP, 2 AS id) --"],
  ["exec", '"«TRUNCATE» TABLE notes", []', "`DELETE FROM`", "DELETE FROM notes --"],
  ["exec", '"INSERT INTO users «SET» name = 1", []', "`(columns) VALUES (values)`", "(name) VALUES (1) --"],
  [
    "exec",
    '"INSERT INTO users (name) VALUES (1) ON «CONFLICT» (mail) DO NOTHING", []',
    "`(id)`",
    "CONFLICT (id) DO NOTHING --",
  ],
  ["exec", '"UPDATE «named» SET id = 1", []', "the table that the view selects from", "notes"],
  ["sql", '"SELECT id FROM notes «HAVING» id > 1", []', "write `WHERE` instead", "WHERE"],
  ["sql", '"SELECT «row_number»() FROM notes", []', "write `OVER ()`", "row_number() OVER () --"],
  ["exec", '"CREATE TABLE more (a, «a»)", []', "another name", "b"],
  ["exec", '"CREATE TABLE more (a TEXT PRIMARY KEY «AUTOINCREMENT»)", []', "remove `AUTOINCREMENT`", ""],
  ["exec", '"CREATE TABLE more (a «FOO») STRICT", []', "`INTEGER`", "INTEGER"],
  ["sql", '"«»", []', "write one", "SELECT 1"],
  [
    "sql",
    '"SELECT «text» FROM notes", []',
    "write `CAST(text AS INTEGER) AS text`",
    "CAST(text AS INTEGER) AS text",
  ],
];

describe("an edit that the hint offers", () => {
  test.each(offered)("%s: %s", async (kind, text, hint) => {
    const [found, ...others] = await mended(kind, text);
    expect(others).toEqual([]);
    expect(found?.hint).toContain(hint);
    expect(found?.rest).toEqual([]);
  });
});

describe("a step that the hint names", () => {
  test.each(advised)("%s: %s", async (kind, text, hint, right) => {
    const [found] = await checkEdge(around[kind]!(text.replace(/[«»]/g, "")));
    expect(found?.hint).toContain(hint);
    await expectMended([kind, text, right, "K3"]);
  });
});

test("a problem of the schema has a hint", async () => {
  const found = await checkEdge(
    around["sql"]!('"SELECT 1", []'),
    "CREATE TABLE a (id INTEGER);\nCREATE INDEX i ON a (idd);\nATTACH 'x' AS y;",
  );
  expect(found.map(shown).map((text) => text.replace(/^K3 at \d+: /, ""))).toEqual([
    "no such column: idd; did you mean `id`?",
    "a schema cannot ATTACH; leave it to the program: a schema only declares",
  ]);
});
