function fnv(s) {
  let h = 2166136261;
  for (let i = 0; i < s.length; i++) h = Math.imul(h ^ s.charCodeAt(i), 16777619) >>> 0;
  return h;
}

let h = 0;
for (let i = 0; i < 500000; i++) h = (h ^ fnv(`hello world ${i}`)) >>> 0;
console.log(`${h}`);
