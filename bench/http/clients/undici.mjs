import { Agent, request } from "undici";
import { run } from "./round.mjs";

const dispatcher = new Agent({ connections: 64 });
await run(async (url) => (await request(url, { dispatcher })).body.text());
