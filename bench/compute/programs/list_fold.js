const xs = [];
for (let i = 0; i < 100000; i++) xs.push(i);
let total = 0;
for (let round = 0; round < 400; round++) {
  const largest = xs.reduce((best, x) => (x % 1009 > best ? x % 1009 : best), 0);
  total += largest + xs.reduce((sum, x) => (sum + x) % 65536, round);
}
console.log(total);
