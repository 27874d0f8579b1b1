class Heap {
  constructor() {
    this.items = [];
  }
  push(item) {
    const a = this.items;
    a.push(item);
    let i = a.length - 1;
    while (i > 0) {
      const p = (i - 1) >> 1;
      if (a[p].dist <= a[i].dist) break;
      const t = a[p];
      a[p] = a[i];
      a[i] = t;
      i = p;
    }
  }
  pop() {
    const a = this.items;
    if (a.length === 0) return null;
    const top = a[0],
      last = a.pop();
    if (a.length > 0) {
      a[0] = last;
      let i = 0;
      const n = a.length;
      for (;;) {
        const l = i * 2 + 1,
          r = l + 1;
        let b = i;
        if (l < n && a[l].dist < a[b].dist) b = l;
        if (r < n && a[r].dist < a[b].dist) b = r;
        if (b === i) break;
        const t = a[b];
        a[b] = a[i];
        a[i] = t;
        i = b;
      }
    }
    return top;
  }
}
function shortest(graph, source) {
  const dist = new Array(graph.length).fill(1000000000);
  dist[source] = 0;
  const heap = new Heap();
  heap.push({ dist: 0, node: source });
  for (;;) {
    const item = heap.pop();
    if (item === null) break;
    if (item.dist > dist[item.node]) continue;
    for (const e of graph[item.node]) {
      const d = item.dist + e.weight;
      if (d < dist[e.to]) {
        dist[e.to] = d;
        heap.push({ dist: d, node: e.to });
      }
    }
  }
  return dist;
}
const n = 20000,
  graph = [];
let seed = 1;
const next = () => (seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff);
for (let i = 0; i < n; i++) {
  const edges = [];
  for (let k = 0; k < 5; k++) {
    const to = next() % n;
    edges.push({ to, weight: (next() % 100) + 1 });
  }
  graph.push(edges);
}
let sum = 0;
for (let s = 0; s < 15; s++) for (const d of shortest(graph, s)) if (d < 1000000000) sum += d;
console.log(sum);
