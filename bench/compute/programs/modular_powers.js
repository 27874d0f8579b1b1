function powMod(b, e, m) {
  let result = 1n,
    base = b % m,
    n = e;
  while (n > 0n) {
    if (n % 2n === 1n) result = (result * base) % m;
    base = (base * base) % m;
    n = n / 2n;
  }
  return result;
}
let sum = 0n;
for (let i = 1n; i < 50000n; i++) sum += powMod(i, 1000000005n, 1000000007n);
console.log(sum.toString());
