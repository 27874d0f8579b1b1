// Routes of a script in a node:http server that also has routes of the host.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createEngine } from "stdlang";
import { standardModules } from "stdlang/stdlib";

const text = `
  import std/http { Request, Response, Server }

  let hits = 0

  fun app() -> Server {
      let app = Server.new()
      app.get("/scripts/hello", fun(r: Request) -> Response {
          hits += 1
          Response.text("hello \${hits}")
      })
      app
  }
`;
const { program } = await createEngine({ modules: standardModules }).load({ path: "routes.std", text });
const scripted = program!.handler();
const server = createServer((request, response) =>
  request.url!.startsWith("/scripts/") ? scripted(request, response) : void response.end("own"),
);
await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
for (const path of ["/", "/scripts/hello", "/scripts/hello"])
  console.log(await (await fetch(base + path)).text());
server.close();
server.closeAllConnections();
program!.close();
