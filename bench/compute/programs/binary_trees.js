class Node {
  constructor(left, right) {
    this.left = left;
    this.right = right;
  }
}

const grow = (depth) => (depth === 0 ? new Node(null, null) : new Node(grow(depth - 1), grow(depth - 1)));

const count = (t) => (t === null ? 0 : 1 + count(t.left) + count(t.right));

let total = 0;
for (let i = 0; i < 80; i++) total += count(grow(14 + (i % 3)));
console.log(total);
