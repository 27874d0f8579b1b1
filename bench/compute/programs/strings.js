let bytes = 0;
for (let round = 0; round < 20; round++) {
  const lines = [];
  for (let i = 0; i < 20000; i++) {
    const line = `${String(i).padStart(6, "0")};${i * round};name-${i % 17}`;
    lines.push(line.replaceAll("name", "NAME").toLowerCase());
  }
  const text = lines.join("\n");
  for (const line of text.split("\n")) {
    const parts = line.split(";");
    if (parts[2].startsWith("name-1")) bytes += parts[0].length + parts[1].length;
  }
}
console.log(bytes);
