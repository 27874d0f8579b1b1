// The round of every JavaScript client: warms up, then sends `count` requests, `workers` at a time.
export async function run(get) {
  const [url, workers, count] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const round = (total) =>
    Promise.all(
      Array.from({ length: workers }, async () => {
        for (let i = 0; i < Math.floor(total / workers); i++) if ((await get(url)) !== "hello, world") throw new Error("wrong answer");
      }),
    );
  await round(count / 4);
  console.log("start");
  await pause(50);
  await round(count);
  console.log("end");
  await pause(200);
  process.exit();
}
