const xs = [];
const ys = [];
for (let i = 0; i < 100000; i++) {
  xs.push(i);
  ys.push(i * 0.5);
}
let whole = 0;
let parts = 0;
for (let round = 0; round < 500; round++) {
  xs[round] = round;
  whole += xs.reduce((sum, x) => sum + x, 0) % 1000;
  parts += ys.reduce((sum, y) => sum + y, 0);
}
console.log(String(whole));
console.log(String(parts));
