import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectNoSidewaysScroll, loaded, storyBrowser, VIEWPORTS } from "./support/browser.ts";
import { person, type Person } from "./support/person.ts";

const stories = storyBrowser();
const WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamte";
const NARROWEST = 320;

let pages: string[];

beforeAll(async () => {
  const office = await person(stories.url, "admin");
  const user = await made(office, "/user", {
    firstname: WORD,
    lastname: WORD,
    email: `${"lang.".repeat(10)}name@example.org`,
    city: WORD,
    notes: WORD,
  });
  const group = await made(office, "/group", { name: WORD, description: WORD, color: "RED" });
  await office.call("PUT", `/group/${group}/members/${user}`, { function: WORD, leader: true });
  const calendar = await made(office, "/calendar", { name: WORD, color: "BLUE" });
  const event = await made(office, `/calendar/${calendar}/event`, {
    title: WORD,
    location: WORD,
    description: WORD,
    startDateTime: "2031-03-04T19:00:00+01:00",
    endDateTime: "2031-03-04T21:00:00+01:00",
  });
  const share = await made(office, "/file-share", { name: WORD, kind: "DOCUMENTS" });
  pages = [
    `/users?q=${WORD}`,
    `/users/${user}`,
    `/users/${user}?tab=groups`,
    `/users/${user}/edit`,
    `/users/history?user=${user}`,
    "/groups",
    `/groups/${group}`,
    `/groups/${group}/edit`,
    `/calendars/events/${event}`,
    `/calendars/events/${event}/edit`,
    "/calendars?view=month&date=2031-03-04",
    "/calendars?view=list&date=2031-03-04",
    "/file-shares",
    `/file-shares/${share}`,
  ];
});

test.each(["desktop", "phone"] as const)(
  "the longest words break or are cut within their place, on a %s",
  async (viewport) => {
    const page = await stories.open({ as: "admin", viewport });
    // One tab, one page after the other.
    for (const path of pages) {
      /* oxlint-disable no-await-in-loop */
      await page.goto(path);
      await loaded(page);
      expect(await page.getByRole("main").innerText(), path).toContain(WORD.slice(0, 20));
      const width = viewport === "phone" ? NARROWEST : VIEWPORTS.desktop.width;
      await expectNoSidewaysScroll(page, width, path);
      expect(await overlaps(page), path).toEqual([]);
      /* oxlint-enable no-await-in-loop */
    }
  },
);

/** Texts that reach beyond what holds them, where they would lie upon their neighbours. */
function overlaps(page: Page) {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>("main *")) {
      const own = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? "").trim().length > 20,
      );
      if (!own || !element.checkVisibility({ opacityProperty: true })) continue;
      const box = element.parentElement?.getBoundingClientRect();
      const clips = (one: Element | null): boolean =>
        one !== null && (getComputedStyle(one).overflowX !== "visible" || clips(one.parentElement));
      const wide = element.getBoundingClientRect();
      if (box && wide.width > 1 && wide.right > box.right + 1 && !clips(element))
        found.push(`${element.tagName} ${element.className} ${element.textContent?.slice(0, 20)}`);
    }
    return found;
  });
}

async function made(office: Person, path: string, body: object): Promise<string> {
  return String((await office.call<{ id: string | number }>("POST", path, body)).id);
}
