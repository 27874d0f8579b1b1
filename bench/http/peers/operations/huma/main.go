// The operation of operations.std on Huma, with the router of the standard library.
package main

import (
	"context"
	"net/http"
	"os"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

type Note struct {
	Text string   `json:"text" minLength:"1" maxLength:"200"`
	Tags []string `json:"tags" maxItems:"10"`
}

type Input struct {
	ID     int    `path:"id"`
	Notify bool   `query:"notify"`
	Tenant string `header:"X-Tenant" required:"true"`
	Body   Note
}

type Output struct {
	Body Note
}

func main() {
	mux := http.NewServeMux()
	config := huma.DefaultConfig("Notes", "1.0")
	// Without links to schemas in each answer.
	config.CreateHooks = nil
	api := humago.New(mux, config)
	huma.Put(api, "/notes/{id}", func(_ context.Context, input *Input) (*Output, error) {
		if input.ID == 0 {
			return nil, huma.Error404NotFound("no note 0")
		}
		return &Output{Body: input.Body}, nil
	})
	if err := http.ListenAndServe("127.0.0.1:"+os.Args[1], mux); err != nil {
		panic(err)
	}
}
