let total = 0;
const parts = [];
for (let i = 0; i < 1000000; i++) parts.push(`item${i}`);
for (let round = 0; round < 3; round++) {
  const text = parts.join(",");
  const again = text.split(",");
  total += again.length + again[777].length;
  const lines = again.join("\n").split("\n");
  total += lines.length;
  total += text.replaceAll("item", "x").length;
  total += parts.join(" ").split(/[ \t\r\n\v\f]+/).length;
}
console.log(total);
