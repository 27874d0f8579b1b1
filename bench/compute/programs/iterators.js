const xs = [];
for (let i = 0; i < 100000; i++) xs.push(i);
let total = 0;
for (let round = 0; round < 100; round++) {
  total += xs
    .values()
    .map((x) => x * 3 + round)
    .filter((x) => x % 2 === 0)
    .drop(10)
    .reduce((sum, x) => sum + x, 0);
}
console.log(total);
