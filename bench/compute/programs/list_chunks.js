const chunks = (list, n) => Array.from({ length: Math.ceil(list.length / n) }, (_, i) => list.slice(i * n, i * n + n));

const xs = [];
for (let i = 0; i < 100000; i++) xs.push(i);
let total = 0;
for (let round = 0; round < 300; round++) {
  const parts = chunks(xs, 8);
  total += parts.length + parts[round][round % 8];
}
console.log(total);
