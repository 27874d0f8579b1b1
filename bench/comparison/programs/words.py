words = ("the tea is the best tea in the pot " * 100_000).split(" ")
counts: dict[str, int] = {}
for word in words:
    counts[word] = counts.get(word, 0) + 1
print(counts["the"], counts["tea"])
