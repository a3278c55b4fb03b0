import { expect, test } from "vitest";
import { isSetByServer } from "./headers.ts";

test.each([
  "Host",
  "TRANSFER-ENCODING",
  "Proxy-Authorization",
  "x-forwarded-for",
  "Connection",
  "content-length",
])("%s is the server's own", (name) => {
  expect(isSetByServer(name)).toBe(true);
});

test.each(["Authorization", "X-Api-Key", "Accept", "Cookie", "X-Host", "Content-Type"])(
  "%s may be given",
  (name) => {
    expect(isSetByServer(name)).toBe(false);
  },
);
