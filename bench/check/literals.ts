// Measures what checks of literals add to `std check`: a project of 200 statements of SQL, 100 routes of a typed API
// and 40 other literals in 20 files, cold, unchanged, and after one edit, beside the same with `--no-literals`.
// Prints CPU times of whole processes, in turn.
//
//     node bench/check/literals.ts [ROUNDS]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, run, STD, type Run } from "../measured-run.ts";

const FILES = 20;
const PER_FILE = { statements: 10, routes: 5 };

const SCHEMA = Array.from(
  { length: FILES },
  (_, n) =>
    `CREATE TABLE notes${n} (id INTEGER PRIMARY KEY, text TEXT NOT NULL, author INTEGER, stars INTEGER NOT NULL DEFAULT 0);\n`,
).join("");

/** A file with ten statements, five routes and three other literals. */
function fileText(n: number, edit: number): string {
  const statements = Array.from(
    { length: PER_FILE.statements },
    (_, i) => `
fun list_${i}(db: Database, stars: Int) -> Result<List<Note>, Error> = db.query(
    "SELECT id, text, author FROM notes${n} WHERE stars > ? AND id > ${i} ORDER BY id",
    [stars],
)
`,
  );
  const routes = Array.from(
    { length: PER_FILE.routes },
    (_, i) => `    api.get("/part${n}/notes${i}/:stars", fun(stars: Int) = list_${i}(db, stars))\n`,
  );
  return `import std/api { Api }
import std/error { Error }
import std/regex { compile }
import std/sqlite { Database, FromRow }
import std/time { format_timestamp }

@derive(FromRow, ToJson)
struct Note {
    id: Int,
    text: String,
    author: Option<Int>,
}
${statements.join("")}
fun is_word(text: String) -> Bool = compile("[a-z]+${n}").unwrap().is_match(text)

fun day(at: Int) -> String = format_timestamp(at, "%Y-%m-%d ${edit}")

fun register${n}(api: Api, db: Database) {
${routes.join("")}}
`;
}

const mainText = (): string => {
  const numbers = Array.from({ length: FILES }, (_, n) => n);
  const imports = numbers.map((n) => `import "./part${n}" { register${n} }\n`).join("");
  const calls = numbers.map((n) => `    register${n}(api, db)\n`).join("");
  return `import std/api { Api }\nimport std/sqlite { open }\n${imports}\nfun main() {\n    let db = open(":memory:").unwrap()\n    let api = Api.new("Notes", "1")\n${calls}    print(api.openapi()["info"]["title"])\n}\n`;
};

const rounds = Number(process.argv[2] ?? 7);
const folder = mkdtempSync(join(tmpdir(), "std-literals-"));
try {
  process.env["XDG_CACHE_HOME"] = join(folder, "cache");
  const project = join(folder, "project");
  mkdirSync(project);
  const write = (n: number, edit: number): void =>
    writeFileSync(join(project, `part${n}.std`), fileText(n, edit));
  for (let n = 0; n < FILES; n++) write(n, 0);
  writeFileSync(join(project, "main.std"), mainText());
  writeFileSync(join(project, "schema.sql"), SCHEMA);
  writeFileSync(join(project, "package.json"), '{ "std": { "schema": "schema.sql" } }\n');
  const check = (...options: string[]): Run => run([STD[0]!, "check", ...options, join(project, "main.std")]);
  const times: Record<"cold" | "unchanged" | "edited", { with: Run[]; without: Run[] }> = {
    cold: { with: [], without: [] },
    unchanged: { with: [], without: [] },
    edited: { with: [], without: [] },
  };
  // Keeps the code of the command.
  check();
  check("--no-literals");
  for (let round = 0; round < rounds; round++) {
    for (const [name, options] of [
      ["with", []],
      ["without", ["--no-literals"]],
    ] as const) {
      times.unchanged[name].push(check(...options));
      write(round % FILES, 2 * round + (name === "with" ? 1 : 2));
      times.edited[name].push(check(...options));
    }
    rmSync(join(folder, "cache"), { recursive: true, force: true });
    times.cold.with.push(check());
    rmSync(join(folder, "cache"), { recursive: true, force: true });
    times.cold.without.push(check("--no-literals"));
    check();
  }
  for (const [name, { with: all, without }] of Object.entries(times)) {
    const [more, less] = [median(all), median(without)];
    console.log(
      `${name.padEnd(10)} ${less.toFixed(0)} ms, with checks of literals ${more.toFixed(0)} ms, ${((more / less - 1) * 100).toFixed(1)} % more`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
