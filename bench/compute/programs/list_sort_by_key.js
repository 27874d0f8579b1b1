const items = [];
for (let i = 0; i < 50000; i++) items.push({ name: `item${i}`, rank: (i * 7919) % 10007 });
let total = 0;
for (let round = 0; round < 20; round++) {
  const key = (item) => (item.rank + round) % 5003;
  const sorted = items.toSorted((a, b) => key(a) - key(b));
  total += sorted[round].rank + sorted[49999].name.length;
}
console.log(total);
