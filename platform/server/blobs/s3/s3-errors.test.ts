import { S3ServiceException } from "@aws-sdk/client-s3";
import { describe, expect, test } from "vitest";
import { AppError } from "../../http/app-error.ts";
import { isMissing, isUnknownCall, translatingErrors } from "./s3-errors.ts";

function refusal(name: string, httpStatusCode: number): S3ServiceException {
  return new S3ServiceException({ name, $fault: "client", $metadata: { httpStatusCode } });
}

function lost(code: string): Error {
  return Object.assign(new Error("the line is dead"), { code });
}

describe("what the store answers becomes", () => {
  test.each([
    ["a key that is not there", refusal("NoSuchKey", 404), 404, "NOT_FOUND"],
    ["an upload that is not there any more", refusal("NoSuchUpload", 400), 404, "NOT_FOUND"],
    ["a bucket without room", refusal("QuotaExceeded", 403), 507, "STORE_FULL"],
    ["a disk without room", refusal("XMinioStorageFull", 507), 507, "STORE_FULL"],
    ["a bucket that is not there", refusal("NoSuchBucket", 404), 503, "STORE_UNAVAILABLE"],
    ["one who asks and is not known", refusal("XAdminUserNotFound", 404), 503, "STORE_UNAVAILABLE"],
    ["a refused key", refusal("AccessDenied", 403), 503, "STORE_UNAVAILABLE"],
    ["a broken store", refusal("InternalError", 500), 503, "STORE_UNAVAILABLE"],
    ["nobody there", lost("ECONNREFUSED"), 503, "STORE_UNAVAILABLE"],
    ["an unknown name", lost("ENOTFOUND"), 503, "STORE_UNAVAILABLE"],
    ["silence", new Error("ETIMEDOUT: no answer"), 503, "STORE_UNAVAILABLE"],
    ["a cut line", new Error("socket hang up"), 503, "STORE_UNAVAILABLE"],
  ])("%s", async (_name, error, status, code) => {
    await expect(translatingErrors(() => Promise.reject(error))).rejects.toMatchObject({
      status,
      code,
    });
  });

  test("nothing else: what the sender did wrong and our own faults stay what they are", async () => {
    const tooLarge = new AppError("TOO_LARGE");
    await expect(translatingErrors(() => Promise.reject(tooLarge))).rejects.toBe(tooLarge);
    const ours = new TypeError("not a function");
    await expect(translatingErrors(() => Promise.reject(ours))).rejects.toBe(ours);
    expect(await translatingErrors(() => Promise.resolve("bytes"))).toBe("bytes");
  });

  test("a refusal that names a socket stays a refusal", async () => {
    const ours = new AppError("CONFLICT", { code: "SOCKET_TAKEN" });
    await expect(translatingErrors(() => Promise.reject(ours))).rejects.toBe(ours);
  });
});

test("a call that a small store does not know is no missing object", () => {
  for (const status of [405, 501]) {
    expect(isUnknownCall(refusal("NotImplemented", status))).toBe(true);
    expect(isMissing(refusal("NotImplemented", status))).toBe(false);
  }
  expect(isUnknownCall(refusal("NoSuchKey", 404))).toBe(false);
  expect(isUnknownCall(new Error("501"))).toBe(false);
  expect(isMissing(new Error("404"))).toBe(false);
});
