import { expect, test } from "vitest";
import { loaded, storyBrowser } from "./support/browser.ts";

const stories = storyBrowser();

test("no page tries what its own content security policy forbids", async () => {
  const page = await stories.open({ as: "admin" });
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.error(`policy breached: ${violatedDirective} ${blockedURI}`);
    });
  });
  for (const path of [
    "/",
    "/users",
    "/groups",
    "/calendars",
    "/calendars/events/create",
    "/messaging/compose",
    "/file-shares",
    "/users/sync",
  ]) {
    await page.goto(path);
    await loaded(page);
  }
  // A breach is a console error, which every story counts; this shows that it would have been
  // heard.
  await page.evaluate(
    () =>
      void document.body.append(
        Object.assign(document.createElement("script"), { textContent: "1" }),
      ),
  );
  await expect
    .poll(() =>
      page
        .consoleMessages()
        .then(
          (messages) =>
            messages.filter((message) => message.text().startsWith("policy breached")).length,
        ),
    )
    .toBe(1);
  stories.expectProblem(/policy breached: script-src-elem inline|Content Security Policy/);
});
