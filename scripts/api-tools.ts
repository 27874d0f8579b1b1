// Tries typed operations with tools of others: the documents of examples/bookings and of an API with every feature
// are read by three validators and three generators of clients, and schemathesis sends both services thousands of
// requests, with all its checks. Prints what each tool finds, and exits with 1 if one finds anything.
//
//     node scripts/api-tools.ts FOLDER [EXAMPLES]
//
// FOLDER has the tools, which `npm test` does not install:
//
//     npm install --prefix FOLDER --ignore-scripts @seriousme/openapi-schema-validator@2 @redocly/cli@2 \
//       openapi-typescript@7 @hey-api/openapi-ts typescript@5
//     python3 -m venv FOLDER/venv
//     FOLDER/venv/bin/pip install openapi-spec-validator openapi-python-client schemathesis
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const ROOT = join(import.meta.dirname, "..");
const STD = join(ROOT, "dist/interpreter/cli/std.js");
const [given, examples = "100"] = process.argv.slice(2);
if (given === undefined || !existsSync(given)) {
  console.error(
    "api-tools.ts: expected the folder of the tools: node scripts/api-tools.ts FOLDER [EXAMPLES]",
  );
  process.exit(2);
}
const tools = resolve(given);
const folder = mkdtempSync(join(tmpdir(), "std-api-tools-"));
let failures = 0;

/** Runs a tool; without it, says so. */
function tried(title: string, program: string, args: readonly string[]): void {
  if (!existsSync(program)) return console.log(`skipped  ${title}: there is no ${program}`);
  const path = `${join(tools, "venv/bin")}:${process.env["PATH"] ?? ""}`;
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, PATH: path, NO_COLOR: "1" },
    maxBuffer: 2 ** 28,
  });
  console.log(`${status === 0 ? "ok      " : "FAILED  "} ${title}`);
  if (status === 0) return;
  failures++;
  console.log(`${stdout}${stderr}`);
}

const npmTool = (name: string): string => join(tools, "node_modules/.bin", name);
const pythonTool = (name: string): string => join(tools, "venv/bin", name);

interface Service {
  readonly name: string;
  readonly file: string;
  readonly headers: readonly string[];
  /** Groups of operations, with what is known to differ. */
  readonly runs: readonly (readonly string[])[];
}

const SERVICES: readonly Service[] = [
  {
    name: "bookings",
    file: "examples/bookings/app.std",
    headers: ["Authorization: Bearer guest-ann"],
    runs: [[]],
  },
  {
    name: "every_feature",
    file: "scripts/api-tools/every_feature.std",
    headers: ["Authorization: Bearer user", "X-Api-Key: key"],
    runs: [
      // schemathesis 4.32 cannot convert tuples within `oneOf` back to `prefixItems`, and reports its own schema.
      ["--exclude-path", "/enums/outer", "--exclude-path", "/subscriptions"],
      // In forms a Bool is also 1, 0 and on, which the schema does not show.
      ["--include-path", "/subscriptions", "--exclude-checks", "negative_data_rejection"],
    ],
  },
];

function readDocument({ name, file }: Service): void {
  const { stdout } = spawnSync(process.execPath, [STD, "openapi", file], { cwd: ROOT, encoding: "utf8" });
  const document = join(folder, `${name}.json`);
  writeFileSync(document, stdout);
  tried(`${name}: @seriousme/openapi-schema-validator`, npmTool("validate-api"), [document]);
  tried(`${name}: @redocly/cli`, npmTool("redocly"), ["lint", document, "--extends=minimal"]);
  tried(`${name}: openapi-spec-validator`, pythonTool("openapi-spec-validator"), [document]);
  const types = join(folder, `${name}.ts`);
  tried(`${name}: openapi-typescript`, npmTool("openapi-typescript"), [document, "-o", types]);
  if (existsSync(types))
    tried(`${name}: its types`, npmTool("tsc"), [
      "--noEmit",
      "--strict",
      "--skipLibCheck",
      "--lib",
      "es2022,dom",
      types,
    ]);
  tried(`${name}: @hey-api/openapi-ts`, npmTool("openapi-ts"), [
    "-i",
    document,
    "-o",
    join(folder, `${name}-ts`),
  ]);
  tried(`${name}: openapi-python-client`, pythonTool("openapi-python-client"), [
    "generate",
    "--path",
    document,
    "--output-path",
    join(folder, `${name}-py`),
  ]);
}

/** Starts a service in a program of its own, and returns its address. */
async function started({ name, file }: Service): Promise<{ child: ChildProcess; address: string }> {
  const program = join(ROOT, `.api-tools-${name}.std`);
  writeFileSync(
    program,
    `import "./${file.replace(/\.std$/, "")}" { api }\n\nfun main() {\n    let server = api().server()\n    print(server.start("127.0.0.1:0").unwrap())\n    server.wait()\n}\n`,
  );
  const child = spawn(process.execPath, [STD, "run", program], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [address] = (await once(createInterface(child.stdout!), "line")) as [string];
    return { child, address };
  } finally {
    rmSync(program);
  }
}

async function sendRequests(service: Service): Promise<void> {
  const { child, address } = await started(service);
  try {
    for (const options of service.runs)
      tried(`${service.name}: schemathesis ${options.join(" ")}`, pythonTool("schemathesis"), [
        "run",
        `http://${address}/docs/openapi.json`,
        "--checks",
        "all",
        ...options,
        "--max-examples",
        examples,
        "--seed",
        "1",
        ...service.headers.flatMap((header) => ["-H", header]),
      ]);
  } finally {
    child.kill("SIGTERM");
  }
}

mkdirSync(folder, { recursive: true });
try {
  for (const service of SERVICES) readDocument(service);
  for (const service of SERVICES) await sendRequests(service);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;
