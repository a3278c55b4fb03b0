import type { Page } from "playwright-core";
import { loaded } from "./app-page.ts";
import { guestLink } from "./guest-link.ts";
import { person } from "./person.ts";

/** A page as somebody sees it first, with what it may cost on a bad line. */
export interface FirstView {
  name: string;
  /** The reader has a session; else a stranger. */
  signedIn: boolean;
  /** Whether the browser knows the club's files from an earlier visit. */
  warm: boolean;
  path: string;
  /** Waits until what the reader came for is there. */
  seen: (page: Page) => Promise<void>;
  /** Seconds on a line of 400 kbit/s with 400 ms between question and answer. */
  seconds: number;
  /** Requests until then, and until nothing more is asked for. */
  requests: number;
}

/** Returns the views that are measured; `guestPath` is the page of an invited guest. */
export function firstViews(guestPath: string): FirstView[] {
  return [
    {
      name: "sign-in form",
      signedIn: false,
      warm: false,
      path: "/",
      seen: async (page) => {
        await page.getByLabel("Passwort", { exact: true }).waitFor();
        await painted(page);
      },
      seconds: 2,
      requests: 12,
    },
    {
      name: "overview, empty cache",
      signedIn: true,
      warm: false,
      path: "/",
      seen: overview,
      seconds: 5,
      requests: 25,
    },
    {
      name: "overview, loaded again",
      signedIn: true,
      warm: true,
      path: "/",
      seen: overview,
      seconds: 1.5,
      requests: 25,
    },
    {
      name: "guest's page",
      signedIn: false,
      warm: false,
      path: guestPath,
      seen: async (page) => {
        await page.getByRole("button", { name: "Zusagen" }).waitFor();
        await painted(page);
      },
      seconds: 3,
      requests: 12,
    },
  ];
}

async function overview(page: Page): Promise<void> {
  await loaded(page);
  await page.getByRole("heading", { name: "Nächste Termine" }).waitFor();
}

/** Waits for what a reader sees: a page of the server stands in the document before its style has come. */
async function painted(page: Page): Promise<void> {
  await page.waitForFunction(
    () => performance.getEntriesByName("first-contentful-paint").length > 0,
  );
}

/** Invites a guest to an event of the demo club and returns the path of the link in the mail. */
export async function invitedGuest(origin: string, dataDir: string): Promise<string> {
  const office = await person(origin, "buero");
  const calendars = await office.call<{ content: { id: string; can: string[] }[] }>(
    "GET",
    "/calendar/search?size=100",
  );
  const calendar = calendars.content.find(({ can }) => can.includes("ADD_EVENT"));
  const event = await office.call<{ id: string }>("POST", `/calendar/${calendar?.id}/event`, {
    title: "Sommerfest",
    startDateTime: "2031-06-14T12:00:00.000Z",
    endDateTime: "2031-06-14T16:00:00.000Z",
  });
  const email = `gast-${event.id}@example.org`;
  await office.call("POST", `/event/${event.id}/invitations`, {
    guests: [{ name: "Gerda Gast", email }],
  });
  return guestLink(dataDir, email);
}
