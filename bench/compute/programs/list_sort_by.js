const items = [];
let seed = 42;
for (let i = 0; i < 100000; i++) {
  seed = Number((BigInt(seed) * 1103515245n + 12345n) % 2147483648n);
  items.push({ key: seed % 50000, name: `item ${i}` });
}
let total = 0;
for (let round = 0; round < 5; round++) {
  const copy = items.slice();
  copy.sort((a, b) => a.key - b.key);
  total += copy[round * 1000].key + copy[round * 2000].name.length;
}
console.log(total);
