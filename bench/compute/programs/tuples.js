// Pairs are objects, as usual in hot code; swaps use a third variable.
function divmod(a, b) {
  return { q: Math.trunc(a / b), r: a % b };
}

function extendedGcd(a, b) {
  let r0 = a, r1 = b, s0 = 1, s1 = 0, t0 = 0, t1 = 1;
  while (r1 !== 0) {
    const { q, r } = divmod(r0, r1);
    let next = r;
    r0 = r1;
    r1 = next;
    next = s0 - q * s1;
    s0 = s1;
    s1 = next;
    next = t0 - q * t1;
    t0 = t1;
    t1 = next;
  }
  return { g: r0, s: s0, t: t0 };
}

function minMax(xs) {
  let low = xs[0], high = xs[0];
  for (const x of xs) {
    if (x < low) low = x;
    if (x > high) high = x;
  }
  return { low, high };
}

function step(z, c) {
  const { x, y } = z;
  return { x: x * x - y * y + c.x, y: 2 * x * y + c.y };
}

function escape(c) {
  let z = { x: 0, y: 0 };
  for (let i = 0; i < 60; i++) {
    if (z.x * z.x + z.y * z.y > 4) return i;
    z = step(z, c);
  }
  return 60;
}

function shuffle(xs, seed) {
  let state = seed;
  for (let i = 1; i < xs.length; i++) {
    state = (Math.imul(state, 1103515245) + 12345) & 2147483647;
    const j = state % (i + 1);
    const held = xs[i];
    xs[i] = xs[j];
    xs[j] = held;
  }
  return state;
}

function fold(xs, start, f) {
  let sum = start;
  for (const x of xs) sum = f(sum, x);
  return sum;
}

let total = 0;
for (let i = 1; i < 1500000; i++) {
  const { g, s, t } = extendedGcd(i, 7919);
  total = (total + g + s * 3 + t) & 1073741823;
}
console.log(total);

const xs = [];
for (let i = 0; i < 200000; i++) xs.push(i);
let seed = 42;
for (let k = 0; k < 40; k++) seed = shuffle(xs, seed);
const { low, high } = minMax(xs);
console.log(`${seed} ${xs[0]} ${low} ${high}`);

let inside = 0;
for (let py = 0; py < 500; py++) {
  for (let px = 0; px < 500; px++) inside += escape({ x: px / 250 - 1.5, y: py / 250 - 1 });
}
console.log(inside);

const pairs = [];
for (let i = 0; i < 300000; i++) pairs.push({ x: i, y: i % 7 });
let sums = { x: 0, y: 0 };
for (let k = 0; k < 30; k++) sums = fold(pairs, sums, (sum, { x, y }) => ({ x: (sum.x + x * y) & 1073741823, y: sum.y ^ x }));
console.log(`${sums.x} ${sums.y}`);
