import { isItem } from "./is-item.mjs";

const [hostname, port] = Deno.args[0].split(":");
const TEXT = { headers: { "Content-Type": "text/plain; charset=utf-8" } };

Deno.serve({ hostname, port: Number(port), onListen() {} }, async (request) => {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/hello") return new Response("hello, world", TEXT);
  if (pathname.startsWith("/json/")) return Response.json({ message: "hello", number: Number(pathname.slice(6)) });
  if (pathname === "/items" && request.method === "POST") {
    const item = await request.json();
    return isItem(item) ? Response.json(item) : new Response("", { status: 400 });
  }
  if (pathname.startsWith("/users/")) {
    const [, , user, , post] = pathname.split("/");
    return new Response(`${user} ${post} ${searchParams.get("color")} ${searchParams.get("page")}`, TEXT);
  }
  return new Response("", { status: 404 });
});
