import { isItem } from "./is-item.mjs";

const [hostname, port] = process.argv[2].split(":");
const TEXT = { headers: { "Content-Type": "text/plain; charset=utf-8" } };

Bun.serve({
  hostname,
  port: Number(port),
  routes: {
    "/hello": () => new Response("hello, world", TEXT),
    "/json/:n": (request) => Response.json({ message: "hello", number: Number(request.params.n) }),
    "/items": {
      POST: async (request) => {
        const item = await request.json();
        return isItem(item) ? Response.json(item) : new Response("", { status: 400 });
      },
    },
    "/users/:user/posts/:post": (request) => {
      const { user, post } = request.params;
      const query = new URL(request.url).searchParams;
      return new Response(`${user} ${post} ${query.get("color")} ${query.get("page")}`, TEXT);
    },
  },
});
