// Serves the requests of client-others.std with Bun.
const pieces = () => new ReadableStream({
  start(out) {
    for (let i = 0; i < 3; i++) out.enqueue(new TextEncoder().encode(`piece ${i}\n`));
    out.close();
  },
});
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(req) {
    switch (new URL(req.url).pathname) {
      case "/hello": return new Response("hello, world");
      case "/echo": return new Response(req.body);
      case "/gzip": return new Response(Bun.gzipSync("squeezed ".repeat(1000)), { headers: { "Content-Encoding": "gzip" } });
      case "/moved": return new Response(null, { status: 302, headers: { Location: "/hello" } });
      case "/none": return new Response(null, { status: 204 });
      case "/cookie": return new Response("", { headers: { "Set-Cookie": "a=1; Path=/; Max-Age=60; HttpOnly" } });
      case "/cookies": return new Response(req.headers.get("cookie"));
      case "/pieces": return new Response(pieces());
      case "/close": return new Response("bye", { headers: { Connection: "close" } });
      case "/big": return new Response("x".repeat(20_000_000));
      case "/refuse": return new Response("no", { status: 413 });
      default: return new Response("", { status: 404 });
    }
  },
});
console.log(`127.0.0.1:${server.port}`);
