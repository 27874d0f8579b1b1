import json
from dataclasses import asdict, dataclass


@dataclass
class Order:
    id: int
    drink: str
    price: float


orders = [Order(id, "tea", 2.5) for id in range(100_000)]
read = [Order(**each) for each in json.loads(json.dumps([asdict(each) for each in orders]))]
print(int(sum(order.price for order in read)))
