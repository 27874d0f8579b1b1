import { constants } from "node:os";
import { expect, test } from "vitest";
import { errorText, systemText } from "./index.ts";

test("system errors read as the C library words them", () => {
  expect(systemText("ECONNREFUSED")).toBe(`Connection refused (os error ${constants.errno.ECONNREFUSED})`);
  expect(systemText("ENOENT")).toBe(`No such file or directory (os error ${constants.errno.ENOENT})`);
});

test("names of errors that only the platform has map to the errors of the system", () => {
  expect(systemText("ERR_STREAM_DESTROYED")).toBe(systemText("EPIPE"));
  expect(systemText("ECANCELED")).toBe(systemText("ECONNABORTED"));
});

test("an error that is not of the system keeps its message", () => {
  expect(systemText("ENOTFOUND")).toBe("ENOTFOUND");
  expect(errorText(new Error("certificate has expired"))).toBe("certificate has expired");
  expect(errorText(Object.assign(new Error("connect"), { code: "EPERM" }))).toBe(systemText("EPERM"));
  expect(errorText("thrown")).toBe("unknown error");
});
