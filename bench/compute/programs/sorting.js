let seed = 7;
const items = [];
for (let i = 0; i < 300000; i++) {
  seed = (seed * 16807) % 2147483647;
  items.push({ key: Math.floor(seed / 1000), name: `item ${i % 100}` });
}
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
let check = 0;
for (let i = 0; i < 3; i++) {
  const sorted = items.toSorted((a, b) => (a.name === b.name ? a.key - b.key : compare(a.name, b.name)));
  check += sorted[0].key + sorted[150000].key + sorted[299999].key;
}
console.log(check);
