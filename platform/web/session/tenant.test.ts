import { expect, test } from "vitest";
import { tenantOfHost } from "./tenant.ts";

test.each([
  ["tsv.vereinsheim.example", "tsv"],
  ["TSV.Vereinsheim.Example", "tsv"],
  ["tsv.club.example.org", "tsv"],
  ["tsv.vereinsheim.example.", "tsv"],
  ["vereinsheim.example", "demo"],
  ["tsv.localhost", "demo"],
  ["localhost", "demo"],
  ["127.0.0.1", "demo"],
  ["[::1]", "demo"],
])("host %s belongs to tenant %s", (host, tenant) => {
  expect(tenantOfHost(host, "demo")).toBe(tenant);
});
