package main

import (
	"fmt"
	"strings"
)

func main() {
	words := strings.Split(strings.Repeat("the tea is the best tea in the pot ", 100_000), " ")
	counts := map[string]int{}
	for _, word := range words {
		counts[word]++
	}
	fmt.Println(counts["the"], counts["tea"])
}
