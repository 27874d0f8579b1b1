function make(n, seed) {
  const m = [];
  for (let i = 0; i < n; i++) {
    const row = [];
    for (let j = 0; j < n; j++) row.push(seed * (i - j) * (i + j));
    m.push(row);
  }
  return m;
}

function mul(a, b) {
  const n = a.length;
  const c = [];
  for (let i = 0; i < n; i++) {
    const row = [];
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let k = 0; k < n; k++) sum += a[i][k] * b[k][j];
      row.push(sum);
    }
    c.push(row);
  }
  return c;
}

const n = 300;
const a = make(n, 0.001);
const b = make(n, 0.002);
let c = mul(a, b);
c = mul(c, b);
console.log(`${c[n / 2][n / 2]}`);
