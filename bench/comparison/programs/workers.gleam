import gleam/erlang/process.{type Subject}
import gleam/int
import gleam/io
import gleam/list

fn work(results: Subject(Int), start: Int, end: Int) {
  list.range(start, end)
  |> list.each(fn(n) { process.send(results, n * n) })
}

pub fn main() {
  let results = process.new_subject()
  list.range(0, 99)
  |> list.each(fn(i) {
    process.spawn(fn() { work(results, i * 1000, i * 1000 + 999) })
  })
  let sum =
    list.range(1, 100_000)
    |> list.fold(0, fn(sum, _) { sum + process.receive_forever(results) })
  io.println(int.to_string(sum))
}
