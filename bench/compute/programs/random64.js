class Rng {
  constructor(s) {
    this.state = s;
  }
  next() {
    let x = this.state;
    x = BigInt.asUintN(64, x ^ (x << 13n));
    x = x ^ (x >> 7n);
    x = BigInt.asUintN(64, x ^ (x << 17n));
    this.state = x;
    return x;
  }
  below(n) {
    return Number((this.next() >> 33n) & 0x7fffffffn) % n;
  }
}
const rng = new Rng(88172645463325252n);
let sum = 0;
for (let i = 0; i < 2000000; i++) sum += rng.below(1000);
console.log(sum);
console.log(BigInt.asIntN(64, rng.next()).toString());
