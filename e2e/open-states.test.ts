import type { Page } from "playwright-core";
import { describe, test } from "vitest";
import {
  expectAccessible,
  expectLargeTargets,
  expectNoSidewaysScroll,
  loaded,
  type Scheme,
  storyBrowser,
  VIEWPORTS,
} from "./support/browser.ts";

/**
 * What opens over a page is looked at open, where the pages themselves are looked at closed
 * (`pages/`).
 */
const stories = storyBrowser();

interface OpenState {
  path: string;
  /** Presses what opens it. */
  open: (page: Page) => Promise<void>;
  /** Is there once it is open. */
  shown: (page: Page) => ReturnType<Page["getByRole"]>;
  /** Only there is something to open. */
  on?: keyof typeof VIEWPORTS;
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).first().click();
const choose = (label: string | RegExp) => (page: Page) =>
  page.getByRole("combobox", { name: label }).first().click();
const options = (page: Page) => page.getByRole("option").first();
const popup = (page: Page) => page.getByRole("menu").or(page.getByRole("dialog")).first();

const STATES: Readonly<Record<string, OpenState>> = {
  "the members' filters": { path: "/users", open: press(/^Filter/), shown: popup },
  "the members' columns": { path: "/users", open: press("Spalten"), shown: popup, on: "desktop" },
  "saved views": { path: "/users", open: press("Ansichten"), shown: popup },
  "more to do with members": { path: "/users", open: press("Mehr"), shown: popup },
  "rows of a page": { path: "/users", open: choose("Zeilen je Seite"), shown: options },
  "a select of a form": { path: "/users/create", open: choose("Status"), shown: options },
  "groups of a new member": { path: "/users/create", open: choose("Gruppen"), shown: options },
  "filters of the history": { path: "/users/history", open: press(/^Filter/), shown: popup },
  "the recipients of a message": {
    path: "/messaging/compose",
    open: (page) => page.getByRole("combobox", { name: /^An/ }).fill("a"),
    shown: options,
  },
  "the calendar's views": {
    path: "/calendars",
    open: choose("Ansicht"),
    shown: options,
    on: "phone",
  },
  "the account's menu": { path: "/", open: press(/^Konto von/), shown: popup },
  "the side menu on a phone": {
    path: "/",
    open: press("Menü öffnen"),
    shown: (page) => page.getByRole("link", { name: "Einstellungen" }),
    on: "phone",
  },
};

async function look(
  state: OpenState,
  viewport: keyof typeof VIEWPORTS,
  scheme: Scheme,
  name: string,
) {
  const page = await stories.open({ as: "admin", viewport, scheme });
  await page.emulateMedia({ reducedMotion: "reduce" });
  const touch = await page.context().newCDPSession(page);
  await touch.send("Emulation.setTouchEmulationEnabled", { enabled: viewport === "phone" });
  await page.goto(state.path);
  await loaded(page);
  await state.open(page);
  await state.shown(page).waitFor();
  const where = `${name}, ${viewport}, ${scheme}`;
  await expectAccessible(page, where, "overlay");
  await expectLargeTargets(page, viewport === "phone" ? 44 : 24, where);
  await expectNoSidewaysScroll(page, VIEWPORTS[viewport].width, where);
}

describe.each(Object.entries(STATES))("%s", (name, state) => {
  test.runIf(state.on !== "phone")("open on a desktop, light", () =>
    look(state, "desktop", "light", name),
  );
  test.runIf(state.on !== "desktop")("open on a phone, dark", () =>
    look(state, "phone", "dark", name),
  );
});

test("what does not fit into a day of the month, and the card of an event", async () => {
  const page = await stories.open({ as: "admin" });
  await page.goto("/calendars");
  await loaded(page);
  await page
    .getByText(/^\+ \d+ weiter/)
    .first()
    .click();
  await expectAccessible(page, "the rest of a day", "overlay");
  await page.keyboard.press("Escape");
  await page.locator(".fc-event, [class*='event']").getByText(/\w+/).first().click();
  await page.getByRole("dialog").waitFor();
  await expectAccessible(page, "the card of an event", "overlay");
  await expectLargeTargets(page, 24, "the card of an event");
});
