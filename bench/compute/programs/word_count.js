function text(words) {
  let seed = 42;
  let out = "";
  for (let i = 0; i < words; i++) {
    seed = (seed * 16807) % 2147483647;
    out += `w${Math.floor(seed / 65536) % 5000} `;
  }
  return out;
}

const counts = new Map();
for (const word of text(1500000).split(" ")) counts.set(word, (counts.get(word) ?? 0) + 1);
let most = 0;
for (const n of counts.values()) if (n > most) most = n;
console.log(`${counts.size} ${most}`);
