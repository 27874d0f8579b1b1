let total = 0;
for (let round = 0; round < 5; round++) {
  let text = "";
  for (let i = 0; i < 1000000; i++) text = text.concat("abc").concat(`${i % 10}`);
  total += text.length + text.charCodeAt(12345);
  let more = "";
  for (let i = 0; i < 1000000; i++) more += "xy";
  total += more.length + more.charCodeAt(777);
}
console.log(total);
