// The operation of operations.std on Hono, with zod.
import { serve } from "@hono/node-server";
import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";

const Note = z.object({ text: z.string().min(1).max(200), tags: z.array(z.string()).max(10) });
const json = (schema) => ({ content: { "application/json": { schema } } });
const route = createRoute({
  method: "put",
  path: "/notes/{id}",
  request: {
    params: z.object({ id: z.coerce.number().int() }),
    query: z.object({ notify: z.enum(["true", "false"]).optional() }),
    headers: z.object({ "x-tenant": z.string() }),
    body: { ...json(Note), required: true },
  },
  responses: {
    200: { description: "OK", ...json(Note) },
    404: { description: "Not Found", ...json(z.object({ message: z.string() })) },
  },
});
const app = new OpenAPIHono();
app.openapi(route, (c) => {
  c.req.valid("query");
  c.req.valid("header");
  if (c.req.valid("param").id === 0) return c.json({ message: "no note 0" }, 404);
  return c.json(c.req.valid("json"), 200);
});
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.argv[2]) });
