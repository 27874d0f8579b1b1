class Queue<T> {
  #items: T[] = [];
  #takers: ((item: T | undefined) => void)[] = [];
  #closed = false;

  send(item: T): void {
    const taker = this.#takers.shift();
    if (taker) taker(item);
    else this.#items.push(item);
  }

  close(): void {
    this.#closed = true;
    for (const taker of this.#takers) taker(undefined);
  }

  async receive(): Promise<T | undefined> {
    if (this.#items.length > 0 || this.#closed) return this.#items.shift();
    return new Promise((resolve) => this.#takers.push(resolve));
  }
}

async function work(jobs: Queue<number>, results: Queue<number>): Promise<void> {
  for (let n = await jobs.receive(); n !== undefined; n = await jobs.receive()) results.send(n * n);
}

const jobs = new Queue<number>();
const results = new Queue<number>();
for (let i = 0; i < 100; i++) work(jobs, results);
for (let n = 0; n < 100_000; n++) jobs.send(n);
jobs.close();
let sum = 0;
for (let i = 0; i < 100_000; i++) sum += (await results.receive())!;
console.log(sum);
