import { createServer } from "node:http";
import { isItem } from "./is-item.mjs";

const [host, port] = process.argv[2].split(":");
const TEXT = { "Content-Type": "text/plain; charset=utf-8" };
const JSON_TYPE = { "Content-Type": "application/json" };

createServer((request, response) => {
  if (request.url === "/hello") {
    response.writeHead(200, TEXT).end("hello, world");
  } else if (request.url.startsWith("/json/")) {
    response.writeHead(200, JSON_TYPE).end(JSON.stringify({ message: "hello", number: Number(request.url.slice(6)) }));
  } else if (request.url === "/items") {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (piece) => (text += piece));
    request.on("end", () => {
      const item = JSON.parse(text);
      if (isItem(item)) response.writeHead(200, JSON_TYPE).end(JSON.stringify(item));
      else response.writeHead(400).end();
    });
  } else if (request.url.startsWith("/users/")) {
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    const [, , user, , post] = pathname.split("/");
    response.writeHead(200, TEXT).end(`${user} ${post} ${searchParams.get("color")} ${searchParams.get("page")}`);
  } else response.writeHead(404).end();
}).listen({ port: Number(port), host, backlog: 4096 });
