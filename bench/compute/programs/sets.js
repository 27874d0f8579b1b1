let total = 0;
for (let round = 0; round < 3; round++) {
  const a = new Set();
  const b = new Set();
  for (let i = 0; i < 500000; i++) {
    a.add(i * 3);
    b.add(i * 5);
  }
  const union = new Set(a);
  for (const x of b) union.add(x);
  const intersection = new Set();
  const difference = new Set();
  for (const x of a) (b.has(x) ? intersection : difference).add(x);
  total += union.size + intersection.size + difference.size;
  for (const x of a) if (b.has(x)) total += x % 7;
}
console.log(total);
