// Reads the trailers of the server at the address in its argument, and serves some for it to read.
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
)

func get(address string) (string, http.Header) {
	response, err := http.Get(address)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		panic(err)
	}
	return string(body), response.Trailer
}

func main() {
	body, trailer := get(os.Args[1] + "/trailers")
	fmt.Println(body, trailer)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Trailer", "X-Late")
		io.WriteString(w, "body")
		w.Header().Set("X-Late", "of Go")
		w.Header().Set(http.TrailerPrefix+"X-Unannounced", "too")
	}))
	defer server.Close()
	body, _ = get(os.Args[1] + "/ask?url=" + url.QueryEscape(server.URL))
	fmt.Println(body)
}
