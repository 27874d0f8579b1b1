const xs = [];
for (let i = 0; i < 100000; i++) xs.push(i);
let total = 0;
for (let round = 0; round < 800; round++) total += xs.findIndex((x) => x * 7 > 600000 + round);
console.log(total);
