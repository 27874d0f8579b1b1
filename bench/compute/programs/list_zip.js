const zip = (xs, ys) => xs.map((x, i) => [x, ys[i]]);

const xs = [];
const ys = [];
for (let i = 0; i < 100000; i++) {
  xs.push(i);
  ys.push((i * 7) % 1000);
}
let total = 0;
for (let round = 0; round < 100; round++) {
  const pairs = zip(xs, ys);
  total += pairs.length + pairs[round * 9][0] + pairs[round * 11][1];
}
console.log(total);
