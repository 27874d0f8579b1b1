// The jobs of jobs.std as a user would write them for Node.
import { crc32 } from "node:zlib";

const ROUNDS = 5;

function job(name, f) {
  let best = Infinity;
  let result = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.hrtime.bigint();
    result = f();
    best = Math.min(best, Number(process.hrtime.bigint() - start) / 1e6);
  }
  console.log(`${name}\t${best}\t${result}`);
}

const lines = [];
for (let i = 0; i < 20000; i++) {
  const host = `${i % 256}.${(i * 7) % 256}.${(i * 13) % 256}.${(i * 29) % 256}`;
  const head = `${host} - - [10/Oct/2026:13:${10 + (i % 50)}:${10 + ((i * 3) % 50)} +0000]`;
  lines.push(`${head} "GET /items/${i}?page=${i % 9} HTTP/1.1" ${200 + (i % 5) * 100} ${(i * 31) % 100000} "-" "curl/8.5.0"`);
}
const line = /^(\S+) \S+ \S+ \[([^\]]+)\] "(\S+) (\S+) [^"]*" (\d{3}) (\d+)/;
job("captures", () => {
  let sum = 0;
  for (const text of lines) {
    const groups = line.exec(text);
    sum += groups[1].length + groups[2].length + groups[4].length + groups[5].length + groups[6].length;
  }
  return sum;
});
const address = /(\d+)\.(\d+)\.(\d+)\.(\d+)/g;
job("replace", () => {
  let sum = 0;
  for (const text of lines) sum += text.replace(address, "$1.x.x.$4").length;
  return sum;
});
const number = /[0-9]+/g;
job("replace_numbers", () => {
  let sum = 0;
  for (const text of lines) sum += text.replace(number, "N").length;
  return sum;
});
const separator = /[ /:]\s*/;
job("split_regex", () => {
  let sum = 0;
  for (const text of lines) sum += text.split(separator).length;
  return sum;
});
const letters = lines.map((text) => text.replace("/items/", "/größe/日本/"));
job("captures_utf8", () => {
  let sum = 0;
  for (const text of letters) {
    const groups = line.exec(text);
    sum += groups[1].length + groups[5].length + groups[6].length;
  }
  return sum;
});
const separators = /[ /:]\s*/g;
job("replace_utf8", () => {
  let sum = 0;
  for (const text of letters) sum += text.replace(separators, "").split("g").length;
  return sum;
});
const whole = lines.join("\n");
job("replace_text", () => whole.replace(address, "$1.x.x.$4").length);
const wholeLetters = letters.join("\n");
job("split_text", () => wholeLetters.split(separator).length);
const quoted = /"([^"]*)"/g;
job("quoted_text", () => whole.replace(quoted, "<$1>").length);
const dateText = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ");
job("format_dates", () => {
  let sum = 0;
  for (let i = 0; i < 100000; i++) sum += dateText(i * 15731).charCodeAt(18);
  return sum;
});
const dates = [];
for (let i = 0; i < 100000; i++) dates.push(dateText(i * 15731));
job("parse_dates", () => {
  let sum = 0;
  for (const text of dates) sum += Date.parse(`${text.replace(" ", "T")}Z`) / 1000;
  return sum;
});
const names = [];
let seed = 1;
for (let i = 0; i < 200000; i++) {
  seed = (seed * 48271) % 2147483647;
  names.push(`name ${seed} of ${i % 10}`);
}
job("sort_strings", () => {
  const sorted = names.toSorted();
  return sorted[1000].length + sorted[100000].charCodeAt(8) * 1000;
});
job("struct_keys", () => {
  const grid = new Map();
  for (let i = 0; i < 300000; i++) {
    const p = `${(i * 7) % 300},${(i * 11) % 200}`;
    grid.set(p, (grid.get(p) ?? 0) + i);
  }
  return grid.size + (grid.get("7,11") ?? 0);
});
job("int_keys", () => {
  const counts = new Map();
  for (let i = 0; i < 1000000; i++) {
    const k = (i * 7919) % 200003;
    counts.set(k, (counts.get(k) ?? 0) + 1);
  }
  return counts.size + counts.get(5);
});
job("sets", () => {
  const a = new Set();
  const b = new Set();
  for (let i = 0; i < 200000; i++) {
    a.add(i * 2);
    b.add(i * 3);
  }
  return a.union(b).size + a.intersection(b).size * 3 + a.difference(b).size * 5;
});
const records = [];
for (let i = 0; i < 20000; i++) {
  records.push({ id: i, name: `item number ${i}`, price: i * 0.25, tags: ["red", `n${i % 10}`], active: i % 3 === 0 });
}
job("json_encode", () => JSON.stringify(records).length);
const text = JSON.stringify(records);
job("json_decode", () => {
  const read = JSON.parse(text);
  return read.length + read[777].id + read[19999].tags[1].length;
});
const bytes = Array.from({ length: 256 }, (_, i) => String.fromCharCode(i)).join("");
const block = Buffer.from(bytes.repeat(8192), "latin1");
job("base64", () => {
  const coded = block.toString("base64");
  return coded.length + Buffer.from(coded, "base64").length;
});
job("hex", () => {
  const coded = block.toString("hex");
  return coded.length + Buffer.from(coded, "hex").length;
});
job("crc32", () => crc32(block));
const url = "a b/c?d=é&e=100%".repeat(20000);
job("url", () => {
  const coded = encodeURIComponent(url);
  return coded.length + Buffer.byteLength(decodeURIComponent(coded));
});
const words = [];
for (let i = 0; i < 600000; i++) {
  seed = (seed * 48271) % 2147483647;
  words.push(`w${seed % 5000}`);
}
const prose = words.join(" ");
job("word_count", () => {
  const counts = new Map();
  for (const word of prose.split(/\s+/)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts.size + Math.max(...counts.values());
});
const rows = Array.from({ length: 100000 }, (_, i) => [
  `${i}`,
  `name ${i}`,
  i % 10 === 0 ? 'a, "quoted" one' : "plain",
  `${(i * 7) % 1000}.25`,
  "2026-11-22",
]);
const csvField = (field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);
job("csv_format", () => rows.map((row) => `${row.map(csvField).join(",")}\r\n`).join("").length);
