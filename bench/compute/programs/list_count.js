const xs = [];
for (let i = 0; i < 100000; i++) xs.push(i);
let total = 0;
for (let round = 0; round < 400; round++) total += xs.filter((x) => x % 7 === round % 7).length;
console.log(total);
