package main

import "fmt"

func work(jobs <-chan int, results chan<- int) {
	for n := range jobs {
		results <- n * n
	}
}

func main() {
	jobs := make(chan int)
	results := make(chan int)
	for range 100 {
		go work(jobs, results)
	}
	go func() {
		for n := range 100_000 {
			jobs <- n
		}
		close(jobs)
	}()
	sum := 0
	for range 100_000 {
		sum += <-results
	}
	fmt.Println(sum)
}
