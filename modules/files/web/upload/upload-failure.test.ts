import { expect, test } from "vitest";
import { ApiError, ownProblem } from "#platform/web/api/api-error.ts";
import {
  failureOf,
  failureOfStatus,
  NameTaken,
  UPLOAD_FAILURE_SENTENCES,
  UploadFailure,
} from "./upload-failure.ts";

test.each([
  [0, "UNREACHABLE", "network", true],
  [0, "TIMEOUT", "timeout", true],
  [408, "", "timeout", true],
  [504, "", "timeout", true],
  [401, "", "denied", false],
  [403, "", "denied", false],
  [404, "", "not_exists", false],
  [413, "", "size", false],
  [507, "", "size", false],
  [415, "", "extension", false],
  [429, "", "server", true],
  [500, "", "server", true],
  [503, "", "server", true],
  [400, "", "server", false],
  [422, "", "server", false],
] as const)("status %i %s is of the kind %s", (status, code, kind, passing) => {
  expect(failureOfStatus(status, code, "")).toMatchObject({
    kind,
    passing,
    message: UPLOAD_FAILURE_SENTENCES[kind],
  });
});

test("a taken name is a question, not a failure", () => {
  expect(failureOfStatus(409, "NAME_TAKEN", "")).toBeInstanceOf(NameTaken);
});

test("chunks that are missing at the end are no question about a name", () => {
  expect(failureOfStatus(409, "UPLOAD_INCOMPLETE", "")).toMatchObject({
    kind: "server",
    chunksMissing: true,
  });
});

test("the server's own sentence is shown where it knows more", () => {
  const full = failureOf(
    new ApiError(ownProblem(507, "QUOTA", "Die Ablage ist voll: es sind noch 2 MB frei.")),
  );
  expect(full).toMatchObject({
    kind: "size",
    message: "Die Ablage ist voll: es sind noch 2 MB frei.",
  });
});

test("the reader's abort, a vanished file and a stalled line have kinds of their own", () => {
  expect(failureOf(new DOMException("", "AbortError"))).toMatchObject({
    kind: "abort",
    passing: false,
  });
  expect(failureOf(new DOMException("", "NotFoundError"))).toMatchObject({
    kind: "not_exists",
    passing: false,
  });
  expect(failureOf(new DOMException("", "TimeoutError"))).toMatchObject({
    kind: "timeout",
    passing: true,
  });
  expect(failureOf(new Error("?"))).toBeInstanceOf(UploadFailure);
});

test("each kind has its own sentence", () => {
  expect(new Set(Object.values(UPLOAD_FAILURE_SENTENCES)).size).toBe(8);
});
