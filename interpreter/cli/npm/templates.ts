// The files of new projects. Each project checks, is formatted and passes its tests, which new.test.ts tries.

export type Kind = "cli" | "service" | "library" | "package";

/** What a project is called, in messages. */
export const KINDS: Readonly<Record<Kind, string>> = {
  cli: "a command",
  service: "an HTTP service",
  library: "a library",
  package: "a package to publish",
};

/** The files of a project by path. `version` is that of the language. */
export function projectFiles(name: string, kind: Kind, version: string): Readonly<Record<string, string>> {
  return {
    "package.json": `${JSON.stringify(manifest(name, kind, version), null, 2)}\n`,
    ".gitignore": "node_modules/\n",
    "README.md": readme(name, kind),
    ...SOURCES[kind](name),
  };
}

function manifest(name: string, kind: Kind, version: string): object {
  const runs = kind === "cli" || kind === "service";
  return {
    name,
    version: "0.1.0",
    ...(kind === "package" ? { description: "Greets people", license: "MIT" } : { private: true }),
    type: "module",
    ...(!runs && { std: { root: "src" } }),
    ...(kind === "package" && {
      keywords: ["stdlang"],
      files: ["src", "!src/**/*_test.std"],
      engines: { std: `>=${version}` },
    }),
    scripts: {
      ...(runs && { start: "std run src/main.std" }),
      check: "std check",
      fmt: "std fmt",
      test: "std test",
    },
    devDependencies: { stdlang: `^${version}` },
  };
}

function readme(name: string, kind: Kind): string {
  const use: Readonly<Record<Kind, string>> = {
    cli: "npx std run src/main.std --loud Ann\n",
    service:
      "npm start                                   # ADDRESS=:80 npm start for another address\ncurl http://127.0.0.1:8080/greetings/Ann\n",
    library: "npx std check\n",
    package: "npx std publish --dry-run\n",
  };
  const importing =
    kind === "library" || kind === "package"
      ? `\`\`\`std\nimport "${name}" { greeting }\n\nfun main() {\n    print(greeting("Ann"))\n}\n\`\`\`\n\n`
      : "";
  return `# ${name}\n\n${importing}\`\`\`sh\nnpm install\nnpm test\n${use[kind]}\`\`\`\n`;
}

const GREETING = `/// A greeting for a person.
fun greeting(name: String) -> String = "Hello, \${name}!"
`;

const GREETING_TEST = `fun test_a_person_is_greeted() {
    assert_eq(greeting("Ann"), "Hello, Ann!")
}
`;

const SOURCES: Readonly<Record<Kind, (name: string) => Readonly<Record<string, string>>>> = {
  cli: (name) => ({
    "src/main.std": `// Greets the people who are named on the command line.
import std/flags { Flags }
import "./greeting" { greeting }

@derive(FromJson)
struct Options {
    loud: Bool,
    names: List<String>,
}

fun main() {
    let flags = Flags.new("${lastPart(name)}", "Greets people.")
        .describe("loud", "in capital letters")
        .positional("names", "whom to greet")
    let options = flags.parse<Options>()
    for name in options.names {
        let text = greeting(name)
        if options.loud {
            print(text.to_upper())
        } else {
            print(text)
        }
    }
}
`,
    "src/greeting.std": GREETING,
    "src/greeting_test.std": `import std/test { assert_eq }
import "./greeting" { greeting }

${GREETING_TEST}`,
  }),
  service: () => ({
    "src/main.std": `// Serves until SIGINT or SIGTERM: requests that have begun are answered before the process ends.
import std/env { get_env_or }
import std/error { Error }
import "./app" { app }

fun main() -> Result<(), Error> {
    let address = get_env_or("ADDRESS", "127.0.0.1:8080")
    print("listening on \${address}")
    app().with_access_log().serve(address)
}
`,
    "src/app.std": `// The routes of the service.
import std/http { Request, Response, Server }

@derive(ToJson)
struct Greeting {
    text: String,
}

fun greet(req: Request) -> Response = Response.json(
    Greeting { text: "Hello, \${req.param("name")}!" },
)

fun app() -> Server {
    let app = Server.new()
    app.get("/health", fun(_: Request) -> Response = Response.text("ok"))
    app.get("/greetings/:name", greet)
    return app
}
`,
    "src/app_test.std": `// Each test is a program of its own, with its own server on a free port.
import std/http { get }
import std/test { assert_eq }
import "./app" { app }

fun start() -> String = "http://\${app().start("127.0.0.1:0").unwrap()}"

fun test_it_is_healthy() {
    assert_eq(get("\${start()}/health").unwrap().body, "ok")
}

fun test_a_person_is_greeted() {
    let response = get("\${start()}/greetings/Ann").unwrap()
    assert_eq(response.status_code, 200)
    assert_eq(response.body, "{\\"text\\":\\"Hello, Ann!\\"}")
}
`,
  }),
  library: librarySources,
  package: librarySources,
};

function librarySources(): Readonly<Record<string, string>> {
  return {
    "src/lib.std": `// What programs import.

${GREETING}`,
    "src/lib_test.std": `import std/test { assert_eq }
import "./lib" { greeting }

${GREETING_TEST}`,
  };
}

/** The name without its scope. */
export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}
