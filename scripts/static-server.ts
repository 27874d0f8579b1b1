// Serves folders to tests in a browser, on a free port of this machine.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".svg": "image/svg+xml",
};

export interface StaticServer {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Serves each folder below its prefix, and texts at their paths.
 * @param folders by prefix, such as `/` or `/engine/`
 */
export async function serveFolders(
  folders: Readonly<Record<string, string>>,
  texts: Readonly<Record<string, string>> = {},
): Promise<StaticServer> {
  const prefixes = Object.keys(folders).toSorted((a, b) => b.length - a.length);
  const server: Server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname));
    const text = texts[path];
    if (text !== undefined) {
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? TYPES[".html"] });
      response.end(text);
      return;
    }
    const prefix = prefixes.find((each) => path.startsWith(each));
    const found = prefix === undefined ? null : fileAt(join(folders[prefix]!, path.slice(prefix.length)));
    if (found === null) {
      const page = prefix === undefined ? null : fileAt(join(folders[prefix]!, "404.html"));
      response.writeHead(404, { "content-type": TYPES[".html"] });
      if (page === null) response.end();
      else createReadStream(page).pipe(response);
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(found)] ?? "application/octet-stream" });
    createReadStream(found).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function fileAt(path: string): string | null {
  if (!existsSync(path)) return null;
  if (!statSync(path).isDirectory()) return path;
  const index = join(path, "index.html");
  return existsSync(index) ? index : null;
}
