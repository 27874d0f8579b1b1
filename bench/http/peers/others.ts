// Tests the server of std/http with other programs: curl, wget, nginx as a proxy, Python (requests, httpx,
// websockets), Go's net/http, undici, ws. Programs that are not installed are skipped with a message; PYTHON
// names an interpreter that has the packages.
//
//     apt-get install curl wget nginx; pip install requests httpx websockets; npm ci (in bench/http)
//     node bench/http/peers/others.ts
//
// All checks passed in November 2026 with curl 7.88, wget 1.21, nginx 1.22, Python 3.11 with requests 2.32,
// httpx 0.28 and websockets 15, Go 1.25, undici 8.12, ws 8.23. nginx buffers events unless the answer
// disables it, as `Response.events` does (X-Accel-Buffering).
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { linesOf } from "./lines-of.ts";
import { freePort, has, Peers, STD } from "./peers.ts";

const HERE = import.meta.dirname;
const peers = new Peers("others");
const { folder, children } = peers;

await peers.run(main);

async function main(): Promise<void> {
  prepare();
  const server = spawn(process.execPath, [STD, "run", join(HERE, "browser.std"), folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(server);
  const [plain, secure] = (await linesOf(server, 2)) as [string, string];
  const base = `http://${plain.replace("http ", "")}`;
  const tls = `https://localhost:${secure.split(":").at(-1)}`;
  const ca = join(folder, "cert.pem");
  const sound = readFileSync(join(folder, "sound.wav"));
  if (has("curl")) {
    check(
      "curl: goes on in the middle of a file",
      () => {
        writeFileSync(join(folder, "part"), sound.subarray(0, 1_000_000));
        tool("curl", "-sf", "-C", "-", "-o", join(folder, "part"), `${base}/sound.wav`);
        return readFileSync(join(folder, "part")).equals(sound);
      },
      true,
    );
    check(
      "curl: goes on in the middle of a file that the handler has chosen",
      () => {
        writeFileSync(join(folder, "part"), sound.subarray(0, 1_000_000));
        tool("curl", "-sf", "-C", "-", "-o", join(folder, "part"), `${base}/chosen`);
        return readFileSync(join(folder, "part")).equals(sound);
      },
      true,
    );
    check(
      "curl: a stream with a length, with HTTP/1.1 and 1.0",
      () =>
        ["--http1.1", "--http1.0"].every((version) => {
          const head = tool("curl", "-sI", version, `${base}/sized`);
          return (
            /content-length: 1000000\r\n/i.test(head) &&
            tool("curl", "-s", version, `${base}/sized`).length === 1_000_000
          );
        }),
      true,
    );
    check(
      "curl: a form",
      () =>
        tool(
          "curl",
          "-s",
          "-F",
          "text=a",
          "-F",
          `file=@${join(folder, "sound.wav")};type=audio/wav`,
          `${base}/form`,
        ),
      `a|sound.wav|audio/wav|${sound.length}`,
    );
    check(
      "curl: https, and only with the authority",
      () =>
        tool("curl", "-s", "--cacert", ca, `${tls}/index.html`).includes("peers") &&
        spawnSync("curl", ["-s", tls]).status === 60,
      true,
    );
    check("curl: events as they come", () => tool("curl", "-sN", `${base}/events`).split("\n").length, 8);
    check(
      "curl: HEAD, and a file that has not changed",
      () => {
        const etag = /etag: (\S+)/i.exec(tool("curl", "-sI", `${base}/sound.wav`))![1]!;
        return tool(
          "curl",
          "-s",
          "-o",
          "/dev/null",
          "-w",
          "%{http_code}",
          "-H",
          `If-None-Match: ${etag}`,
          `${base}/sound.wav`,
        );
      },
      "304",
    );
  }
  if (has("wget")) {
    check(
      "wget: a file",
      () => {
        tool("wget", "-q", "-O", join(folder, "whole"), `${base}/sound.wav`);
        return readFileSync(join(folder, "whole")).equals(sound);
      },
      true,
    );
  }
  if (has("nginx")) await behindNginx(plain.replace("http ", ""), sound);
  script("python", process.env["PYTHON"] ?? "python3", join(HERE, "others", "clients.py"), base, tls, ca);
  if (has("go")) script("go", "go", "run", join(HERE, "others", "clients.go"), base, tls, ca);
  script("node", process.execPath, join(HERE, "others", "clients.mjs"), base, tls, ca);
}

/** nginx forwards requests, events, uploads and WebSockets over persistent connections. */
async function behindNginx(upstream: string, sound: Buffer): Promise<void> {
  const port = await freePort();
  writeFileSync(
    join(folder, "nginx.conf"),
    `
    ${process.getuid?.() === 0 ? "user root;" : ""} daemon off; worker_processes 1; error_log stderr crit; pid ${folder}/nginx.pid;
    events { worker_connections 2048; }
    http {
      access_log off; client_max_body_size 100m;
      client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      upstream app { server ${upstream}; keepalive 8; }
      map $http_upgrade $kept { default upgrade; "" ""; }
      server {
        listen 127.0.0.1:${port};
        location / { proxy_pass http://app; proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $kept; proxy_set_header Host $host; }
      }
    }`,
  );
  children.push(
    spawn("nginx", ["-p", folder, "-c", join(folder, "nginx.conf")], {
      stdio: ["ignore", "ignore", "inherit"],
    }),
  );
  const base = `http://127.0.0.1:${port}`;
  for (
    let tries = 0;
    tries < 100 &&
    !(await fetch(base).then(
      () => true,
      () => false,
    ));
    tries++
  )
    await new Promise((resolve) => setTimeout(resolve, 50));
  const whole = Buffer.from(await (await fetch(`${base}/sound.wav`)).arrayBuffer());
  check("nginx: a file", () => whole.equals(sound), true);
  const codes = await Promise.all(
    Array.from({ length: 300 }, async () => (await fetch(`${base}/index.html`)).status),
  );
  check("nginx: 300 requests over kept connections", () => codes.every((code) => code === 200), true);
  const form = new FormData();
  form.set("text", "a");
  form.set("file", new File([new Uint8Array(5_000_000)], "b.bin"));
  const answer = await (await fetch(`${base}/form`, { method: "POST", body: form })).text();
  check("nginx: an upload", () => answer, "a|b.bin|application/octet-stream|5000000");
  // The stream of /slow stays open after its first event: nginx must not buffer it.
  const events = (await fetch(`${base}/slow`)).body!.getReader();
  const first = await Promise.race([
    events.read().then(({ value }) => Buffer.from(value!).toString()),
    new Promise<string>((resolve) => setTimeout(() => resolve("held back"), 5_000)),
  ]);
  await events.cancel();
  check("nginx: events as they come", () => first, "data: now\n\n");
  const left = await (await fetch(`${base}/left`)).text();
  check("nginx: a client that leaves behind it", () => left, "true");
  const echoed = await new Promise((resolve) => {
    const socket = new WebSocket(`${base.replace("http", "ws")}/socket`);
    socket.onopen = () => socket.send("through");
    socket.onmessage = ({ data }) => resolve(data);
    socket.onerror = () => resolve("error");
  });
  check("nginx: a WebSocket", () => echoed, "through");
}

function check(name: string, look: () => unknown, expected: unknown): void {
  let seen: unknown;
  try {
    seen = look();
  } catch (error) {
    seen = String(error);
  }
  const good = seen === expected;
  if (!good) peers.failed++;
  console.log(
    `${good ? "ok  " : "FAIL"} ${name}${good ? "" : `: ${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}`}`,
  );
}

function script(name: string, program: string, ...args: string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: ["ignore", "inherit", "inherit"] });
  if (error !== undefined) console.log(`skip ${name}: ${program} is not there`);
  else if (status !== 0) peers.failed++;
}

function tool(program: string, ...args: string[]): string {
  return execFileSync(program, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    timeout: 30_000,
  });
}

/** Writes the page, a sound of two minutes, and a self-signed certificate for localhost. */
function prepare(): void {
  writeFileSync(join(folder, "index.html"), "<!doctype html><meta charset=utf-8><title>peers</title>");
  const sound = Buffer.alloc(1_920_044);
  sound.write("RIFF");
  writeFileSync(join(folder, "sound.wav"), sound);
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-keyout",
      join(folder, "key.pem"),
      "-out",
      join(folder, "cert.pem"),
      "-days",
      "30",
      "-subj",
      "/CN=localhost",
      "-addext",
      "subjectAltName=DNS:localhost",
    ],
    { stdio: "ignore" },
  );
}
