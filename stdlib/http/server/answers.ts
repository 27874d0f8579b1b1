// Chooses how a response is sent, by the kind of its body.
import { EventAnswer } from "./event-answer.ts";
import { FileAnswer } from "./file-answer.ts";
import type { Begun, Outgoing } from "./outgoing.ts";
import { StreamAnswer } from "./stream-answer.ts";
import { WebSocketAnswer } from "./websocket-answer.ts";

export function answerOf(begun: Begun): Outgoing {
  const { source } = begun.response;
  switch (source?.kind) {
    case "events":
      return new EventAnswer(begun, source);
    case "file":
      return new FileAnswer(begun, source.file);
    case "websocket":
      return new WebSocketAnswer(begun, source);
    case "stream":
    case undefined:
      return new StreamAnswer(begun);
  }
}
