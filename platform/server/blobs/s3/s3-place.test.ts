import { describe, expect, test } from "vitest";
import { readS3Place } from "./s3-place.ts";

const place = (secret: string) =>
  `s3://AKIA1:${secret}@store.example.org/verein?region=eu-central-1`;

describe("the place of a bucket", () => {
  test.each([
    ["a slash and a plus", "wJalr/XUtn+FEMI/K7"],
    ["an at sign", "geheim@haus"],
    ["what would begin a query or a fragment", "a?b#c&d=e"],
    ["a colon", "a:b:c"],
    ["a per cent sign that begins no escape", "100%ig"],
    ["brackets and quotes", "a[b]\"c'd{e}|f^g`h"],
  ])("has a secret with %s as it stands", (_what, secret) => {
    expect(readS3Place(place(secret))).toMatchObject({
      endpoint: "https://store.example.org",
      bucket: "verein",
      region: "eu-central-1",
      secretAccessKey: secret,
    });
  });

  test("has an escaped secret as it was before", () => {
    const secret = "a/b+c@d?e#f:g%41ü";
    expect(readS3Place(place(encodeURIComponent(secret)))?.secretAccessKey).toBe(secret);
  });

  test("may be made where it says so, and not otherwise", () => {
    const at = "s3://k:s@127.0.0.1:9000/verein?tls=false";
    expect(readS3Place(`${at}&create=true`)).toMatchObject({
      endpoint: "http://127.0.0.1:9000",
      mayCreate: true,
    });
    expect(readS3Place(at)?.mayCreate).toBeUndefined();
  });

  test.each([
    "s3://store.example.org/bucket",
    "s3://k:s@store.example.org",
    "s3://k:s@store/B",
    "s3://k:s@sto re/bucket",
    "s3://k:s@store:99999/bucket",
    "https://k:s@store/bucket",
  ])("is not read from %s", (value) => {
    expect(readS3Place(value)).toBeUndefined();
  });
});
