import { chromiumLaunchOptions } from "./chromium.ts";

/** Once per run of the component tests: installs a Chromium where there is none. */
export default async function setup(): Promise<void> {
  await chromiumLaunchOptions();
}
