function fnv(s) {
  let h = 0xcbf29ce484222325n;
  for (let i = 0; i < s.length; i++) h = BigInt.asUintN(64, (h ^ BigInt(s.charCodeAt(i))) * 0x100000001b3n);
  return h;
}
let acc = 0n;
for (let i = 0; i < 200000; i++) acc ^= fnv(`key number ${i}`);
console.log(BigInt.asIntN(64, acc).toString());
