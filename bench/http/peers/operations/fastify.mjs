// The operation of operations.std on Fastify, with its schemas.
import Fastify from "fastify";

const note = {
  type: "object",
  required: ["text", "tags"],
  properties: {
    text: { type: "string", minLength: 1, maxLength: 200 },
    tags: { type: "array", maxItems: 10, items: { type: "string" } },
  },
};
const schema = {
  params: { type: "object", properties: { id: { type: "integer" } } },
  querystring: { type: "object", properties: { notify: { type: "boolean" } } },
  headers: { type: "object", required: ["x-tenant"], properties: { "x-tenant": { type: "string" } } },
  body: note,
  response: { 200: note },
};
const app = Fastify();
app.put("/notes/:id", { schema }, async (request, reply) =>
  request.params.id === 0 ? reply.code(404).send({ message: "no note 0" }) : request.body,
);
await app.listen({ host: "127.0.0.1", port: Number(process.argv[2]) });
