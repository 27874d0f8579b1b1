const [hostname, port] = process.argv[2].split(":");
Bun.serve({
  hostname,
  port: Number(port),
  routes: {
    "/hello": () => new Response("hello, world", { headers: { "Content-Type": "text/plain; charset=utf-8" } }),
    "/json/:n": (request) => Response.json({ message: "hello", number: Number(request.params.n) }),
  },
});
