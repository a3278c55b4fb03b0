import { defineConfig } from "vitest/config";
import { componentBrowser } from "./e2e/support/component-browser.ts";
import { PAGE_POLICY, policyText } from "./platform/server/http/pages/page-policy.ts";
import { LongestFirst } from "./platform/testing/longest-first.ts";

/** Laws are tried with so many times the values at night, which takes so many times longer. */
const times = Number(process.env["PROPERTY_RUNS"] ?? 1);
const order = process.env["TEST_ORDER"];
/** Components are tested as users get them; at night with the build of React that warns. */
const react = process.env["REACT_BUILD"] ?? "production";
const reactBuild = { "process.env.NODE_ENV": JSON.stringify(react) };

/**
 * A browser on a busy machine now and then draws later than a test looks. One that passes at the
 * second try is named with `retry x1` in the log, to be made steady; unit tests have one try.
 */
const SECOND_TRY = 1;

/** `npm test` runs all projects, `npm test -- unit` one of them. */
export default defineConfig({
  test: {
    // The machines of the contributors and of the checks have two processors; Chromium keeps both
    // busy with two workers.
    maxWorkers: 2,
    sequence:
      order === undefined
        ? { sequencer: LongestFirst }
        : { shuffle: { files: true }, seed: Number(order) },
    attachmentsDir: "test-results/attachments",
    // A refused call ends what a page was about to do; the reader finds it in the red list. And
    // FullCalendar 7.1 scrolls its hours once more in the frame after they have gone.
    onUnhandledError: ({ name, stack }) =>
      name !== "ApiError" && !stack?.includes("TimeGridLayout.applyTimeScroll"),
    projects: [
      {
        test: {
          name: "unit",
          include: ["{apps,modules,platform,scripts,bench}/**/*.test.ts"],
          globalSetup: ["platform/server/testing/cluster.ts"],
          setupFiles: [
            "platform/testing/setup.ts",
            "platform/server/testing/statements/record-statements.ts",
          ],
          // Files of a worker share what they import: the application is loaded once, not by each.
          isolate: false,
          // A third one works while two wait for PostgreSQL or for time to pass.
          maxWorkers: 3,
          testTimeout: 60_000 * times,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          // Looks at what the run of the unit tests before it wrote down.
          name: "statements",
          include: ["platform/server/testing/statements/*.check.ts"],
          globalSetup: ["platform/server/testing/cluster.ts"],
          testTimeout: 60_000,
        },
      },
      {
        cacheDir: `node_modules/.vite-components/${react}`,
        define: reactBuild,
        oxc: { jsx: { development: react !== "production" } },
        optimizeDeps: {
          // Stands in no source: the compiler writes it.
          include: ["react/jsx-runtime"],
          rolldownOptions: { transform: { define: reactBuild } },
        },
        test: {
          name: "components",
          include: ["{apps,modules,platform}/**/*.test.tsx"],
          setupFiles: ["platform/web/testing/setup.ts"],
          globalSetup: ["e2e/support/install-chromium.ts"],
          provide: { pagePolicy: policyText(PAGE_POLICY) },
          testTimeout: 20_000,
          retry: SECOND_TRY,
          // On a busy machine a page takes its time; who waits for something wrong waits long.
          expect: { poll: { timeout: 8_000 } },
          isolate: false,
          browser: {
            enabled: true,
            headless: true,
            ui: false,
            traceView: false,
            screenshotDirectory: "test-results",
            viewport: { width: 1440, height: 900 },
            provider: componentBrowser({
              contextOptions: {
                locale: "de-DE",
                timezoneId: "Europe/Berlin",
                reducedMotion: "reduce",
              },
              actionTimeout: 8_000,
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
      {
        test: {
          name: "stories",
          include: ["e2e/**/*.test.ts"],
          globalSetup: ["e2e/support/global-setup.ts"],
          isolate: false,
          // Each worker has a server of its own; a server that runs already is shared.
          fileParallelism: process.env["E2E_URL"] === undefined,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          retry: SECOND_TRY,
        },
      },
    ],
  },
});
