const xs = [];
for (let i = 0; i < 100000; i++) xs.push(i);
let total = 0;
for (let round = 0; round < 150; round++) {
  const ys = xs.map((x) => x * 3 + round).map((x) => x % 1000);
  total += ys[round * 7] + ys.length;
}
console.log(total);
