import { expect, test } from "vitest";
import { safeAddress } from "./message-nodes.ts";

test("links lead to pages, mail and phones", () => {
  expect(safeAddress("https://example.org/lager?x=1")).toBe("https://example.org/lager?x=1");
  expect(safeAddress(" mailto:buero@example.org ")).toBe("mailto:buero@example.org");
  expect(safeAddress("tel:+49711123")).toBe("tel:+49711123");
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://example.org/1",
  "//evil.example",
  "/users",
  "",
])("%j is no link", (href) => {
  expect(safeAddress(href)).toBeUndefined();
});

test("a link without an address is none", () => {
  expect(safeAddress(null)).toBeUndefined();
});
