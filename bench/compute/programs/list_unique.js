const xs = [];
for (let i = 0; i < 100000; i++) xs.push((i * 7919) % 30011);
let total = 0;
for (let round = 0; round < 40; round++) {
  const ys = [...new Set(xs)];
  total += ys[round] + ys.length;
}
console.log(total);
