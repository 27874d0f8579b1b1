const words = "the tea is the best tea in the pot ".repeat(100_000).split(" ");
const counts = new Map<string, number>();
for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
console.log(counts.get("the"), counts.get("tea"));
