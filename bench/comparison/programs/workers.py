import asyncio


async def work(jobs: asyncio.Queue[int], results: asyncio.Queue[int]) -> None:
    while True:
        n = await jobs.get()
        await results.put(n * n)


async def main() -> None:
    jobs: asyncio.Queue[int] = asyncio.Queue(1)
    results: asyncio.Queue[int] = asyncio.Queue(1)
    workers = [asyncio.create_task(work(jobs, results)) for _ in range(100)]

    async def fill() -> None:
        for n in range(100_000):
            await jobs.put(n)

    filling = asyncio.create_task(fill())
    total = 0
    for _ in range(100_000):
        total += await results.get()
    print(total)
    await filling
    for worker in workers:
        worker.cancel()


asyncio.run(main())
