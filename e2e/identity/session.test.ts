import { expect, test } from "vitest";
import { expectState, fillLogin, realmStories } from "./realm-stories.ts";

const stories = realmStories();

test("a visitor is sent to the login, comes back to the deep link, and stays logged in after a reload", async () => {
  const { username, password } = await stories.app.login(stories.tenant);
  const page = await stories.open("/users/17?tab=groups");
  await page.getByRole("heading", { name: "Anmelden" }).waitFor();
  await fillLogin(page, username, password);
  await expectState(page, "loggedIn");
  expect(page.url()).toBe(`${stories.app.origin}/users/17?tab=groups`);
  await page.reload();
  await expectState(page, "loggedIn");
});
