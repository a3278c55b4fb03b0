import { expect, test } from "vitest";
import { tenantOfHost } from "./pages.ts";

test.each([
  ["tsv.vereinsheim.de", "tsv"],
  ["TSV.Vereinsheim.de:8443", "tsv"],
  ["tsv.demo.vereinsheim.de", "tsv"],
  ["vereinsheim.de", "demo"],
  ["localhost:8080", "demo"],
  ["127.0.0.1:8080", "demo"],
  ["[::1]:8080", "demo"],
  ["", "demo"],
])("%s belongs to %s", (host, tenant) => {
  expect(tenantOfHost(host, "demo")).toBe(tenant);
});
