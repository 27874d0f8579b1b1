import { constants } from "node:os";
import { expect, test } from "vitest";
import { codeOf, errorText, systemText } from "./index.ts";

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

test("codes follow from the texts of the system, not from those of programs", () => {
  expect(codeOf(systemText("ENOENT"))).toBe("not_found");
  expect(codeOf(`Connect error: ${systemText("ECONNREFUSED")}`)).toBe("connection_refused");
  expect(codeOf(systemText("ERR_STREAM_DESTROYED"))).toBe("broken_pipe");
  expect(codeOf(systemText("EINVAL"))).toBe("");
  expect(codeOf(`${systemText("ENOENT")} (/a/path)`)).toBe("");
  expect(codeOf(`x (os error ${constants.errno.ENOENT})`)).toBe("");
  expect(codeOf("permission denied: net is not allowed here (--allow-net)")).toBe("permission_denied");
  expect(codeOf("failed to lookup address information: Name or service not known")).toBe("name_not_found");
});
