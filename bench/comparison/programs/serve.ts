const route = new URLPattern({ pathname: "/hello/:name" });
const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
  const name = route.exec(request.url)?.pathname.groups["name"];
  return name === undefined ? new Response(null, { status: 404 }) : new Response(`hello ${name}`);
});
let size = 0;
for (let n = 0; n < 3000; n++) {
  const response = await fetch(`http://127.0.0.1:${server.addr.port}/hello/${n}`);
  size += (await response.text()).length;
}
console.log(size);
await server.shutdown();
