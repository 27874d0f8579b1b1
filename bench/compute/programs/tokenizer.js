const isDigit = (b) => b >= 48 && b <= 57,
  isAlpha = (b) => b >= 97 && b <= 122;
function tokenize(s) {
  const out = [];
  let i = 0;
  const n = s.length;
  while (i < n) {
    const b = s.charCodeAt(i);
    switch (b) {
      case 123:
        out.push({ kind: "{" });
        break;
      case 125:
        out.push({ kind: "}" });
        break;
      case 91:
        out.push({ kind: "[" });
        break;
      case 93:
        out.push({ kind: "]" });
        break;
      case 58:
        out.push({ kind: ":" });
        break;
      case 44:
        out.push({ kind: "," });
        break;
      case 34: {
        const start = ++i;
        while (s.charCodeAt(i) !== 34) i++;
        out.push({ kind: "str", text: s.slice(start, i) });
        break;
      }
      default:
        if (isDigit(b)) {
          let v = 0;
          while (isDigit(s.charCodeAt(i))) {
            v = v * 10 + s.charCodeAt(i) - 48;
            i++;
          }
          i--;
          out.push({ kind: "num", value: v });
        } else if (isAlpha(b)) {
          const start = i;
          while (isAlpha(s.charCodeAt(i))) i++;
          out.push({ kind: "word", text: s.slice(start, i) });
          i--;
        }
    }
    i++;
  }
  return out;
}
const doc =
  "[" +
  '{"name": "widget", "price": 12345, "tags": ["a", "bc", "def"], "ok": true, "none": null}, '.repeat(2000) +
  "0]";
let total = 0;
for (let k = 0; k < 15; k++)
  for (const t of tokenize(doc))
    total +=
      t.kind === "str"
        ? t.text.length
        : t.kind === "num"
          ? t.value % 7
          : t.kind === "word"
            ? t.text.length
            : 1;
console.log(total);
