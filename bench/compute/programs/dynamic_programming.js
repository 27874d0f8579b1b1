function lcs(a, b) {
  const t = [];
  for (let i = 0; i <= a.length; i++) {
    const row = [];
    for (let j = 0; j <= b.length; j++) row.push(0);
    t.push(row);
  }
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      if (a[i - 1] === b[j - 1]) t[i][j] = t[i - 1][j - 1] + 1;
      else t[i][j] = Math.max(t[i - 1][j], t[i][j - 1]);
    }
  }
  return t[a.length][b.length];
}

function knapsack(w, v, cap) {
  const dp = [];
  for (let i = 0; i <= cap; i++) dp.push(0);
  for (let i = 0; i < w.length; i++) {
    for (let c = cap; c >= w[i]; c--) dp[c] = Math.max(dp[c], dp[c - w[i]] + v[i]);
  }
  return dp[cap];
}

const a = [];
const b = [];
let x = 7;
for (let i = 0; i < 1500; i++) {
  x = (x * 31 + 11) % 1009;
  a.push(x % 20);
  x = (x * 17 + 5) % 1013;
  b.push(x % 20);
}
let s = 0;
for (let r = 0; r < 6; r++) s += lcs(a, b) + knapsack(a, b, 8000);
console.log(`${s}`);
