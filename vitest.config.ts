import { defineConfig } from "vitest/config";

/** `npm test` runs both projects; one alone: `npm test -- unit` or `npm test -- stories`. */
export default defineConfig({
  test: {
    // The machines of the contributors and of the checks have two processors, shared with
    // PostgreSQL and Chromium.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "unit",
          include: ["{apps,modules,platform,scripts,bench}/**/*.test.{ts,tsx}"],
          globalSetup: ["platform/server/testing/cluster.ts"],
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "stories",
          include: ["e2e/**/*.test.ts"],
          globalSetup: ["e2e/support/global-setup.ts"],
          // One server and one Chromium are shared: stories in parallel would measure each other.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
