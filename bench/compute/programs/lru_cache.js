class Lru {
  constructor(c) {
    this.capacity = c;
    this.index = new Map();
    this.nodes = [];
    this.head = -1;
    this.tail = -1;
  }
  unlink(i) {
    const n = this.nodes[i];
    if (n.prev >= 0) this.nodes[n.prev].next = n.next;
    else this.head = n.next;
    if (n.next >= 0) this.nodes[n.next].prev = n.prev;
    else this.tail = n.prev;
  }
  front(i) {
    const n = this.nodes[i];
    n.prev = -1;
    n.next = this.head;
    if (this.head >= 0) this.nodes[this.head].prev = i;
    else this.tail = i;
    this.head = i;
  }
  get(key) {
    const i = this.index.get(key);
    if (i === undefined) return null;
    this.unlink(i);
    this.front(i);
    return this.nodes[i].value;
  }
  put(key, value) {
    let i = this.index.get(key);
    if (i !== undefined) {
      this.nodes[i].value = value;
      this.unlink(i);
      this.front(i);
      return;
    }
    i = this.nodes.length;
    if (i < this.capacity) this.nodes.push({ key, value, prev: -1, next: -1 });
    else {
      i = this.tail;
      this.unlink(i);
      const n = this.nodes[i];
      this.index.delete(n.key);
      n.key = key;
      n.value = value;
    }
    this.index.set(key, i);
    this.front(i);
  }
}
const lru = new Lru(1000);
let seed = 7,
  hits = 0;
for (let k = 0; k < 1000000; k++) {
  seed = (seed * 16807) % 2147483647;
  const key = seed % 1500;
  const v = lru.get(key);
  if (v !== null) hits += v;
  else lru.put(key, 1);
}
console.log(hits);
