function build(d, s) {
  if (d === 0) return s % 3 === 0 ? { k: "var" } : { k: "num", n: s % 10 };
  switch (s % 4) {
    case 0:
      return { k: "add", a: build(d - 1, s + 1), b: build(d - 1, s + 2) };
    case 1:
      return { k: "sub", a: build(d - 1, s + 3), b: build(d - 1, s + 1) };
    case 2:
      return { k: "mul", a: build(d - 1, s + 2), b: build(d - 1, s + 5) };
    default:
      return { k: "neg", a: build(d - 1, s + 7) };
  }
}
function ev(e, x) {
  switch (e.k) {
    case "num":
      return e.n;
    case "var":
      return x;
    case "add":
      return ev(e.a, x) + ev(e.b, x);
    case "sub":
      return ev(e.a, x) - ev(e.b, x);
    case "mul":
      return (ev(e.a, x) * ev(e.b, x)) % 10007;
    case "neg":
      return -ev(e.a, x);
  }
}
const e = build(14, 1);
let sum = 0;
for (let i = 0; i < 1500; i++) sum = (sum + ev(e, i)) % 1000003;
console.log(sum);
