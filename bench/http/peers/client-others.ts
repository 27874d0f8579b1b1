// Tests the client of std/http with other servers: Go's net/http, Python's http.server, node:http, Bun,
// nginx. Servers that are not installed are skipped with a message.
//
//     apt-get install nginx; npm ci (in bench/http)
//     node bench/http/peers/client-others.ts
//
// All checks passed in November 2026 with Go 1.26, Python 3.11, Node 26, Bun 1.4, nginx 1.22.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { freePort, has, Peers, STD } from "./peers.ts";

const HERE = import.meta.dirname;
const BUN = join(HERE, "..", "node_modules", ".bin", "bun");
const peers = new Peers("client-others");
const { folder, children } = peers;

await peers.run(main);

async function main(): Promise<void> {
  const server = (name: string): string => join(HERE, "others", name);
  if (has("go")) {
    spawnSync("go", ["build", "-o", join(folder, "go-server"), server("server.go")], { stdio: "inherit" });
    await asked("go", join(folder, "go-server"));
  }
  if (has("python3")) await asked("python", "python3", server("server.py"));
  await asked("node", process.execPath, server("server-node.mjs"));
  if (existsSync(BUN)) await asked("bun", BUN, server("server-bun.mjs"));
  else console.log("skipped: bun is not installed");
  if (has("nginx")) await askedOfNginx();
}

/** Starts a server, which prints its address, and sends it all requests. */
async function asked(name: string, command: string, ...args: string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  const address = await new Promise<string>((resolve) =>
    child.stdout.once("data", (bytes: Buffer) => resolve(String(bytes).trim())),
  );
  await ask(name, `http://${address}`);
  child.kill("SIGTERM");
}

function ask(name: string, ...args: string[]): Promise<void> {
  const client = spawn(process.execPath, [STD, "run", join(HERE, "client-others.std"), ...args], {
    stdio: "inherit",
  });
  return new Promise((resolve) =>
    client.on("close", (status) => {
      if (status !== 0) peers.failed++;
      console.log(`${status === 0 ? "ok  " : "FAIL"} ${name}`);
      resolve();
    }),
  );
}

/** nginx in a usual configuration: persistent connections that it closes after some requests, and gzip. */
async function askedOfNginx(): Promise<void> {
  const port = await freePort();
  writeFileSync(join(folder, "hello"), "hello, world");
  writeFileSync(join(folder, "gzip"), "squeezed ".repeat(1000));
  writeFileSync(join(folder, "big"), "x".repeat(20_000_000));
  writeFileSync(
    join(folder, "nginx.conf"),
    `
    ${process.getuid?.() === 0 ? "user root;" : ""} daemon off; worker_processes 1; error_log stderr crit; pid ${folder}/nginx.pid;
    events { worker_connections 512; }
    http {
      access_log off; gzip on; gzip_min_length 1000; gzip_types *; keepalive_requests 3;
      client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      server {
        listen 127.0.0.1:${port}; root ${folder};
        location /big { gzip off; }
        location /moved { return 302 /hello; }
        location /none { return 204; }
      }
    }`,
  );
  children.push(
    spawn("nginx", ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")], {
      stdio: ["ignore", "inherit", "inherit"],
    }),
  );
  while (!(await isOpen(port))) await new Promise((resolve) => setTimeout(resolve, 100));
  await ask("nginx", `http://127.0.0.1:${port}`, "static");
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    }).on("error", () => resolve(false));
  });
}
