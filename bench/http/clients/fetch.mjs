import { run } from "./round.mjs";

await run(async (url) => (await fetch(url)).text());
