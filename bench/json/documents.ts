// Generates the documents that are read and written, one of each usual kind, all of the same size and the
// same in each run: numbers, strings with escapes and letters beyond ASCII, nested objects, an array of
// records.

/** Pseudo-random numbers, the same in every run (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WORDS = [
  "harbour",
  "café",
  'quote "x"',
  "tab\there",
  "naïve",
  "東京",
  "line\nbreak",
  "plain",
  "back\\slash",
  "😀 smile",
  "lantern",
  "a/b",
];

function words(random: () => number, count: number): string {
  return Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(" ");
}

function numberRow(random: () => number): unknown {
  return Array.from({ length: 16 }, (_, i) => {
    if (i % 4 === 0) return Math.floor(random() * 1e6);
    if (i % 4 === 1) return -Math.floor(random() * 100);
    return i % 4 === 2 ? Math.round(random() * 1e6) / 1000 : random();
  });
}

function nested(random: () => number, depth: number): unknown {
  const kids = depth === 0 ? 0 : 1 + Math.floor(random() * 3);
  return {
    name: `node ${Math.floor(random() * 1000)}`,
    weight: Math.floor(random() * 1e4),
    kids: Array.from({ length: kids }, () => nested(random, depth - 1)),
  };
}

function record(random: () => number, id: number): unknown {
  return {
    id,
    name: `customer ${Math.floor(random() * 1e5)}`,
    email: `user${id}@example.org`,
    active: random() < 0.5,
    score: Math.round(random() * 1000) / 10,
    tags: Array.from({ length: Math.floor(random() * 4) }, (_, i) => `tag${i}`),
    address: { street: `${id % 90} High Street`, city: words(random, 1), zip: `${10000 + (id % 80000)}` },
    visits: random() < 0.3 ? null : Math.floor(random() * 50),
  };
}

const KINDS: Readonly<Record<string, (random: () => number, index: number) => unknown>> = {
  numbers: numberRow,
  text: (random) => words(random, 1 + Math.floor(random() * 12)),
  nested: (random) => nested(random, 6),
  records: record,
};

export const documentKinds = Object.keys(KINDS);

/** An array of about `bytes` bytes as JSON text. */
export function documentOf(kind: string, bytes: number): string {
  const random = generator(7);
  const parts: string[] = [];
  for (let size = 0; size < bytes; size += Buffer.byteLength(parts.at(-1)!) + 1) {
    parts.push(JSON.stringify(KINDS[kind]!(random, parts.length)));
  }
  return `[${parts.join(",")}]`;
}
