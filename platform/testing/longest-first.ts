import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take a worker by far the longest; begun last, they would leave the others idle. */
const LONGEST = [
  "e2e/pages/people.test.ts",
  "e2e/pages/content.test.ts",
  "apps/server/contract-tests/rights/rights.test.ts",
  "apps/server/backup/backup.test.ts",
  "modules/transfer/server/export/round-trip.test.ts",
];

/**
 * The order of test files: the longest first, all others by name, so that it is the same on every
 * machine and in every run.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((path) => moduleId.endsWith(path));
      return index === -1 ? LONGEST.length : index;
    };
    return files.toSorted(
      (a, b) =>
        place(a) - place(b) || (a.moduleId < b.moduleId ? -1 : a.moduleId > b.moduleId ? 1 : 0),
    );
  }
}
