const [hostname, port] = Deno.args[0].split(":");
Deno.serve({ hostname, port: Number(port), onListen() {} }, (request) => {
  const path = new URL(request.url).pathname;
  if (path === "/hello") return new Response("hello, world", { headers: { "Content-Type": "text/plain; charset=utf-8" } });
  if (path.startsWith("/json/")) return Response.json({ message: "hello", number: Number(path.slice(6)) });
  return new Response("", { status: 404 });
});
