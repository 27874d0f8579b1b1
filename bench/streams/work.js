// The jobs of run.ts with Node's streams. Usage: work.js JOB FILE OUT
import { spawn } from "node:child_process";
import { createReadStream, createWriteStream } from "node:fs";
import { connect, createServer } from "node:net";
import { createInterface } from "node:readline";
import { once } from "node:events";
import { pipeline } from "node:stream/promises";

const [job, path, out] = process.argv.slice(2);
let bytes = 0;

async function count(stream) {
  for await (const piece of stream) bytes += piece.length;
}

switch (job) {
  case "idle":
    break;
  case "read":
    await count(createReadStream(path));
    break;
  case "copy": {
    const target = createWriteStream(out);
    await pipeline(createReadStream(path), target);
    bytes = target.bytesWritten;
    break;
  }
  case "lines":
    for await (const line of createInterface({ input: createReadStream(path, "latin1") })) bytes += line.length;
    break;
  case "write": {
    const target = createWriteStream(out);
    for (let i = 0; i < 3_000_000; i++) {
      if (!target.write("a line of text, as programs write them\n")) await once(target, "drain");
    }
    await new Promise((resolve) => target.end(resolve));
    bytes = target.bytesWritten;
    break;
  }
  case "stdin":
    await count(process.stdin);
    break;
  case "child":
    await count(spawn("cat", [path]).stdout);
    break;
  default: {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const client = connect(server.address().port, "127.0.0.1");
    const sending = pipeline(createReadStream(path), client);
    const [peer] = await once(server, "connection");
    await count(peer);
    peer.end();
    await sending;
    server.close();
  }
}
console.log(bytes);
