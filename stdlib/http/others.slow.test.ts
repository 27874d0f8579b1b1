// Programs of other projects against a server: subprotocols of WebSockets with a browser, graphql-ws and MQTT.js, early
// hints with a browser, curl and Node, trailers with Go in both directions. The title of a test says what is missing.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createClient } from "graphql-ws";
import mqtt from "mqtt";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { STD } from "../../interpreter/testing/command.ts";
import { installed, outputOf, run, unlessInstalled, type Running } from "./testing/installed.ts";

const PEERS = join(import.meta.dirname, "testing/peers");
const folder = mkdtempSync(join(tmpdir(), "std-others-"));
let server: Running;
let host = "";

beforeAll(async () => {
  server = run(process.execPath, [STD, "run", join(PEERS, "others.std")]);
  host = /^up (\S+)$/m.exec(await server.until((text) => /^up \S+$/m.test(text)))![1]!;
}, 60_000);

afterAll(() => {
  server.child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const BROWSER = unlessInstalled("chromium");

test(`a browser renders a page with early hints, and agrees on subprotocols${BROWSER}`, {
  timeout: 120_000,
}, async () => {
  if (BROWSER !== "") return;
  const browser = run(installed("chromium")!, [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    `--user-data-dir=${join(folder, "profile")}`,
    "--remote-debugging-port=0",
    `http://${host}/`,
  ]);
  onTestFinished(async () => {
    browser.child.kill("SIGTERM");
    await browser.status;
  });
  const seen = await server.until((text) => /^seen .*\n/m.test(text));
  // Of protocols that the server does not know, the browser accepts none.
  expect(/^seen (.*)$/m.exec(seen)![1]).toBe("a:hello | b:hello | :hello | closed 1006 | rgb(1, 2, 3)");
});

test(`curl and Node see early hints${unlessInstalled("curl")}`, async () => {
  const hints: unknown[] = [];
  await new Promise<void>((resolve, reject) => {
    const asked = request(`http://${host}/`, (response) => response.resume().once("end", resolve));
    asked.on("information", ({ statusCode, headers }) => hints.push([statusCode, headers["link"]]));
    asked.once("error", reject).end();
  });
  expect(hints).toEqual([[103, "</style.css>; rel=preload; as=style"]]);
  if (installed("curl") === null) return;
  expect(outputOf("curl", ["-s", "-i", `http://${host}/`])).toMatch(
    /^HTTP\/1\.1 103 Early Hints\r\nLink: <\/style\.css>; rel=preload; as=style\r\n\r\nHTTP\/1\.1 200 OK\r\n/,
  );
});

test("graphql-ws subscribes", { timeout: 60_000 }, async () => {
  const client = createClient({ url: `ws://${host}/graphql` });
  const results: unknown[] = [];
  for await (const result of client.iterate({ query: "subscription { number }" })) results.push(result);
  await client.dispose();
  expect(results).toEqual([1, 2, 3].map((number) => ({ data: { number } })));
});

test("MQTT.js publishes and receives", { timeout: 60_000 }, async () => {
  const client = await mqtt.connectAsync(`ws://${host}/mqtt`, { protocolVersion: 4 });
  const received = new Promise((resolve, reject) => {
    client.once("message", (topic, payload) => resolve(`${topic} ${payload.toString()}`));
    client.once("error", reject);
  });
  await client.subscribeAsync("news");
  await client.publishAsync("news", "né");
  expect(await received).toBe("news né");
  await client.endAsync();
});

const GO = unlessInstalled("go");

test(`Go reads trailers, and sends some that are read${GO}`, { timeout: 600_000 }, async () => {
  if (GO !== "") return;
  const source = join(PEERS, "trailers.go");
  const { stdout } = await promisify(execFile)("go", ["run", source, `http://${host}`], {
    cwd: folder,
    env: { ...process.env, CGO_ENABLED: "0" },
  });
  expect(stdout).toBe("body map[X-Checksum:[1234] X-Empty:[]]\n[(X-Late, of Go), (X-Unannounced, too)]\n");
});
