// Everything that belongs to one request ends with it, however it ends.
import { expect, it } from "vitest";
import { type ErrorValue, UNIT } from "../../../interpreter/runtime/index.ts";
import type { MaybePromise, Result, Unit } from "../../../interpreter/runtime/index.ts";
import { FakeSocket } from "../testing/fake-socket.ts";
import { Output } from "./output.ts";
import type { BodyWriter } from "../routes/body-source.ts";
import type { Request } from "../routes/request.ts";
import { RESPONSE_FUNCTIONS, Response, TEXT } from "../routes/response.ts";
import { converse, dialRaw, pause, routesTo, start, statusesOf, talk } from "../testing/served.ts";
import type { Cancel } from "../../sync/index.ts";

const GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

type Write = (out: BodyWriter) => MaybePromise<Result<Unit, ErrorValue>>;
const stream = (write: Write): Response => RESPONSE_FUNCTIONS["Response.stream"]("text/plain", write);

function isCancelled(request: Request): boolean {
  const cancel = request.cancel(() => {
    throw new Error("not received");
  }) as Cancel;
  return cancel.isCancelled;
}

it("tells a handler that asks after its time that the client no longer waits", async () => {
  const seen: boolean[] = [];
  let answered = (): void => {};
  const gate = new Promise<void>((resolve) => (answered = resolve));
  const running = await start(
    routesTo(async (request) => {
      await gate;
      seen.push(isCancelled(request));
      return Response.of(200, TEXT, "late");
    }),
    { limits: { handlerMs: 20 } },
  );
  expect(statusesOf(await talk(running.port, GET))).toBe("503");
  answered();
  while (seen.length === 0) await pause(2);
  expect(seen).toEqual([true]);
  await running.stop();
});

it("closes the resources of a request only when a handler that was too late has returned", async () => {
  const order: string[] = [];
  let answered = (): void => {};
  const gate = new Promise<void>((resolve) => (answered = resolve));
  const running = await start(
    routesTo(async (request) => {
      request.origin!.atEnd(() => order.push("closed"));
      await gate;
      request.origin!.atEnd(() => order.push("closed too"));
      order.push("used");
      return Response.of(200, TEXT, "late");
    }),
    { limits: { handlerMs: 20 } },
  );
  expect(statusesOf(await talk(running.port, GET))).toBe("503");
  answered();
  while (order.length < 3) await pause(2);
  expect(order).toEqual(["used", "closed", "closed too"]);
  await running.stop();
});

it("handles no further request of a connection that has been reset", async () => {
  let calls = 0;
  const running = await start(
    routesTo(() => {
      calls += 1;
      // The head has been sent, then the function fails: the client must see that the response is incomplete.
      return stream(({ sink }) => {
        void sink.write("begun");
        throw new Error("failed");
      });
    }),
  );
  await talk(running.port, GET + GET + GET);
  expect(calls).toBe(1);
  await running.stop();
});

it("cancels waits of the handler when a response breaks off", async () => {
  let asked: Request | undefined;
  const running = await start(
    routesTo((request) => {
      asked = request;
      isCancelled(request);
      return stream(async ({ sink }) => {
        await sink.write("begun");
        await pause(1);
        throw new Error("failed");
      });
    }),
  );
  await talk(running.port, GET);
  expect(isCancelled(asked!)).toBe(true);
  await running.stop();
});

it("writes nothing more after a request that the client has cut in half", async () => {
  expect(converse(["GET / HTTP/1.1\r\nHo"], undefined, true).statuses).toBe("400");
  expect(converse([GET], undefined, true).statuses).toBe("200");
  // Both sides have ended.
  const running = await start(routesTo(() => stream(() => UNIT)));
  const socket = dialRaw(running.port);
  let text = "";
  socket.on("data", (bytes: Buffer) => (text += bytes.toString("latin1")));
  const closed = new Promise((resolve) => socket.on("close", resolve));
  socket.end(GET);
  await closed;
  expect(statusesOf(text)).toBe("200");
  await running.stop();
});

it("gives a client no more time for data that is added while it is behind", () => {
  const fake = new FakeSocket();
  const output = new Output({ writes: { add: () => {} }, writeLimit: () => 1_000 }, fake.socket, () => {});
  output.stall();
  const { deadline } = output;
  expect(deadline).not.toBeNull();
  for (const until = performance.now() + 5; performance.now() < until; );
  output.add("more", "");
  output.stall();
  expect(output.deadline).toBe(deadline);
});
