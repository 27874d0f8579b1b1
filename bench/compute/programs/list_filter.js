const xs = [];
for (let i = 0; i < 100000; i++) xs.push(i);
let total = 0;
for (let round = 0; round < 200; round++) {
  const ys = xs.filter((x) => x % 3 !== 0).filter((x) => x % 5 !== round % 5);
  total += ys[round] + ys.length;
}
console.log(total);
