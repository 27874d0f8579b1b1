import fastify from "fastify";

const [host, port] = process.argv[2].split(":");
const app = fastify();
app.get("/hello", (request, reply) => reply.type("text/plain; charset=utf-8").send("hello, world"));
app.get("/json/:n", (request) => ({ message: "hello", number: Number(request.params.n) }));
await app.listen({ host, port: Number(port) });
