let total = 0;
for (let round = 0; round < 4; round++) {
  const map = new Map();
  for (let i = 0; i < 1000000; i++) map.set((i * 7) % 1000003, i);
  for (let i = 0; i < 1000000; i++) total += map.get(i) ?? 0;
  for (const key of [...map.keys()]) if (key % 3 === 0) map.delete(key);
  for (const value of map.values()) total += value % 10;
  total += map.size;
}
console.log(total);
