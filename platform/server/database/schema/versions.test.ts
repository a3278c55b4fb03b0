import { expect, test } from "vitest";
import { compareVersions } from "./applied.ts";

/** In the order of semver.org. */
const ORDERED = [
  "0.1.0",
  "0.2.0-alpha",
  "0.2.0-alpha.1",
  "0.2.0-alpha.beta",
  "0.2.0-beta.2",
  "0.2.0-beta.11",
  "0.2.0-rc.1",
  "0.2.0",
  "0.2.1-rc.1",
  "0.2.1",
  "0.10.0",
  "1.0.0-rc.1",
  "1.0.0",
];

test("a version comes before its successors, a pre-release before its release", () => {
  for (const [index, version] of ORDERED.entries()) {
    expect(compareVersions(version, version)).toBe(0);
    for (const later of ORDERED.slice(index + 1)) {
      expect(compareVersions(version, later), `${version} < ${later}`).toBeLessThan(0);
      expect(compareVersions(later, version), `${later} > ${version}`).toBeGreaterThan(0);
    }
  }
});

test("another build of a version is the same version", () => {
  expect(compareVersions("1.0.0+linux", "1.0.0+macos")).toBe(0);
  expect(compareVersions("1.0.0-rc.1+linux", "1.0.0")).toBeLessThan(0);
});
