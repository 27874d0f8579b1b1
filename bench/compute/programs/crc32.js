function table() {
  const t = [];
  for (let n = 0; n < 256; n++) {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    t.push(c >>> 0);
  }
  return t;
}
function crc(t, s) {
  let c = -1;
  for (let i = 0; i < s.length; i++) c = t[(c ^ s.charCodeAt(i)) & 255] ^ (c >>> 8);
  return (c ^ -1) >>> 0;
}
const t = table();
const s = "the quick brown fox jumps over the lazy dog ".repeat(10000);
let sum = 0;
for (let k = 0; k < 60; k++) {
  sum = (sum ^ crc(t, s)) >>> 0;
  sum = (sum + 1) >>> 0;
}
console.log(sum);
