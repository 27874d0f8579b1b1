const xss = [];
for (let i = 0; i < 20000; i++) xss.push([i, i + 1, i + 2, i + 3, i + 4]);
let total = 0;
for (let round = 0; round < 200; round++) {
  const xs = xss.flat();
  total += xs[round] + xs.length;
}
console.log(total);
