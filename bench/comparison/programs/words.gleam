import gleam/dict
import gleam/int
import gleam/io
import gleam/list
import gleam/option
import gleam/result
import gleam/string

pub fn main() {
  let words =
    string.repeat("the tea is the best tea in the pot ", 100_000)
    |> string.split(" ")
  let counts =
    list.fold(words, dict.new(), fn(counts, word) {
      dict.upsert(counts, word, fn(n) { option.unwrap(n, 0) + 1 })
    })
  let count = fn(word) {
    dict.get(counts, word) |> result.unwrap(0) |> int.to_string
  }
  io.println(count("the") <> " " <> count("tea"))
}
