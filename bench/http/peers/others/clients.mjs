// Tests the server of browser.std with undici and ws, packages of bench/http. Arguments: the base URL of
// http, of https, ca.pem.
import { readFileSync } from "node:fs";

const [base, secure, ca] = process.argv.slice(2);
let failed = 0;

function check(name, seen, expected) {
  const good = JSON.stringify(seen) === JSON.stringify(expected);
  if (!good) failed = 1;
  console.log(`${good ? "ok  " : "FAIL"} ${name}${good ? "" : `: ${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}`}`);
}

const undici = await import("undici").catch(() => null);
if (undici === null) console.log("skip undici: npm ci in bench/http");
else {
  const form = new undici.FormData();
  form.set("text", "ä");
  form.set("file", new File([new Uint8Array(2_000_000)], "a.bin", { type: "application/x-test" }));
  check("undici: a form with a file", await (await undici.fetch(`${base}/form`, { method: "POST", body: form })).text(), "ä|a.bin|application/x-test|2000000");
  const pool = new undici.Pool(base, { connections: 2, pipelining: 8 });
  const answers = await Promise.all(Array.from({ length: 200 }, async (_, i) => {
    const { body } = await pool.request({ method: "GET", path: "/sound.wav", headers: { range: `bytes=${i}-${i}` } });
    return (await body.arrayBuffer()).byteLength;
  }));
  check("undici: 200 requests in pipelines", answers.every((length) => length === 1), true);
  await pool.close();
  const giveUp = AbortSignal.timeout(200);
  await undici.fetch(`${base}/wait`, { signal: giveUp }).catch(() => {});
  check("undici: a request that is given up", await (await undici.fetch(`${base}/left`)).text(), "true");
  const agent = new undici.Agent({ connect: { ca: readFileSync(ca) } });
  check("undici: https", (await undici.fetch(`${secure}/index.html`, { dispatcher: agent })).status, 200);
  await agent.close();
}

const ws = await import("ws").catch(() => null);
if (ws === null) console.log("skip ws: npm ci in bench/http");
else {
  for (const [url, options] of [[base, {}], [secure, { ca: readFileSync(ca) }], [base, { perMessageDeflate: { serverMaxWindowBits: 9 } }]]) {
    const socket = new ws.WebSocket(`${url.replace("http", "ws")}/socket`, options);
    const seen = [];
    await new Promise((resolve) => {
      socket.on("open", () => {
        for (const message of ["grüße", Buffer.from([0, 255]), "long ".repeat(100_000), "close me"]) socket.send(message);
        socket.ping("?");
      });
      socket.on("pong", (data) => seen.push(`pong ${data}`));
      socket.on("message", (data, isBinary) => seen.push(isBinary ? [...data] : data.length > 20 ? data.length : String(data)));
      socket.on("close", (code, reason) => resolve(seen.push(code, String(reason))));
      socket.on("error", (error) => resolve(seen.push(String(error))));
    });
    check(`ws: ${url.split(":")[0]} ${JSON.stringify(options.perMessageDeflate ?? {})}`, seen.filter((each) => each !== "pong ?"), ["grüße", [0, 255], 500_000, 4321, "as you like"]);
  }
}
process.exit(failed);
