// Serves the requests of client-others.std with node:http.
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";

const server = createServer((req, res) => {
  switch (req.url) {
    case "/hello": return void res.writeHead(200, { "Content-Length": 12 }).end("hello, world");
    case "/echo": return void req.pipe(res);
    case "/gzip": return void res.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync("squeezed ".repeat(1000)));
    case "/moved": return void res.writeHead(302, { Location: "/hello" }).end();
    case "/none": return void res.writeHead(204).end();
    case "/cookie": return void res.writeHead(200, { "Set-Cookie": "a=1; Path=/; Max-Age=60; HttpOnly" }).end();
    case "/cookies": return void res.end(req.headers.cookie);
    case "/pieces":
      for (let i = 0; i < 3; i++) res.write(`piece ${i}\n`);
      return void res.end();
    case "/close": return void res.writeHead(200, { Connection: "close" }).end("bye");
    case "/big": return void res.end("x".repeat(20_000_000));
    case "/refuse": return void res.writeHead(413, { Connection: "close" }).end("no");
    default: return void res.writeHead(404).end();
  }
});
server.listen(0, "127.0.0.1", () => console.log(`127.0.0.1:${server.address().port}`));
