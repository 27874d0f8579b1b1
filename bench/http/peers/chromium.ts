// Tests the server of std/http with a browser: EventSource, WebSocket, a form with a file, a sound that is
// played from its middle, cookie flags, leaving a page, HTTPS with a test authority. Needs `apt-get install
// chromium openssl`; without them it prints a message and exits with status 2.
//
//     node bench/http/peers/chromium.ts
//
// All checks passed with Chromium 156 in November 2026. The browser requests sounds by open ranges
// (`bytes=N-`) and closes the connection when it has enough, which the server treats as any client that
// leaves.
import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linesOf } from "./lines-of.ts";

const HERE = import.meta.dirname;
const STD = join(HERE, "..", "..", "..", "dist", "interpreter", "cli", "std.js");

const browserPath = ["chromium", "chromium-browser", "google-chrome"].find(
  (name) => spawnSync("which", [name]).status === 0,
);
if (browserPath === undefined || spawnSync("which", ["openssl"]).status !== 0) {
  console.log("skipped: needs chromium and openssl (apt-get install chromium openssl)");
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "std-browser-"));
const children: ChildProcess[] = [];
let status = 1;
try {
  status = await main();
} finally {
  for (const child of children) child.kill("SIGKILL");
  await new Promise((resolve) => setTimeout(resolve, 300));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(status);

async function main(): Promise<number> {
  const fingerprint = prepare();
  const server = spawn(process.execPath, [STD, "run", join(HERE, "browser.std"), folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(server);
  const [plain, secure] = await linesOf(server, 2);
  const http = `http://${plain!.replace("http ", "")}`;
  const https = `https://localhost:${secure!.split(":").at(-1)}`;
  const page = await openBrowser(fingerprint);
  let failed = 0;
  const check = async (name: string, base: string, script: string, expected: unknown): Promise<void> => {
    const seen = await page(`${base}/`, script).catch((error: unknown) => `failed: ${String(error)}`);
    const good = JSON.stringify(seen) === JSON.stringify(expected);
    if (!good) failed++;
    console.log(
      `${good ? "ok  " : "FAIL"} ${name}${good ? "" : `: ${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}`}`,
    );
  };
  for (const base of [http, https]) {
    const scheme = new URL(base).protocol.slice(0, -1);
    await check(
      `EventSource over ${scheme}, with a second connection that brings the last id`,
      base,
      `
      const source = new EventSource("/events"), seen = [];
      source.addEventListener("n", (event) => seen.push(event.data, event.lastEventId));
      source.onmessage = (event) => { seen.push(event.data); if (seen.length >= 6) { source.close(); resolve(seen); } };`,
      ["first line\nsecond line 1", "1", "plain", "first line\nsecond line 2", "2", "plain"],
    );
    await check(
      `WebSocket over ${scheme}, with compression and a close code`,
      base,
      `
      const socket = new WebSocket(location.origin.replace("http", "ws") + "/socket"), seen = [];
      socket.binaryType = "arraybuffer";
      socket.onopen = () => { socket.send("grüße"); socket.send(new Uint8Array([0, 255, 7])); socket.send("long ".repeat(100000)); socket.send("close me"); };
      socket.onmessage = ({ data }) => seen.push(typeof data === "string" ? (data.length > 20 ? data.length : data) : [...new Uint8Array(data)].join());
      socket.onclose = ({ code, reason, wasClean }) => resolve([socket.extensions.includes("permessage-deflate"), ...seen, code, reason, wasClean]);`,
      [true, "grüße", "0,255,7", 500000, 4321, "as you like", true],
    );
    await check(
      `a form with a file over ${scheme}`,
      base,
      `
      const form = new FormData();
      form.set("text", "ä & b\\r\\n--x");
      form.set("file", new File([new Uint8Array(3_000_000)], 'a "quoted" ü.bin', { type: "application/x-test" }));
      resolve(await (await fetch("/form", { method: "POST", body: form })).text());`,
      'ä & b\r\n--x|a "quoted" ü.bin|application/x-test|3000000',
    );
  }
  await check(
    "a sound that is played from its middle",
    http,
    `
    const sound = new Audio("/sound.wav");
    sound.muted = true;
    sound.onloadedmetadata = () => { sound.currentTime = 90; };
    sound.onseeked = () => resolve([Math.round(sound.duration), Math.round(sound.currentTime), sound.seekable.length]);
    sound.onerror = () => resolve("error " + sound.error.message);
    sound.load();`,
    [120, 90, 1],
  );
  await check(
    "a part, and a file that has not changed",
    http,
    `
    const part = await fetch("/sound.wav", { headers: { Range: "bytes=4-7" }, cache: "no-store" });
    const whole = await fetch("/index.html", { cache: "no-store" });
    const again = await fetch("/index.html", { cache: "no-store", headers: { "If-None-Match": whole.headers.get("etag") } });
    resolve([part.status, part.headers.get("content-range").split("/")[0], whole.status, again.status]);`,
    [206, "bytes 4-7", 200, 304],
  );
  const cookieScript = `
    await fetch("/cookies/set");
    resolve([document.cookie.split("; ").sort().join(), (await (await fetch("/cookies/sent")).text()).split("; ").sort().join()]);`;
  await check("cookie flags over http", http, cookieScript, [
    "secure=3,shown=2,strict=5",
    "hidden=1,secure=3,shown=2,strict=5",
  ]);
  await check("cookie flags over https", https, cookieScript, [
    "secure=3,shown=2,strict=5",
    "hidden=1,secure=3,shown=2,strict=5",
  ]);
  await check(
    "a request that the page gives up",
    http,
    `
    const giveUp = new AbortController();
    setTimeout(() => giveUp.abort(), 100);
    const name = await fetch("/wait", { signal: giveUp.signal }).catch((error) => error.name);
    resolve([name, await (await fetch("/left")).text()]);`,
    ["AbortError", "true"],
  );
  console.log(failed === 0 ? "chromium: ok" : `chromium: ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/**
 * Writes the page, a sound of two minutes, an authority and its certificate. Returns the hash by which the
 * browser trusts it.
 */
function prepare(): string {
  writeFileSync(join(folder, "index.html"), "<!doctype html><meta charset=utf-8><title>peers</title>");
  const rate = 8_000,
    bytes = 120 * rate * 2;
  const head = Buffer.alloc(44);
  head.write("RIFF");
  head.writeUInt32LE(36 + bytes, 4);
  head.write("WAVEfmt ", 8);
  for (const [value, at, size] of [
    [16, 16, 4],
    [1, 20, 2],
    [1, 22, 2],
    [rate, 24, 4],
    [rate * 2, 28, 4],
    [2, 32, 2],
    [16, 34, 2],
  ] as const)
    head.writeUIntLE(value, at, size);
  head.write("data", 36);
  head.writeUInt32LE(bytes, 40);
  writeFileSync(join(folder, "sound.wav"), Buffer.concat([head, Buffer.alloc(bytes)]));
  const openssl = (...args: string[]): Buffer =>
    execFileSync("openssl", args, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  openssl(
    "req",
    "-x509",
    ...newKey,
    "-keyout",
    "ca-key.pem",
    "-out",
    "ca.pem",
    "-days",
    "30",
    "-subj",
    "/CN=Test Authority",
  );
  openssl("req", ...newKey, "-keyout", "key.pem", "-out", "request.pem", "-subj", "/CN=localhost");
  writeFileSync(
    join(folder, "names.txt"),
    "subjectAltName=DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth\n",
  );
  openssl(
    "x509",
    "-req",
    "-in",
    "request.pem",
    "-CA",
    "ca.pem",
    "-CAkey",
    "ca-key.pem",
    "-CAcreateserial",
    "-out",
    "leaf.pem",
    "-days",
    "30",
    "-extfile",
    "names.txt",
  );
  writeFileSync(
    join(folder, "cert.pem"),
    readFileSync(join(folder, "leaf.pem"), "utf8") + readFileSync(join(folder, "ca.pem"), "utf8"),
  );
  writeFileSync(join(folder, "ca-public.pem"), openssl("x509", "-in", "ca.pem", "-pubkey", "-noout"));
  openssl("pkey", "-pubin", "-in", "ca-public.pem", "-outform", "der", "-out", "ca-public.der");
  return execFileSync("openssl", ["dgst", "-sha256", "-binary", "ca-public.der"], { cwd: folder }).toString(
    "base64",
  );
}

/** Returns a function that runs a script on a page and resolves with its result. */
async function openBrowser(fingerprint: string): Promise<(url: string, script: string) => Promise<unknown>> {
  const browser = spawn(
    browserPath!,
    [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--mute-audio",
      "--autoplay-policy=no-user-gesture-required",
      "--remote-debugging-port=0",
      `--ignore-certificate-errors-spki-list=${fingerprint}`,
      `--user-data-dir=${join(folder, "profile")}`,
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  children.push(browser);
  let told = "";
  const address = await new Promise<string>((resolve, reject) => {
    setTimeout(() => reject(new Error(`the browser does not start: ${told}`)), 60_000).unref();
    browser.stderr!.setEncoding("utf8").on("data", (text: string) => {
      told += text;
      const found = /ws:\/\/(\S+?)\//.exec(told);
      if (found !== null) resolve(found[1]!);
    });
  });
  const targets = (await (await fetch(`http://${address}/json/list`)).json()) as {
    type: string;
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets.find((target) => target.type === "page")!.webSocketDebuggerUrl);
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  const waiting = new Map<
    number,
    (answer: { readonly result?: Record<string, unknown>; readonly error?: unknown }) => void
  >();
  const loaded: (() => void)[] = [];
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as {
      id?: number;
      method?: string;
      result?: Record<string, unknown>;
    };
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    if (message.method === "Page.loadEventFired") for (const go of loaded.splice(0)) go();
  });
  let last = 0;
  const call = (method: string, params: object = {}): Promise<Record<string, unknown>> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, ({ result, error }) =>
        result === undefined ? reject(new Error(JSON.stringify(error))) : resolve(result),
      );
      socket.send(JSON.stringify({ id, method, params }));
    });
  await call("Page.enable");
  return async (url, script) => {
    const done = new Promise<void>((resolve) => loaded.push(resolve));
    await call("Page.navigate", { url });
    await done;
    const expression = `new Promise((resolve, reject) => { setTimeout(() => reject("too late"), 30000); (async () => {${script}})().catch((error) => reject(String(error))); })`;
    const { result, exceptionDetails } = (await call("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })) as { result: { value?: unknown }; exceptionDetails?: unknown };
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails).slice(0, 400));
    return result.value;
  };
}
