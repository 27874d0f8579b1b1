package main

import (
	"encoding/json"
	"fmt"
)

type Order struct {
	ID    int     `json:"id"`
	Drink string  `json:"drink"`
	Price float64 `json:"price"`
}

func main() {
	var orders []Order
	for id := range 100_000 {
		orders = append(orders, Order{ID: id, Drink: "tea", Price: 2.5})
	}
	text, err := json.Marshal(orders)
	if err != nil {
		panic(err)
	}
	var read []Order
	if err := json.Unmarshal(text, &read); err != nil {
		panic(err)
	}
	total := 0.0
	for _, order := range read {
		total += order.Price
	}
	fmt.Println(int(total))
}
