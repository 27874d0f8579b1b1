interface Order {
  id: number;
  drink: string;
  price: number;
}

const orders: Order[] = [];
for (let id = 0; id < 100_000; id++) orders.push({ id, drink: "tea", price: 2.5 });
const read = JSON.parse(JSON.stringify(orders)) as Order[];
let total = 0;
for (const order of read) total += order.price;
console.log(total);
