function countPrimes(limit) {
  const composite = [];
  for (let i = 0; i <= limit; i++) composite.push(false);
  let count = 0;
  for (let n = 2; n <= limit; n++) {
    if (!composite[n]) {
      count++;
      for (let multiple = n * n; multiple <= limit; multiple += n) composite[multiple] = true;
    }
  }
  return count;
}

let total = 0;
for (let i = 0; i < 5; i++) total += countPrimes(3000000);
console.log(total);
