// Metrics as programs of others read them, and the sums over the workers of one program.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { fromBytes } from "../../interpreter/runtime/index.ts";
import { STD } from "../../interpreter/testing/command.ts";
import { run } from "../http/testing/installed.ts";
import { idleRuntime } from "../testing/idle-runtime.ts";
import { checkedDefinition, openMetricsText, prometheusText, registryOf, type Registry } from "./index.ts";
// @ts-expect-error The package has no types.
import parsed from "parse-prometheus-text-format";

const folder = mkdtempSync(join(tmpdir(), "std-metrics-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function filled(): Registry {
  const registry = registryOf(idleRuntime());
  const jobs = registry.define(checkedDefinition("counter", ["jobs_total", 'J\\ "x"\nz'], ["queue", "kind"]));
  jobs.with(['a"b', "x\\y\nz"]).add(2.5);
  jobs.with(["\xff", "\xc3\xbc"]).add(1);
  registry.define(checkedDefinition("gauge", ["most", ""], [], "max")).only!.set(-Infinity, 0);
  const taken = registry.define(
    checkedDefinition("histogram", ["taken", "T"], ["q"], "sum", [0.1, 1, Infinity]),
  );
  for (const x of [0.1, 0.5, 7]) taken.with(["m"]).observe(x);
  return registry;
}

const textOf = (registry: Registry, write: typeof prometheusText): string => fromBytes(write(registry.own()));

test("the package parse-prometheus-text-format reads the text", () => {
  expect(parsed(textOf(filled(), prometheusText))).toEqual([
    {
      name: "jobs_total",
      help: 'J\\ "x"\nz',
      type: "COUNTER",
      metrics: [
        { value: "2.5", labels: { queue: 'a"b', kind: "x\\y\nz" } },
        { value: "1", labels: { queue: "\ufffd", kind: "ü" } },
      ],
    },
    { name: "most", help: "", type: "GAUGE", metrics: [{ value: "-Inf" }] },
    {
      name: "taken",
      help: "T",
      type: "HISTOGRAM",
      // It reads neither sums nor labels of histograms.
      metrics: [{ buckets: { "0.1": "1", "1": "2", "+Inf": "3" } }],
    },
  ]);
});

const READ = `
import sys, json
from prometheus_client.parser import text_string_to_metric_families as old
from prometheus_client.openmetrics.parser import text_string_to_metric_families as new
for read, path in ((old, sys.argv[1]), (new, sys.argv[2])):
    print(json.dumps([[f.name, f.type, f.documentation, [[s.name, s.labels, str(s.value)] for s in f.samples]]
        for f in read(open(path, encoding="utf-8", newline="").read())]))
`;
const python = spawnSync("python3", ["-c", "import prometheus_client"]).status === 0;

test.skipIf(!python)(
  `the client library of Prometheus for Python reads both texts${python ? "" : " (NOT RUN: prometheus_client not installed)"}`,
  () => {
    const [old, open] = [join(folder, "old.txt"), join(folder, "open.txt")];
    writeFileSync(old, textOf(filled(), prometheusText));
    writeFileSync(open, textOf(filled(), openMetricsText));
    const { stdout, stderr } = spawnSync("python3", ["-c", READ, old, open], { encoding: "utf8" });
    expect(stderr).toBe("");
    const [first, second] = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown[][]);
    expect(first).toEqual(second);
    expect(first!.map(([name, type]) => `${String(name)} ${String(type)}`)).toEqual([
      "jobs counter",
      "most gauge",
      "taken histogram",
    ]);
    expect(first![0]![2]).toBe('J\\ "x"\nz');
    expect(first![0]![3]).toEqual([
      ["jobs_total", { queue: 'a"b', kind: "x\\y\nz" }, "2.5"],
      ["jobs_total", { queue: "\ufffd", kind: "ü" }, "1"],
    ]);
  },
);

const SERVER = `
import std/env { worker_id }
import std/http { Response, Server }
import std/metrics { counter, gauge, histogram, text }
import std/process { pid }
import std/web { metrics }

fun main() {
    let hits = counter("hits_total", "", ["a"])
    let load = gauge("load", "")
    let most = gauge("most", "", [], "max")
    let newest = gauge("newest", "", [], "last")
    let sizes = histogram("sizes", "", [], [1.0])
    let app = Server.new()
    app.wrap(metrics("/metrics"))
    app.get("/hit/:id", fun(req) {
        hits.with(["x"]).inc()
        load.set(10.0)
        most.set(worker_id().to_float())
        newest.set(req.param("id").to_int().unwrap().to_float())
        sizes.observe(0.5)
        return Response.text("\${worker_id()} \${pid()}")
    })
    app.get("/text", fun(req) = Response.text(text()))
    let addr = app.start("127.0.0.1:0").unwrap()
    print("up \${addr}")
    app.wait()
}
`;

test("each scrape shows what all workers have counted, also those that were killed", {
  timeout: 60_000,
}, async () => {
  const file = join(folder, "server.std");
  writeFileSync(file, SERVER);
  const running = run(process.execPath, [STD, "run", "--workers", "2", file]);
  onTestFinished(() => void running.child.kill("SIGKILL"));
  const ups = (output: string): number => output.match(/^up /gm)?.length ?? 0;
  const output = await running.until((text) => ups(text) === 2);
  const base = `http://${/^up (\S+)$/m.exec(output)![1]}`;
  const ask = async (path: string, timeout = 30_000): Promise<string> => {
    const options = { headers: { connection: "close" }, signal: AbortSignal.timeout(timeout) };
    return (await fetch(`${base}${path}`, options)).text();
  };
  /** Counts reach the other processes soon after the response. */
  const shows = async (line: string): Promise<void> => {
    await expect.poll(async () => (await ask("/metrics")).split("\n")).toContain(line);
  };
  const pids = new Map<string, number>();
  for (let i = 1; i <= 20; i++) {
    const [id, pid] = (await ask(`/hit/${i}`)).split(" ");
    pids.set(id!, Number(pid));
  }
  expect([...pids.keys()].toSorted()).toEqual(["1", "2"]);
  const counts = ['hits_total{a="x"} 20', 'sizes_bucket{le="1"} 20', "sizes_count 20", "newest 20"];
  const request = 'http_requests_total{method="GET",route="/hit/:id",status="200"} 20';
  await shows(counts[0]!);
  for (let i = 0; i < 6; i++) {
    const lines = (await ask(i % 2 === 0 ? "/metrics" : "/text")).split("\n");
    expect(lines).toEqual(expect.arrayContaining([...counts, request, "load 20", "most 2"]));
  }
  // The counts of a worker that is killed at once remain, its gauges do not.
  const again = (await ask("/hit/21")).split(" ");
  await shows('hits_total{a="x"} 21');
  process.kill(Number(again[1]), "SIGKILL");
  await running.until((text) => ups(text) === 3);
  for (let i = 0; i < 4; i++) {
    const lines = (await ask("/metrics")).split("\n");
    const left = again[0] === "1" ? 2 : 1;
    expect(lines).toEqual(
      expect.arrayContaining([
        'hits_total{a="x"} 21',
        "sizes_sum 10.5",
        "newest 21",
        "load 10",
        `most ${left}`,
      ]),
    );
  }
  // A worker that does not answer holds up nothing for long: what it reported before counts.
  const [, pid] = (await ask("/hit/22")).split(" ");
  let lines: string[] = [];
  await shows('hits_total{a="x"} 22');
  process.kill(Number(pid), "SIGSTOP");
  await expect
    .poll(
      // A request that the worker itself should answer is given up.
      async () => (lines = (await ask("/metrics", 4_000).catch(() => "")).split("\n")).length,
      { timeout: 30_000 },
    )
    .toBeGreaterThan(10);
  expect(lines).toContain('hits_total{a="x"} 22');
  process.kill(Number(pid), "SIGCONT");
  running.child.kill("SIGTERM");
  expect(await running.status).toBe(0);
});
