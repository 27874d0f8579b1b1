import fastify from "fastify";

const [host, port] = process.argv[2].split(":");
const item = {
  type: "object",
  required: ["id", "name", "price", "tags"],
  properties: {
    id: { type: "integer" },
    name: { type: "string" },
    price: { type: "number" },
    tags: { type: "array", items: { type: "string" } },
  },
};
const app = fastify();
app.get("/hello", (request, reply) => reply.type("text/plain; charset=utf-8").send("hello, world"));
app.get("/json/:n", (request) => ({ message: "hello", number: Number(request.params.n) }));
app.post("/items", { schema: { body: item, response: { 200: item } } }, (request, reply) => reply.send(request.body));
app.get("/users/:user/posts/:post", ({ params, query }, reply) => {
  reply.type("text/plain; charset=utf-8").send(`${params.user} ${params.post} ${query.color} ${query.page}`);
});
await app.listen({ host, port: Number(port), backlog: 4096 });
