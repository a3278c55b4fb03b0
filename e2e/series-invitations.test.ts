import { expect, test } from "vitest";
import { expectAccessible, expectNoSidewaysScroll, storyBrowser } from "./support/browser.ts";
import { seriesLink } from "./support/guest-link.ts";
import { person } from "./support/person.ts";
import { storyServer } from "./support/story-server.ts";

const stories = storyBrowser();

const DAY_MS = 86_400_000;

/** A course of eight evenings, to which the demo's plain member and a guest are invited. */
async function aCourse(title: string, guest: string): Promise<string> {
  const office = await person(stories.url, "buero");
  const member = await person(stories.url, "mitglied");
  const { content } = await office.call<{ content: { id: string; can: string[] }[] }>(
    "GET",
    "/calendar/search?size=50",
  );
  const calendar = content.find(({ can }) => can.includes("ADD_EVENT"));
  const start = new Date(Date.now() + 4 * DAY_MS);
  start.setUTCHours(17, 0, 0, 0);
  const { id } = await office.call<{ id: string }>(
    "POST",
    `/calendar/${calendar?.id ?? ""}/event`,
    {
      title,
      location: "Gymnastikhalle",
      startDateTime: start.toISOString(),
      endDateTime: new Date(start.getTime() + DAY_MS / 16).toISOString(),
      recurrence: "FREQ=WEEKLY;COUNT=8",
    },
  );
  await office.call("POST", `/event/${id}/invitations`, {
    userIds: [member.id],
    guests: [{ name: "Gerda Gast", email: guest }],
  });
  return id;
}

test("a guest answers a course of eight evenings on one page; its organiser sees who comes when", async () => {
  const id = await aCourse("Rückenschule", "gerda.kurs@example.org");
  const gerda = await stories.open({ viewport: "phone" });
  const link = await seriesLink(storyServer().dataDir, "gerda.kurs@example.org");
  await gerda.goto(link);
  await gerda.getByRole("heading", { level: 1, name: "Rückenschule" }).waitFor();
  await gerda.getByText("Einladung für Gerda Gast zu 8 Terminen").waitFor();
  await expectAccessible(gerda, "the guest's page of a series");
  await expectNoSidewaysScroll(gerda, 390, "the guest's page of a series");
  await expectNoSidewaysScroll(gerda, 320, "the guest's page of a series");
  await gerda.getByRole("button", { name: "Zu allen zusagen" }).click();
  await gerda.getByText("Sie haben zugesagt.").first().waitFor();
  expect(await gerda.getByText("Sie haben zugesagt.").count()).toBe(8);
  await gerda.getByRole("radio", { name: "Absage" }).nth(1).check();
  await gerda.getByRole("button", { name: "Antworten speichern" }).click();
  await gerda.getByText("Sie haben abgesagt.").waitFor();
  expect(await gerda.getByText("Sie haben zugesagt.").count()).toBe(7);

  const member = await stories.open({ as: "mitglied", viewport: "phone" });
  await member.goto("/calendars/invitations");
  await member.getByRole("button", { name: /Rückenschule.*8 Termine ab/ }).click();
  await member.getByRole("button", { name: "Zu allen zusagen" }).click();
  await member.getByText("Sie haben zu 8 Terminen zugesagt.").waitFor();

  const office = await stories.open({ as: "buero" });
  await office.goto(`/calendars/events/${id}`);
  const dates = office.getByRole("list", { name: "Antworten je Termin" });
  await dates.getByText("2 Personen kommen").first().waitFor();
  await dates.getByText("1 Person kommt, 1 abgesagt").waitFor();
  const row = office.getByRole("row", { name: /Gerda Gast/ });
  expect(await row.getByText("Zugesagt").count()).toBe(7);
  expect(await row.getByText("Abgesagt").count()).toBe(1);
  await expectAccessible(office, "the answers of a series");
});
