// JavaScript has no maps keyed by value: keys are strings, as usual.
const key = (x, y) => `${x},${y}`;

const grid = new Map();
for (let i = 0; i < 1500000; i++) {
  const k = key((i * 7) % 300, (i * 13) % 400);
  grid.set(k, (grid.get(k) ?? 0) + 1);
}
let sum = 0;
for (let x = 0; x < 300; x++) {
  for (let y = 0; y < 400; y++) {
    const n = grid.get(key(x, y));
    if (n !== undefined) sum += n * x;
  }
}
console.log(`${grid.size} ${sum}`);
