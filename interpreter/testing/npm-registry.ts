// A registry of npm for tests: Verdaccio where it is installed (`.ci/run` does so), else the part of one that
// npm uses to publish and install.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

export interface Registry {
  readonly address: string;
  /** The token of a user that may publish all packages but `taken`. */
  readonly token: string;
  stop(): void;
}

const VERDACCIO = join(import.meta.dirname, "../../.ci/registry/node_modules/verdaccio/bin/verdaccio");

export const registryName = existsSync(VERDACCIO) ? "Verdaccio" : "a registry of the tests";

/** Starts a registry without packages that keeps its files in `folder`. */
export function startRegistry(folder: string): Promise<Registry> {
  return existsSync(VERDACCIO) ? startVerdaccio(folder) : startSmallRegistry();
}

async function startVerdaccio(folder: string): Promise<Registry> {
  mkdirSync(folder, { recursive: true });
  const config = {
    storage: "./storage",
    auth: { htpasswd: { file: "./htpasswd" } },
    uplinks: {},
    packages: {
      taken: { access: "$all", publish: "owner" },
      "**": { access: "$all", publish: "$authenticated" },
    },
    log: { type: "stdout", format: "json", level: "warn" },
    web: { enable: false },
  };
  // YAML includes JSON.
  writeFileSync(join(folder, "config.yaml"), JSON.stringify(config));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const child = spawn(
    process.execPath,
    [VERDACCIO, "--config", "config.yaml", "--listen", `127.0.0.1:${port}`],
    {
      cwd: folder,
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  let log = "";
  const ready = new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (status) => reject(new Error(`Verdaccio ended with ${status}: ${log}`)));
    createInterface(child.stdout).on("line", (line) => {
      log += `${line}\n`;
      if (line.includes("http address")) resolve();
    });
  });
  await ready;
  const user = { name: "tester", password: "secret of the test" };
  const response = await fetch(`${address}/-/user/org.couchdb.user:${user.name}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...user, _id: `org.couchdb.user:${user.name}`, type: "user", roles: [] }),
  });
  const { token } = (await response.json()) as { token: string };
  return { address, token, stop: () => void child.kill() };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface Published {
  readonly versions: Record<string, { readonly dist: { tarball: string } }>;
  "dist-tags": Record<string, string>;
  readonly tarballs: Map<string, Buffer>;
}

/** What npm sends to publish a version. */
interface Upload {
  readonly versions: Published["versions"];
  readonly "dist-tags": Published["dist-tags"];
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

async function startSmallRegistry(): Promise<Registry> {
  const packages = new Map<string, Published>();
  const publish = (name: string, { versions, _attachments: files, "dist-tags": tags }: Upload): void => {
    const known: Published = packages.get(name) ?? { versions: {}, "dist-tags": {}, tarballs: new Map() };
    packages.set(name, known);
    Object.assign(known.versions, versions);
    Object.assign(known["dist-tags"], tags);
    for (const [file, { data }] of Object.entries(files))
      known.tarballs.set(file, Buffer.from(data, "base64"));
  };
  const answer = (path: string, response: ServerResponse): void => {
    const [name = "", file] = path.split("/-/");
    const found = packages.get(name);
    const tarball =
      file === undefined ? undefined : [...(found?.tarballs ?? [])].find(([key]) => key.endsWith(file));
    if (tarball !== undefined) response.end(tarball[1]);
    else if (found === undefined || file !== undefined) response.writeHead(404).end('{"error":"not found"}');
    else response.end(JSON.stringify({ name, "dist-tags": found["dist-tags"], versions: found.versions }));
  };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url!.slice(1));
    if (request.method === "PUT")
      void text(request).then((body) => {
        // Its owner is another user.
        if (path === "taken") response.writeHead(403).end('{"error":"you may not publish taken"}');
        else {
          publish(path, JSON.parse(body) as Upload);
          response.writeHead(201).end("{}");
        }
      });
    else answer(path, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: "test",
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
