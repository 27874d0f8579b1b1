const xs = [];
for (let i = 0; i < 100000; i++) xs.push(i);
let total = 0;
for (let round = 0; round < 400; round++) total += xs.reduce((a, b) => (a * 3 + b + round) % 65521);
console.log(total);
