// Usage: work.js DOCUMENT KIND OPERATION TIMES. `decode` runs JSON.parse, too.
import { readFileSync } from "node:fs";

const [document, , operation, times] = process.argv.slice(2);
const text = readFileSync(document, "utf8");
const reads = operation === "parse" || operation === "decode";
const value = reads ? null : JSON.parse(text);
let length = 0;
for (let i = 0; i < Number(times); i++) {
  length = reads ? JSON.parse(text).length : Buffer.byteLength(JSON.stringify(value));
}
console.log(length);
