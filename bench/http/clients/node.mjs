import { Agent, get } from "node:http";
import { run } from "./round.mjs";

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
await run(
  (url) =>
    new Promise((resolve, reject) => {
      get(url, { agent }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (piece) => (text += piece));
        response.on("end", () => resolve(text));
      }).on("error", reject);
    }),
);
