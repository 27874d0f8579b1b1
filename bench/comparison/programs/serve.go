package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
)

func main() {
	http.HandleFunc("GET /hello/{name}", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "hello %s", r.PathValue("name"))
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go http.Serve(listener, nil)
	size := 0
	for n := range 3000 {
		response, err := http.Get(fmt.Sprintf("http://%s/hello/%d", listener.Addr(), n))
		if err != nil {
			panic(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil {
			panic(err)
		}
		size += len(body)
	}
	fmt.Println(size)
}
