import gleam/dynamic/decode
import gleam/float
import gleam/int
import gleam/io
import gleam/json
import gleam/list

type Order {
  Order(id: Int, drink: String, price: Float)
}

fn encode(order: Order) -> json.Json {
  json.object([
    #("id", json.int(order.id)),
    #("drink", json.string(order.drink)),
    #("price", json.float(order.price)),
  ])
}

fn decoder() -> decode.Decoder(Order) {
  use id <- decode.field("id", decode.int)
  use drink <- decode.field("drink", decode.string)
  use price <- decode.field("price", decode.float)
  decode.success(Order(id:, drink:, price:))
}

pub fn main() {
  let orders =
    list.range(0, 99_999)
    |> list.map(fn(id) { Order(id:, drink: "tea", price: 2.5) })
  let text = json.to_string(json.array(orders, encode))
  let assert Ok(read) = json.parse(text, decode.list(decoder()))
  let total = list.fold(read, 0.0, fn(sum, order) { sum +. order.price })
  io.println(int.to_string(float.round(total)))
}
