import { createServer } from "node:http";

const [host, port] = process.argv[2].split(":");
createServer((request, response) => {
  if (request.url === "/hello") {
    response.writeHead(200, { "Content-Type": "text/plain; charset=utf-8" }).end("hello, world");
  } else if (request.url.startsWith("/json/")) {
    const body = JSON.stringify({ message: "hello", number: Number(request.url.slice(6)) });
    response.writeHead(200, { "Content-Type": "application/json" }).end(body);
  } else response.writeHead(404).end();
}).listen(Number(port), host);
