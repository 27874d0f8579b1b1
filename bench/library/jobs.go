// The jobs of jobs.std as a user would write them in Go.
package main

import (
	"encoding/base64"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

const rounds = 5

func job(name string, f func() int) {
	best := time.Duration(1 << 62)
	result := 0
	for range rounds {
		start := time.Now()
		result = f()
		best = min(best, time.Since(start))
	}
	fmt.Printf("%s\t%v\t%d\n", name, float64(best.Nanoseconds())/1e6, result)
}

type point struct{ x, y int }

type record struct {
	ID     int      `json:"id"`
	Name   string   `json:"name"`
	Price  float64  `json:"price"`
	Tags   []string `json:"tags"`
	Active bool     `json:"active"`
}

func main() {
	var lines []string
	for i := range 20000 {
		host := fmt.Sprintf("%d.%d.%d.%d", i%256, i*7%256, i*13%256, i*29%256)
		head := fmt.Sprintf("%s - - [10/Oct/2026:13:%d:%d +0000]", host, 10+i%50, 10+i*3%50)
		lines = append(lines, fmt.Sprintf("%s \"GET /items/%d?page=%d HTTP/1.1\" %d %d \"-\" \"curl/8.5.0\"", head, i, i%9, 200+i%5*100, i*31%100000))
	}
	line := regexp.MustCompile(`^(\S+) \S+ \S+ \[([^\]]+)\] "(\S+) (\S+) [^"]*" (\d{3}) (\d+)`)
	job("captures", func() int {
		sum := 0
		for _, text := range lines {
			groups := line.FindStringSubmatch(text)
			sum += len(groups[1]) + len(groups[2]) + len(groups[4]) + len(groups[5]) + len(groups[6])
		}
		return sum
	})
	address := regexp.MustCompile(`(\d+)\.(\d+)\.(\d+)\.(\d+)`)
	job("replace", func() int {
		sum := 0
		for _, text := range lines {
			sum += len(address.ReplaceAllString(text, "${1}.x.x.${4}"))
		}
		return sum
	})
	number := regexp.MustCompile(`[0-9]+`)
	job("replace_numbers", func() int {
		sum := 0
		for _, text := range lines {
			sum += len(number.ReplaceAllString(text, "N"))
		}
		return sum
	})
	separator := regexp.MustCompile(`[ /:]\s*`)
	job("split_regex", func() int {
		sum := 0
		for _, text := range lines {
			sum += len(separator.Split(text, -1))
		}
		return sum
	})
	var letters []string
	for _, text := range lines {
		letters = append(letters, strings.Replace(text, "/items/", "/größe/日本/", 1))
	}
	job("captures_utf8", func() int {
		sum := 0
		for _, text := range letters {
			groups := line.FindStringSubmatch(text)
			sum += len(groups[1]) + len(groups[5]) + len(groups[6])
		}
		return sum
	})
	job("replace_utf8", func() int {
		sum := 0
		for _, text := range letters {
			sum += len(strings.Split(separator.ReplaceAllString(text, ""), "g"))
		}
		return sum
	})
	whole := strings.Join(lines, "\n")
	job("replace_text", func() int { return len(address.ReplaceAllString(whole, "$1.x.x.$4")) })
	wholeLetters := strings.Join(letters, "\n")
	job("split_text", func() int { return len(separator.Split(wholeLetters, -1)) })
	quoted := regexp.MustCompile(`"([^"]*)"`)
	job("quoted_text", func() int { return len(quoted.ReplaceAllString(whole, "<$1>")) })
	const layout = "2006-01-02 15:04:05"
	job("format_dates", func() int {
		sum := 0
		for i := range 100000 {
			sum += int(time.Unix(int64(i)*15731, 0).UTC().Format(layout)[18])
		}
		return sum
	})
	var dates []string
	for i := range 100000 {
		dates = append(dates, time.Unix(int64(i)*15731, 0).UTC().Format(layout))
	}
	job("parse_dates", func() int {
		sum := 0
		for _, text := range dates {
			at, _ := time.Parse(layout, text)
			sum += int(at.Unix())
		}
		return sum
	})
	var names []string
	seed := 1
	for i := range 200000 {
		seed = seed * 48271 % 2147483647
		names = append(names, fmt.Sprintf("name %d of %d", seed, i%10))
	}
	job("sort_strings", func() int {
		sorted := slices.Clone(names)
		slices.Sort(sorted)
		return len(sorted[1000]) + int(sorted[100000][8])*1000
	})
	job("struct_keys", func() int {
		grid := map[point]int{}
		for i := range 300000 {
			grid[point{i * 7 % 300, i * 11 % 200}] += i
		}
		return len(grid) + grid[point{7, 11}]
	})
	job("int_keys", func() int {
		counts := map[int]int{}
		for i := range 1000000 {
			counts[i*7919%200003]++
		}
		return len(counts) + counts[5]
	})
	job("sets", func() int {
		a, b := map[int]struct{}{}, map[int]struct{}{}
		for i := range 200000 {
			a[i*2] = struct{}{}
			b[i*3] = struct{}{}
		}
		union, both, rest := map[int]struct{}{}, map[int]struct{}{}, map[int]struct{}{}
		for x := range a {
			union[x] = struct{}{}
			if _, found := b[x]; found {
				both[x] = struct{}{}
			} else {
				rest[x] = struct{}{}
			}
		}
		for x := range b {
			union[x] = struct{}{}
		}
		return len(union) + len(both)*3 + len(rest)*5
	})
	var records []record
	for i := range 20000 {
		records = append(records, record{i, fmt.Sprintf("item number %d", i), float64(i) * 0.25, []string{"red", fmt.Sprintf("n%d", i%10)}, i%3 == 0})
	}
	job("json_encode", func() int {
		text, _ := json.Marshal(records)
		return len(text)
	})
	text, _ := json.Marshal(records)
	job("json_decode", func() int {
		var read []record
		json.Unmarshal(text, &read)
		return len(read) + read[777].ID + len(read[19999].Tags[1])
	})
	bytes := make([]byte, 256)
	for i := range bytes {
		bytes[i] = byte(i)
	}
	block := []byte(strings.Repeat(string(bytes), 8192))
	job("base64", func() int {
		coded := base64.StdEncoding.EncodeToString(block)
		back, _ := base64.StdEncoding.DecodeString(coded)
		return len(coded) + len(back)
	})
	job("hex", func() int {
		coded := hex.EncodeToString(block)
		back, _ := hex.DecodeString(coded)
		return len(coded) + len(back)
	})
	job("crc32", func() int { return int(crc32.ChecksumIEEE(block)) })
	plain := strings.Repeat("a b/c?d=é&e=100%", 20000)
	job("url", func() int {
		coded := url.PathEscape(plain)
		back, _ := url.PathUnescape(coded)
		// PathEscape does not escape `&`, `=` and `+`.
		return len(coded) + len(back) + 3*2*20000
	})
	var words []string
	for range 600000 {
		seed = seed * 48271 % 2147483647
		words = append(words, fmt.Sprintf("w%d", seed%5000))
	}
	prose := strings.Join(words, " ")
	job("word_count", func() int {
		counts := map[string]int{}
		for _, word := range strings.Fields(prose) {
			counts[word]++
		}
		most := 0
		for _, n := range counts {
			most = max(most, n)
		}
		return len(counts) + most
	})
	rows := make([][]string, 100000)
	for i := range rows {
		note := "plain"
		if i%10 == 0 {
			note = `a, "quoted" one`
		}
		rows[i] = []string{fmt.Sprint(i), fmt.Sprintf("name %d", i), note, fmt.Sprintf("%d.25", i*7%1000), "2026-11-22"}
	}
	job("csv_format", func() int {
		var out strings.Builder
		writer := csv.NewWriter(&out)
		writer.UseCRLF = true
		writer.WriteAll(rows)
		return out.Len()
	})
}
