// Tests the server of browser.std with Go's net/http. Arguments: the base URL of http, of https, ca.pem.
package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"os"
	"strings"
	"time"
)

var failed = 0

func check(name string, seen, expected any) {
	if fmt.Sprint(seen) == fmt.Sprint(expected) {
		fmt.Println("ok   net/http:", name)
		return
	}
	failed = 1
	fmt.Printf("FAIL net/http: %s: %v instead of %v\n", name, seen, expected)
}

func text(answer *http.Response, err error) string {
	if err != nil {
		return err.Error()
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return err.Error()
	}
	return string(body)
}

func main() {
	base, secure, ca := os.Args[1], os.Args[2], os.Args[3]
	jar, _ := cookiejar.New(nil)
	client := &http.Client{Jar: jar, Timeout: 20 * time.Second}

	reader, writer := io.Pipe()
	form := multipart.NewWriter(writer)
	go func() {
		form.WriteField("text", "ä")
		file, _ := form.CreateFormFile("file", "a.bin")
		file.Write(make([]byte, 2_000_000))
		form.Close()
		writer.Close()
	}()
	check("a form in chunks", text(client.Post(base+"/form", form.FormDataContentType(), reader)), "ä|a.bin|application/octet-stream|2000000")

	text(client.Get(base + "/cookies/set"))
	sent := text(client.Get(base + "/cookies/sent"))
	check("cookies", fmt.Sprint(strings.Contains(sent, "hidden=1"), strings.Contains(sent, "strict=5"), strings.Contains(sent, "below")), "true true false")

	events, err := client.Get(base + "/events")
	lines := []string{}
	if err == nil {
		for scan := bufio.NewScanner(events.Body); scan.Scan(); {
			lines = append(lines, scan.Text())
		}
	}
	check("events", strings.Join(lines, "|"), "event: n|id: 1|data: first line|data: second line 1||data: plain|")

	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	request, _ := http.NewRequestWithContext(ctx, "GET", base+"/wait", nil)
	_, err = client.Do(request)
	cancel()
	check("a request that is given up", fmt.Sprintf("%t %s", err != nil, text(client.Get(base+"/left"))), "true true")

	request, _ = http.NewRequest("GET", base+"/sound.wav", nil)
	request.Header.Set("Range", "bytes=0-3")
	check("a part", text(client.Do(request)), "RIFF")

	request, _ = http.NewRequest("POST", base+"/form", bytes.NewReader(make([]byte, 20_000_000)))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Expect", "100-continue")
	answer, err := (&http.Client{Transport: &http.Transport{ExpectContinueTimeout: 5 * time.Second}}).Do(request)
	check("a body that is too large is refused before it is sent", fmt.Sprint(err == nil && answer.StatusCode == 413), true)

	pool := x509.NewCertPool()
	pem, _ := os.ReadFile(ca)
	pool.AppendCertsFromPEM(pem)
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: version, MaxVersion: version}}
		check(tls.VersionName(version), text((&http.Client{Transport: transport}).Get(secure + "/index.html")) != "", true)
	}
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}}
	_, err = (&http.Client{Transport: transport}).Get(secure + "/index.html")
	check("TLS 1.1 is refused", err != nil, true)
	os.Exit(failed)
}
