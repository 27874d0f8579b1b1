const a = (i, j) => 1 / (Math.floor(((i + j) * (i + j + 1)) / 2) + i + 1);

function times(v, transposed) {
  const out = [];
  for (let i = 0; i < v.length; i++) {
    let sum = 0;
    for (let j = 0; j < v.length; j++) sum += transposed ? a(j, i) * v[j] : a(i, j) * v[j];
    out.push(sum);
  }
  return out;
}

function dot(u, v) {
  let sum = 0;
  for (let i = 0; i < u.length; i++) sum += u[i] * v[i];
  return sum;
}

let u = [];
for (let i = 0; i < 1000; i++) u.push(1);
let v = u;
for (let i = 0; i < 10; i++) {
  v = times(times(u, false), true);
  u = times(times(v, false), true);
}
console.log(Math.sqrt(dot(u, v) / dot(v, v)).toFixed(9));
