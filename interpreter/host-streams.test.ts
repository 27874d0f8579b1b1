// Streams across the border: sources and sinks of the host as `dyn Reader` and `dyn Writer`, and those of
// scripts as web streams.
import { PassThrough, Readable, Writable } from "node:stream";
import { expect, expectTypeOf, test } from "vitest";
import { standardModules } from "../stdlib/index.ts";
import type { DeclaredFunctions } from "./declared-types.ts";
import {
  createEngine,
  createWorkerEngine,
  defineModule,
  fail,
  type ByteSink,
  type ByteSource,
  type EngineOptions,
} from "./index.ts";

const DECLARATION = `
  import std/error { Error }
  import std/io { Reader, Writer }

  fun source(name: String) -> dyn Reader
  fun sink() -> dyn Writer
  @blocking fun drain(from: dyn Reader) -> Result<String, Error>
  @blocking fun fill(to: dyn Writer) -> Result<Int, Error>
`;

async function run(
  body: string,
  functions: Partial<DeclaredFunctions<typeof DECLARATION>>,
  options: Partial<EngineOptions> = {},
) {
  let stdout = "";
  const missing = (): never => {
    throw new Error("not of this test");
  };
  const host = defineModule({
    name: "host",
    declaration: DECLARATION,
    functions: { source: missing, sink: missing, drain: missing, fill: missing, ...functions },
  });
  const engine = createEngine({
    modules: [...standardModules, host],
    stdout: (bytes) => void (stdout += bytes),
    ...options,
  });
  const text = `import std/host { source, sink, drain, fill }\nimport std/io { buffered, copy, lines, read_all, reader, write_all, Buffer, Reader, Writer }\nimport std/error { error_kind, Error }\nimport std/time { sleep_millis }\nimport std/sync { wait_group }\n${body}`;
  const { exitReason, diagnostics } = await engine.run({ path: "streams.std", text });
  expect(diagnostics.filter((one) => one.severity === "error")).toEqual([]);
  return { stdout, exitReason };
}

async function* pieces(...all: (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* all;
}

test("every kind of source is read by the functions of std/io", async () => {
  const sources: Record<string, () => ByteSource> = {
    iterable: () => pieces("a", "", new Uint8Array([0x62, 10]), "ü"),
    web: () => ReadableStream.from(["ab\n", "ü"]),
    node: () => Readable.from([Buffer.from("ab\n"), Buffer.from("ü")]),
    text: () => "ab\nü",
    bytes: () => Buffer.from("ab\nü"),
  };
  const body = `fun main() {
    for name in ["iterable", "web", "node", "text", "bytes"] {
        print(read_all(source(name)))
        for line in lines(source(name)) { print(line) }
        let from = source(name)
        print([from.read(1), from.read(0), from.read(9), from.read(-1)])
    }
    let kept = Buffer.new()
    print(copy(source("web"), kept))
}`;
  const { stdout, exitReason } = await run(body, { source: (name) => sources[name]!() });
  expect(exitReason).toEqual({ kind: "done" });
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => Buffer.from(line, "latin1").toString());
  const negative = "Err(io: read: read size must be non-negative)";
  const rest = (piece: string) => `[Ok(a), Ok(), Ok(${piece}), ${negative}]`;
  expect(lines.join("\n")).toBe(
    [
      ...["b\n", "b\n", "b\n", "b\nü", "b\nü"].flatMap((piece) => [
        "Ok(ab",
        "ü)",
        "Ok(ab)",
        "Ok(ü)",
        rest(piece),
      ]),
      "Ok(5)",
    ].join("\n"),
  );
});

test("nothing is read ahead from a source, and the end of the program cancels it", async () => {
  let given = 0;
  let cancelled: unknown = null;
  const endless = () =>
    new ReadableStream<string>(
      {
        pull: (controller) => controller.enqueue(`${++given}\n`),
        cancel: (reason: Error) => void (cancelled = reason.message),
      },
      { highWaterMark: 0 },
    );
  const { stdout } = await run(
    'fun main() { let all = lines(source("x"))\n print(all.next())\n print(all.next()) }',
    { source: endless },
  );
  expect([stdout, given, cancelled]).toEqual(["Some(Ok(1))\nSome(Ok(2))\n", 2, "the program has ended"]);
});

test("the end of the program ends iterators and streams of Node, even while a goroutine waits for them", async () => {
  let closed = false;
  const iterable = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise<never>(() => {}),
      return: async () => ((closed = true), { done: true as const, value: undefined }),
    }),
  };
  const node = new PassThrough();
  const body = `fun main() {
    spawn(fun() { print(source("iterable").read(1)) })
    spawn(fun() { print(source("node").read(1)) })
    sleep_millis(1)
}`;
  const { stdout, exitReason } = await run(body, { source: (name) => (name === "node" ? node : iterable) });
  expect([stdout, exitReason, closed, node.destroyed]).toEqual(["", { kind: "done" }, true, true]);
});

test("a source that fails is an `Err`, each time; one that throws, or yields anything but bytes, is a host error", async () => {
  async function* broken(): AsyncGenerator<string> {
    yield "a";
    throw new Error("gone");
  }
  async function* kinds(): AsyncGenerator<string> {
    throw fail("disk", "full").error;
  }
  const body = `fun main() { let from = source("x")\n print([from.read(5), from.read(5), from.read(5)]) }`;
  expect((await run(body, { source: () => broken() })).stdout).toBe(
    "[Ok(a), Err(io: gone), Err(io: gone)]\n",
  );
  expect((await run(body, { source: () => kinds() })).stdout).toBe(
    "[Err(disk: full), Err(disk: full), Err(disk: full)]\n",
  );
  expect((await run(body, { source: () => pieces(3 as never) })).exitReason).toMatchObject({
    kind: "internal",
    text: expect.stringContaining(
      "host error: a stream of the host returned 3, which is neither a Uint8Array nor a string",
    ),
  });
  const thrower = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        throw new Error("oops");
      },
    }),
  };
  expect((await run(body, { source: () => thrower as never })).exitReason).toMatchObject({
    kind: "internal",
    text: expect.stringContaining("host error: a stream of the host threw Error: oops"),
  });
  expect((await run(body, { source: () => 3 as never })).exitReason).toMatchObject({
    kind: "internal",
    text: expect.stringContaining(
      "host error: source returned 3, which is not a dyn Reader: a ReadableStream",
    ),
  });
  const locked = ReadableStream.from(["a"]);
  locked.getReader();
  expect((await run(body, { source: () => locked as never })).exitReason).toMatchObject({
    kind: "internal",
    text: expect.stringContaining("host error"),
  });
});

test("an error of a stream of Node does no harm where it is not read", async () => {
  const source = new PassThrough();
  const { stdout } = await run(
    'fun main() { let from = source("x")\n sleep_millis(5)\n print(from.read(1)) }',
    {
      source: () => {
        setImmediate(() => source.destroy(new Error("early")));
        return source;
      },
    },
  );
  expect(stdout).toBe("Err(io: early)\n");
});

test("every kind of sink takes all that is written, one write after the other", async () => {
  const got: Record<string, string> = { web: "", node: "", object: "", slow: "" };
  const add =
    (name: string) =>
    (bytes: Uint8Array): void =>
      void (got[name] += Buffer.from(bytes).toString());
  let under = 0;
  const sinks: ByteSink[] = [
    new WritableStream({ write: add("web") }),
    new Writable({
      highWaterMark: 1,
      write(bytes: Buffer, _, done) {
        setImmediate(() => {
          add("node")(bytes);
          done();
        });
      },
    }),
    { write: add("object") },
    {
      async write(bytes) {
        expect(++under).toBe(1);
        await new Promise((resolve) => setImmediate(resolve));
        add("slow")(bytes);
        under--;
      },
    },
  ];
  const body = `fun main() {
    for i in 0..4 {
        let to = sink()
        let group = wait_group()
        for text in ["one\n", "two\n"] { group.add(1)  spawn(fun() { write_all(to, text).unwrap()  group.done() }) }
        group.wait()
        let out = buffered(to)
        out.write("ü").unwrap()
        print(out.flush())
    }
}`.replaceAll('\n"', '\\n"');
  const { stdout, exitReason } = await run(body, { sink: () => sinks.shift()! });
  expect([exitReason, stdout]).toEqual([{ kind: "done" }, "Ok(())\n".repeat(4)]);
  // On a busy machine the first goroutine may give way before it writes.
  for (const text of Object.values(got)) expect(["one\ntwo\nü", "two\none\nü"]).toContain(text);
});

test("a sink that rejects is an `Err`; one that throws is a host error", async () => {
  const body = 'fun main() = print(sink().write("abc"))';
  expect(
    (
      await run(body, {
        sink: () => ({
          write: async () => {
            throw new Error("full");
          },
        }),
      })
    ).stdout,
  ).toBe("Err(io: full)\n");
  const node = new Writable({ write: (_bytes, _encoding, done) => done(new Error("closed")) });
  expect((await run(body, { sink: () => node })).stdout).toBe("Err(io: closed)\n");
  expect(
    (
      await run(body, {
        sink: () => ({
          write: () => {
            throw new Error("oops");
          },
        }),
      })
    ).exitReason,
  ).toMatchObject({
    kind: "internal",
    text: expect.stringContaining("host error: a sink of the host threw Error: oops"),
  });
  expect((await run(body, { sink: () => ({}) as never })).exitReason).toMatchObject({
    kind: "internal",
    text: expect.stringContaining("which is not a dyn Writer: a WritableStream"),
  });
});

test("the host reads and writes streams of scripts", async () => {
  const decoder = new TextDecoder();
  const drain = async (from: ReadableStream<Uint8Array>) => {
    let text = "";
    for await (const piece of from) text += decoder.decode(piece, { stream: true });
    return text;
  };
  const fill = async (to: WritableStream<Uint8Array | string>) => {
    const writer = to.getWriter();
    await writer.write("ü");
    await writer.write(new Uint8Array([33]));
    return 2;
  };
  const body = `
struct Slow { left: Int }
impl Reader for Slow {
    fun read(self, max: Int) -> Result<String, Error> {
        sleep_millis(1)
        if self.left == 0 { return Ok("") }
        self.left -= 1
        Ok("\${self.left} of \${max};")
    }
}
struct Loud {}
impl Writer for Loud {
    fun write(self, data: String) -> Result<Int, Error> {
        print("<\${data}>")
        Ok(1)
    }
}
fun main() {
    print(drain(reader("üx")))
    print(drain(Slow { left: 2 }))
    let kept = Buffer.new()
    print(fill(kept))
    print(kept.text())
    print(fill(Loud {}))
}`;
  const { stdout, exitReason } = await run(body, { drain, fill });
  expect(exitReason).toEqual({ kind: "done" });
  expect(Buffer.from(stdout, "latin1").toString("latin1")).toBe(
    Buffer.from("Ok(üx)\nOk(1 of 65536;0 of 65536;)\nOk(2)\nü!\n<ü>\n", "utf8").toString("latin1") +
      "<\xbc>\n<!>\nOk(2)\n",
  );
});

test("an `Err` of a script's reader, its panic and its end are errors of the stream", async () => {
  const body = (read: string) => `
struct Bad {}
impl Reader for Bad {
    fun read(self, max: Int) -> Result<String, Error> { ${read} }
}
fun main() = print(drain(Bad {}))`;
  let seen: unknown;
  const drain = async (from: ReadableStream<Uint8Array>) => {
    try {
      for await (const _piece of from);
      return "all";
    } catch (error) {
      seen = error;
      return fail("seen", (error as Error).message);
    }
  };
  expect((await run(body('Err(error_kind("mine", "no"))'), { drain })).stdout).toBe("Err(seen: no)\n");
  expect(seen).toMatchObject({ kind: "mine" });
  expect((await run(body('panic("broken")'), { drain })).stdout).toBe("Err(seen: broken)\n");
  expect((await run(body("loop {}"), { drain }, { limits: { steps: 1000 } })).exitReason).toMatchObject({
    kind: "panic",
    message: "step limit exceeded",
  });
});

test("streams are arguments and results of calls by the host, and return unchanged", async () => {
  const engine = createEngine({ modules: standardModules });
  const { program, diagnostics } = await engine.load<{
    shout(from: ByteSource): Promise<string>;
    letters(): Promise<ReadableStream<Uint8Array>>;
    both(from: ByteSource, to: ByteSink): Promise<number>;
    rest(from: ByteSource): Promise<string>;
  }>({
    path: "calls.std",
    text: `import std/io { copy, read_all, reader, Reader, Writer }
fun shout(from: dyn Reader) -> String = read_all(from).unwrap().to_upper()
fun letters() -> dyn Reader = reader("abc")
fun both(from: dyn Reader, to: dyn Writer) -> Int = copy(from, to).unwrap()
fun rest(from: dyn Reader?) -> String = match from { Some(r) -> read_all(r).unwrap(), None -> "none" }`,
  });
  expect(diagnostics).toEqual([]);
  expect(await program!.call("shout", pieces("a", "b"))).toBe("AB");
  const stream = await program!.call("letters");
  expect(await new Response(stream).text()).toBe("abc");
  expect(await program!.call("rest", await program!.call("letters"))).toBe("abc");
  const through = new TransformStream<Uint8Array, Uint8Array>();
  const text = new Response(through.readable).text();
  expect(await program!.call("both", "piped", through.writable)).toBe(5);
  await through.writable.close();
  expect(await text).toBe("piped");
  await expect(program!.call("shout", 3 as never)).rejects.toThrow(
    "`shout` received 3, which is not a dyn Reader",
  );
  const late = await program!.call("letters");
  program!.close();
  await expect(new Response(late).text()).rejects.toThrow("the program has ended");
});

test("types of streams follow from the declaration", () => {
  type Functions = DeclaredFunctions<typeof DECLARATION>;
  expectTypeOf<Functions["source"]>().toEqualTypeOf<(name: string) => ByteSource>();
  expectTypeOf<Parameters<Functions["drain"]>>().toEqualTypeOf<[ReadableStream<Uint8Array>]>();
  expectTypeOf<Parameters<Functions["fill"]>>().toEqualTypeOf<[WritableStream<Uint8Array | string>]>();
});

test("a worker engine refuses modules with streams", () => {
  const module = defineModule({
    name: "host",
    declaration: "import std/io { Reader }\nfun source() -> Option<dyn Reader>",
    functions: { source: () => null },
  });
  expect(() => createWorkerEngine({ modules: [...standardModules, module] })).toThrow(
    "source of the module host takes or returns a stream",
  );
});
