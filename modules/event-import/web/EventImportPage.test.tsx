import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { calendarsContract, type Calendar, type Event } from "#modules/calendars/contract.ts";
import { exchangeContract, type EventDraft } from "#modules/calendars/exchange-contract.ts";
import { toPage } from "#platform/contract/paging.ts";
import {
  dropFiles,
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import { programmeContract, type ProgrammeDraft } from "../contract.ts";
import eventImport from "./module.tsx";

beforeEach(() => void vi.setSystemTime("2026-11-22T12:00:00+01:00"));

const idOf = (number: number) => `0193a000-0000-7000-8000-${String(number).padStart(12, "0")}`;

const CLUB: Calendar = {
  id: idOf(1),
  name: "Vereinstermine",
  color: "GREEN",
  icsId: null,
  grants: null,
  version: 1,
  can: ["ADD_EVENT"],
};
const BOARD: Calendar = { ...CLUB, id: idOf(2), name: "Vorstand" };
const READ_ONLY: Calendar = { ...CLUB, id: idOf(3), name: "Ferien", can: [] };

/** An event of a file that is whole and new. */
const FAIR: EventDraft = {
  title: "Bezirksturntag",
  startDateTime: "2031-09-20T00:00:00+02:00",
  endDateTime: "2031-09-21T23:59:59+02:00",
  allDay: true,
  location: "Stadthalle",
  description: null,
  uid: "bezirkstag@example.org",
  sequence: 0,
  recurrence: null,
  exdates: [],
  exceptions: [],
  status: "CONFIRMED",
  page: null,
  line: 2,
  uncertainFields: [],
  problems: [],
  hints: [],
  duplicateOf: null,
  clashesWith: [],
};
const HIKE: EventDraft = {
  ...FAIR,
  title: "Herbstwanderung",
  startDateTime: "2031-10-12T10:00:00+02:00",
  endDateTime: "2031-10-12T16:00:00+02:00",
  allDay: false,
  location: "Bahnhof",
  uid: null,
};
const UNTITLED: EventDraft = {
  ...HIKE,
  title: "",
  startDateTime: "2031-10-13T18:00:00+02:00",
  endDateTime: "2031-10-13T19:00:00+02:00",
  problems: ["Zeile 3: Bitte geben Sie dem Termin einen Titel."],
};
const KNOWN = {
  id: idOf(9),
  title: "Bezirkstag",
  location: null,
  startDateTime: "2031-09-20T00:00:00+02:00",
  endDateTime: "2031-09-21T23:59:59+02:00",
  allDay: true,
  calendar: { id: CLUB.id, name: CLUB.name, color: CLUB.color },
};

function savedOf(draft: EventDraft, number: number): Event {
  return {
    id: idOf(number),
    title: draft.title,
    description: null,
    location: draft.location,
    meetAt: null,
    startDateTime: draft.startDateTime ?? "",
    endDateTime: draft.endDateTime ?? "",
    allDay: draft.allDay,
    recurrence: null,
    occurrenceOf: null,
    originalStart: null,
    exdates: [],
    leavesOutHolidays: false,
    holidayExdates: [],
    status: "CONFIRMED",
    cancelReason: null,
    calendar: KNOWN.calendar,
    invitationSettings: null,
    myInvitation: null,
    updatedAt: "2026-11-22T12:00:00+01:00",
    updatedBy: null,
    version: 1,
    can: [],
  };
}

/** The server that finds these drafts in a list of events. */
function reading(
  drafts: EventDraft[],
  service: string | null = null,
  calendars = [READ_ONLY, CLUB, BOARD],
): FakeApi {
  const api = new FakeApi();
  const size = calendars.length;
  api.answer(calendarsContract.searchCalendars, toPage(calendars, size, { page: 0, size: 200 }));
  api.answer(programmeContract.getProgrammeReading, { service, model: null, dailyLimit: 20 });
  api.answer(exchangeContract.importEvents, drafts);
  return api;
}

type Options = Partial<Parameters<typeof renderPage>[2]> & {
  query?: string;
  /** The calendar of the reader's last events. */
  last?: string | undefined;
};

async function open(api: FakeApi, { query = "", last = CLUB.id, ...options }: Options = {}) {
  window.localStorage.setItem("lastCalendar", last);
  const shown = await renderPage(eventImport, `/calendars/import${query}`, {
    api,
    as: ["QUERY_CALENDAR"],
    ...options,
  });
  await expect.element(page.getByText("Datei hierher ziehen")).toBeVisible();
  return shown;
}

const file = (name: string, content = "x") => new File([content], name);
const choose = (chosen: File) => page.getByLabelText("Datei mit Terminen").upload(chosen);
const takes = (title: string) => page.getByRole("checkbox", { name: `${title} übernehmen` });
const takeOver = () => page.getByRole("button", { name: /^\d+ Termine? übernehmen$/ });
const alert = () => page.getByRole("alert").filter({ hasText: /./ });
const saved = (api: FakeApi) => api.calls(exchangeContract.saveEventList);

/** The preview of these drafts, as if they had been read from `termine.csv`. */
async function preview(drafts: EventDraft[], options: Options = {}) {
  const api = reading(drafts);
  await open(api, options);
  await choose(file("termine.csv", "Titel"));
  await expect.element(page.getByText(/„termine\.csv“/)).toBeVisible();
  return api;
}

describe("choosing a file", () => {
  test("says that nothing leaves the club's server", async () => {
    await open(reading([]));
    await expect
      .element(page.getByText(/Nichts davon geht an einen fremden Dienst\.$/))
      .toBeVisible();
    await expectAccessible("the import of events");
  });

  test.for([
    ["only reads calendars", [READ_ONLY]],
    ["sees no calendar", []],
  ] as const)("whoever %s is told before choosing a file", async ([_who, calendars]) => {
    await renderPage(eventImport, "/calendars/import", {
      api: reading([], null, [...calendars]),
      as: ["QUERY_CALENDAR"],
    });
    await expect
      .element(page.getByText(/^Termine einlesen kann nur, wer in einem Kalender schreiben darf\./))
      .toBeVisible();
    await expect.element(page.getByLabelText("Datei mit Terminen")).not.toBeInTheDocument();
    await expectAccessible("the import without the right to write");
    await expectNoSidewaysScroll(1280);
  });

  test("whoever manages calendars may begin without one", async () => {
    await open(reading([], null, []), { as: ["QUERY_CALENDAR", "MANAGE_CALENDAR"] });
    await expect.element(page.getByText(/^Termine einlesen kann nur/)).not.toBeInTheDocument();
  });

  test.for([
    ["TOO_MANY_REQUESTS", "Aus Ihrem Verein werden gerade mehrere Programme gelesen."],
    ["UNAVAILABLE", "Es werden gerade viele Programme gelesen."],
  ] as const)("a full queue (%s) is told, and the file can be chosen again", async (refusal) => {
    const [code, detail] = refusal;
    const api = reading([]);
    api.refuse(programmeContract.importProgramme, { code, as: "PROGRAMMES_BUSY", detail });
    await open(api);
    await choose(file("programm.pdf"));
    await expect
      .element(alert())
      .toMatchTextContent(`„programm.pdf“ konnte nicht gelesen werden: ${detail}`);
    await expect.element(page.getByText("Datei hierher ziehen")).toBeVisible();
  });

  test("or to which service programmes go, and how many a day", async () => {
    await open(reading([], "api.example.com"));
    await expect
      .element(
        page.getByText(
          /dazu an den Dienst api\.example\.com gesendet, höchstens 20 am Tag: die Bilder der Seiten/,
        ),
      )
      .toBeVisible();
  });

  test.for([
    ["brief.docx", "x", "Dateien mit der Endung „docx“ kann diese Seite nicht lesen."],
    ["leer.ics", "", "Die Datei ist leer."],
  ] as const)("%s is refused before it is sent", async ([name, content, words]) => {
    const api = reading([]);
    await open(api);
    await choose(file(name, content));
    await expect.element(alert()).toMatchTextContent(words);
    expect(api.calls(exchangeContract.importEvents)).toHaveLength(0);
  });

  test("a file that is dropped is read as one that is chosen, with its bytes", async () => {
    const api = reading([FAIR]);
    await open(api);
    const place = page.getByText("Datei hierher ziehen").element();
    dropFiles(place, [file("bezirk.ics", "BEGIN:VCALENDAR")]);
    await expect.element(page.getByText(/^1 Termin in „bezirk\.ics“, 1 gewählt\./)).toBeVisible();
    const [call] = api.calls(exchangeContract.importEvents);
    expect(await call?.body.text()).toBe("BEGIN:VCALENDAR");
  });

  test("what the server can't read is told in its words, and another file may follow", async () => {
    const api = reading([]);
    const detail = "Die Datei enthält keine Termine.";
    api.refuse(exchangeContract.importEvents, { code: "VALIDATION_FAILED", detail });
    await open(api);
    await choose(file("kaputt.ics"));
    await expect
      .element(alert())
      .toMatchTextContent(`„kaputt.ics“ konnte nicht gelesen werden: ${detail}`);
    api.answer(exchangeContract.importEvents, [FAIR]);
    await choose(file("gut.ics"));
    await expect.element(takes(FAIR.title)).toBeVisible();
  });

  test("while it is read one knows how long it may take, and can stop it", async () => {
    const api = reading([]);
    api.answer(programmeContract.importProgramme, []);
    const release = api.hold(programmeContract.importProgramme);
    await open(api);
    await choose(file("programm.jpg"));
    await expect.element(page.getByText("„programm.jpg“ wird gelesen.")).toBeVisible();
    await expect.element(page.getByText(/höchstens drei Minuten/)).toBeVisible();
    await page.getByRole("button", { name: "Abbrechen" }).click();
    await expect.element(page.getByText("Datei hierher ziehen")).toBeVisible();
    await expect.element(alert()).not.toBeInTheDocument();
    release();
  });

  test("on the phone it fits", async () => {
    await open(reading([]), { viewport: "phone" });
    await expectNoSidewaysScroll(320);
    await expectAccessible("the import of events on the phone");
  });
});

describe("looking through what was read", () => {
  test("whole and new ones are chosen, each with time and place", async () => {
    await preview([FAIR, HIKE]);
    await expect
      .element(
        page.getByText("2 Termine in „termine.csv“, 2 gewählt. Noch ist nichts gespeichert."),
      )
      .toBeVisible();
    const row = page.getByRole("row").filter({ hasText: "Bezirksturntag" });
    await expect
      .element(row)
      .toMatchTextContent(/Samstag, 20\.09\.2031 bis Sonntag, 21\.09\.2031, ganztägig.*Stadthalle/);
    await expect.element(takes(FAIR.title)).toBeChecked();
    await expectAccessible("the preview of an import");
  });

  test("faulty ones say why and can't be chosen; kinds are shown alone", async () => {
    await preview([FAIR, UNTITLED]);
    await expect.element(takes("Ohne Titel")).toBeDisabled();
    await expect.element(page.getByText(/Bitte geben Sie dem Termin einen Titel\./)).toBeVisible();
    const faulty = page.getByRole("button", { name: "Mit Fehlern (1)" });
    await faulty.click();
    await expect.element(faulty).toHaveAttribute("aria-pressed", "true");
    await expect.element(takes(FAIR.title)).not.toBeInTheDocument();
    await expect
      .element(page.getByRole("button", { name: /^Zur selben Zeit/ }))
      .not.toBeInTheDocument();
  });

  test("one that is known is not chosen, unless it would be updated where it is", async () => {
    const double = { ...FAIR, uid: null, duplicateOf: KNOWN };
    const update = { ...HIKE, uid: "wanderung@example.org", duplicateOf: KNOWN };
    await preview([double, update]);
    await expect.element(takes(FAIR.title)).not.toBeChecked();
    await expect.element(takes(HIKE.title)).toBeChecked();
    await expect.element(page.getByText(/^Schon vorhanden: /)).toBeVisible();
    await expect
      .element(page.getByText(/^Schon vorhanden, wird aktualisiert: /))
      .toMatchTextContent(/Bezirkstag, Samstag, 20\.09\.2031.*\(Vereinstermine\)/);
    // In another calendar it would come a second time.
    await page.getByRole("combobox", { name: "In den Kalender" }).click();
    await page.getByRole("option", { name: "Vorstand" }).click();
    await expect.element(takes(HIKE.title)).not.toBeChecked();
  });

  test("others at the same time, guesses and notes are named", async () => {
    await preview([
      {
        ...HIKE,
        clashesWith: [KNOWN, { ...KNOWN, id: idOf(10) }],
        uncertainFields: ["endDateTime", "location"],
        hints: ["Das Ende stand nicht in der Datei."],
        status: "CANCELLED",
      },
    ]);
    await expect
      .element(page.getByText(/^Zur selben Zeit: /))
      .toMatchTextContent(/Bezirkstag.*und 1 weiterer Termin$/);
    await expect.element(page.getByText("Bitte prüfen: Ende, Ort")).toBeVisible();
    await expect.element(page.getByText("Das Ende stand nicht in der Datei.")).toBeVisible();
    await expect.element(page.getByText(/\(abgesagt\)/)).toBeVisible();
    for (const name of ["Zur selben Zeit (1)", "Zu prüfen (1)"])
      await expect.element(page.getByRole("button", { name })).toBeVisible();
  });

  test("a series says its rule and what it leaves out", async () => {
    const exdates = ["2031-10-19", "2031-10-26", "2031-11-02", "2031-11-09"];
    await preview([
      {
        ...HIKE,
        recurrence: "FREQ=WEEKLY;BYDAY=SU",
        exdates: exdates.map((day) => `${day}T10:00:00+02:00`),
      },
    ]);
    await expect
      .element(
        page.getByText(/^Jede Woche.*fällt aus am 19\.10\.2031, 26\.10\.2031, 0\d\.11\.2031 …/),
      )
      .toBeVisible();
    await page.getByRole("button", { name: "Herbstwanderung bearbeiten" }).click();
    await expect
      .element(page.getByText(/^Zeit und Wiederholung dieser Serie haben Ausnahmen\./))
      .toBeVisible();
  });

  test("all are chosen or none with one tick", async () => {
    await preview([FAIR, HIKE, UNTITLED]);
    const all = page.getByRole("checkbox", { name: "Alle Termine wählen" });
    await expect.element(all).toBeChecked();
    await all.click();
    await expect.element(takeOver()).toBeDisabled();
    await takes(HIKE.title).click();
    await expect.element(all).toBePartiallyChecked();
    await expect.element(page.getByText(/, 1 gewählt\./)).toBeVisible();
  });

  test("many come a hundred at a time", async () => {
    await preview(
      Array.from({ length: 120 }, (_, index) => ({ ...HIKE, title: `Treff ${index}` })),
    );
    await expect.element(takes("Treff 99")).toBeVisible();
    await expect.element(takes("Treff 100")).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Nächste Seite" }).click();
    await expect.element(takes("Treff 119")).toBeVisible();
    await expect
      .element(page.getByText(/^120 Termine in „termine\.csv“, 120 gewählt/))
      .toBeVisible();
  });

  test("a file without events says so and why, and one may be entered by hand", async () => {
    await preview([]);
    await expect
      .element(page.getByText("In „termine.csv“ wurde kein Termin gefunden."))
      .toBeVisible();
    await expect
      .element(page.getByText(/^Gelesen wird, was einen Tag und einen Titel hat\./))
      .toBeVisible();
    await expect.element(takeOver()).not.toBeInTheDocument();
    await expectAccessible("the preview of a file without events");
    await page.getByRole("button", { name: "Termin hinzufügen" }).click();
    await expect.element(page.getByLabelText("Titel")).toHaveFocus();
    await expect.element(takeOver()).toBeDisabled();
    await page.getByRole("button", { name: "Entfernen" }).click();
    await expect.element(takeOver()).not.toBeInTheDocument();
  });

  test("on the phone long titles fit", async () => {
    const title = "Jahreshauptversammlung der Donaudampfschifffahrtsfreunde";
    await preview([{ ...HIKE, title }, UNTITLED], { viewport: "phone" });
    await expect.element(takes(title)).toBeVisible();
    await expectNoSidewaysScroll(390);
    await expectNoSidewaysScroll(320);
    await expectAccessible("the preview of an import on the phone");
  });
});

describe("mending a draft in place", () => {
  const edit = (title: string) => page.getByRole("button", { name: `${title} bearbeiten` }).click();
  const title = () => page.getByLabelText("Titel");

  test("makes a faulty one whole and chosen", async () => {
    await preview([FAIR, UNTITLED]);
    await edit("Ohne Titel");
    await title().fill("Übungsleitertreffen");
    await expectAccessible("a draft that is mended");
    await page.getByRole("button", { name: "Fertig" }).click();
    await expect.element(takes("Übungsleitertreffen")).toBeChecked();
    await expect
      .element(page.getByRole("button", { name: /^Mit Fehlern/ }))
      .not.toBeInTheDocument();
  });

  test("says at once what is wrong with it, and can be as it was read", async () => {
    await preview([HIKE]);
    await edit(HIKE.title);
    await title().fill(" ");
    await expect
      .element(title())
      .toHaveAccessibleDescription("Bitte geben Sie dem Termin einen Titel.");
    await expect.element(takeOver()).toBeDisabled();
    await page.getByRole("button", { name: "Wie gelesen" }).click();
    await expect.element(title()).toHaveValue(HIKE.title);
    await expect.element(takes(HIKE.title)).toBeChecked();
  });

  test("one that was not read is added with the keyboard, on top, and goes out with the others", async () => {
    const api = await preview([HIKE]);
    api.answer(exchangeContract.saveEventList, { created: [], updated: [], unchanged: 2 });
    const add = page.getByRole("button", { name: "Termin hinzufügen" });
    await expect.element(add).toBeVisible();
    add.element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(title()).toHaveFocus();
    await userEvent.keyboard("Putztag");
    await expect.element(page.getByText("noch ohne Tag")).toBeVisible();
    // What is still to be typed is no fault.
    await expect.element(page.getByText("Noch nicht vollständig.")).toBeVisible();
    await expect.element(page.getByText(/^Bitte geben Sie/)).not.toBeInTheDocument();
    await expect.element(takes("Putztag")).toBeDisabled();
    await expectAccessible("a draft that is added");
    await expect.element(page.getByRole("button", { name: "Wie gelesen" })).not.toBeInTheDocument();
    await page.getByLabelText("Ganztägig").click();
    await page.getByLabelText("Beginn (Pflichtangabe)").fill("28.02.2032");
    await userEvent.keyboard("{Tab}");
    await page.getByLabelText("Ende (Pflichtangabe)").fill("28.02.2032");
    await userEvent.keyboard("{Tab}");
    await expect.element(takes("Putztag")).toBeChecked();
    await takeOver().click();
    await expect.poll(() => saved(api)).toHaveLength(1);
    expect(saved(api)[0]?.body).toMatchObject([
      { title: "Putztag", allDay: true },
      { title: HIKE.title },
    ]);
  });

  test("an end before the beginning is refused", async () => {
    await preview([HIKE]);
    await edit(HIKE.title);
    await page.getByRole("combobox", { name: "Ende um" }).fill("09:00");
    await userEvent.keyboard("{Tab}");
    await expect.element(page.getByText("Das Ende liegt vor dem Beginn.").first()).toBeVisible();
    await expect.element(takes(HIKE.title)).toBeDisabled();
  });

  test("a day that could not be read is typed", async () => {
    const problems = ["Den 31.02.2032 gibt es nicht."];
    await preview([{ ...HIKE, startDateTime: null, endDateTime: null, problems }]);
    await expect.element(page.getByText("nicht lesbar")).toBeVisible();
    await edit(HIKE.title);
    await page.getByLabelText("Beginn (Pflichtangabe)").fill("28.02.2032");
    await userEvent.keyboard("{Tab}");
    await page.getByRole("combobox", { name: "Beginn um" }).fill("10:00");
    await userEvent.keyboard("{Tab}");
    await page.getByLabelText("Ende (Pflichtangabe)").fill("28.02.2032");
    await userEvent.keyboard("{Tab}");
    await page.getByRole("combobox", { name: "Ende um" }).fill("11:00");
    await userEvent.keyboard("{Tab}");
    await expect.element(takes(HIKE.title)).toBeChecked();
    await expect.element(page.getByText("Samstag, 28.02.2032, 10:00 bis 11:00 Uhr")).toBeVisible();
  });
});

describe("taking over", () => {
  test("writes what is chosen into the calendar one came from, and shows it", async () => {
    const api = await preview([FAIR, HIKE], { query: `?calendar=${BOARD.id}` });
    api.answer(exchangeContract.saveEventList, {
      created: [savedOf(FAIR, 20)],
      updated: [savedOf(HIKE, 21)],
      unchanged: 1,
    });
    await expect
      .element(page.getByRole("combobox", { name: "In den Kalender" }))
      .toHaveValue("Vorstand");
    await takeOver().click();
    await expect
      .element(
        page.getByText(
          "1 Termin angelegt, 1 Termin aktualisiert, 1 Termin war schon so vorhanden im Kalender „Vorstand“.",
        ),
      )
      .toBeVisible();
    await expect
      .element(page.getByRole("link", { name: FAIR.title }))
      .toHaveAttribute("href", expect.stringContaining(`/calendars/events/${idOf(20)}`));
    await expectAccessible("what an import did");
    expect(saved(api)).toMatchObject([
      {
        params: { id: BOARD.id },
        body: [
          { title: FAIR.title, allDay: true, uid: FAIR.uid, sequence: 0 },
          { title: HIKE.title, location: "Bahnhof", uid: null },
        ],
      },
    ]);
    await page.getByRole("button", { name: "Weitere Termine importieren" }).click();
    await expect.element(page.getByText("Datei hierher ziehen")).toBeVisible();
  });

  test("what was mended goes out as it was mended", async () => {
    const api = await preview([UNTITLED]);
    api.answer(exchangeContract.saveEventList, { created: [], updated: [], unchanged: 1 });
    await page.getByRole("button", { name: "Ohne Titel bearbeiten" }).click();
    await page.getByLabelText("Titel").fill("Übungsleitertreffen");
    await page.getByLabelText("Ort").fill("");
    await takeOver().click();
    await expect.poll(() => saved(api)).toHaveLength(1);
    expect(saved(api)[0]?.body).toMatchObject([
      { title: "Übungsleitertreffen", location: null, allDay: false },
    ]);
    expect(Date.parse(saved(api)[0]?.body[0]?.startDateTime ?? "")).toBe(
      Date.parse("2031-10-13T18:00:00+02:00"),
    );
  });

  test("what the server refuses is named with the event, and nothing is lost", async () => {
    const api = await preview([FAIR, HIKE]);
    const message = "Der Termin liegt zu weit in der Zukunft.";
    api.refuse(exchangeContract.saveEventList, {
      code: "VALIDATION_FAILED",
      errors: [{ path: "1.startDateTime", code: "INVALID", message }],
    });
    await takeOver().click();
    await expect
      .element(alert())
      .toMatchTextContent(`„${HIKE.title}“: ${message} Es wurde nichts gespeichert.`);
    await expect.element(takes(FAIR.title)).toBeChecked();
  });

  describe("the calendar that is proposed", () => {
    const calendar = () => page.getByRole("combobox", { name: "In den Kalender" });

    test("is the one used last, and the one taken over into is the next time's", async () => {
      const api = await preview([FAIR], { last: BOARD.id });
      await expect.element(calendar()).toHaveValue("Vorstand");
      await calendar().click();
      await page.getByRole("option", { name: "Vereinstermine" }).click();
      api.answer(exchangeContract.saveEventList, {
        created: [savedOf(FAIR, 20)],
        updated: [],
        unchanged: 0,
      });
      await takeOver().click();
      await expect.element(page.getByText(/^1 Termin angelegt/)).toBeVisible();
      expect(window.localStorage.getItem("lastCalendar")).toBe(CLUB.id);
    });

    test.each([
      ["nothing was used", ""],
      ["the last may only be read", READ_ONLY.id],
      ["the last is gone", idOf(77)],
    ])("is asked for where there are several and %s", async (_why, last) => {
      await preview([FAIR], { last });
      await expect.element(calendar()).toHaveValue("");
      await expect
        .element(calendar())
        .toHaveAttribute("placeholder", "Bitte wählen Sie einen Kalender.");
      await expect.element(takeOver()).toBeDisabled();
      await calendar().click();
      await page.getByRole("option", { name: "Vorstand" }).click();
      await expect.element(takeOver()).toBeEnabled();
    });

    test("is the only one that may be written, also when it is known after the reading", async () => {
      const api = reading([FAIR]);
      const only = [READ_ONLY, BOARD];
      api.answer(calendarsContract.searchCalendars, toPage(only, 2, { page: 0, size: 200 }));
      const release = api.hold(calendarsContract.searchCalendars);
      await open(api, { last: "" });
      await choose(file("termine.csv", "Titel"));
      await expect.element(page.getByText(/„termine\.csv“/)).toBeVisible();
      await expect.element(takeOver()).toBeDisabled();
      release();
      await expect.element(calendar()).toHaveValue("Vorstand");
      await expect.element(takeOver()).toBeEnabled();
    });
  });

  test("only calendars that one may write to are offered", async () => {
    await preview([FAIR]);
    const calendar = page.getByRole("combobox", { name: "In den Kalender" });
    await expect.element(calendar).toHaveValue("Vereinstermine");
    await calendar.click();
    await expect.element(page.getByRole("option", { name: "Vorstand" })).toBeVisible();
    await expect.element(page.getByRole("option", { name: "Ferien" })).not.toBeInTheDocument();
  });

  test("another file is chosen instead", async () => {
    await preview([FAIR]);
    await page.getByRole("button", { name: "Andere Datei" }).click();
    await expect.element(page.getByText("Datei hierher ziehen")).toBeVisible();
  });
});

describe("a programme", () => {
  const READING: ProgrammeDraft["reading"] = { way: "LOCAL_OCR", notes: ["Seite 21 fehlt."] };
  const drafts: ProgrammeDraft[] = [
    { ...HIKE, line: null, page: 1, reading: READING, leftOver: null },
  ];
  /** A date of which nothing else was understood. */
  const DATE: ProgrammeDraft = {
    ...HIKE,
    title: "",
    line: null,
    page: 1,
    allDay: true,
    startDateTime: "2031-11-15T00:00:00+01:00",
    endDateTime: "2031-11-15T23:59:59+01:00",
    location: null,
    reading: READING,
    leftOver: { area: { left: 0.1, top: 0.2, width: 0.3, height: 0.1 } },
  };
  /** The smallest picture there is. */
  const PIXEL = Uint8Array.from(
    atob(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    ),
    (char) => char.charCodeAt(0),
  );

  test("stands beside what was read of it, which says how it was read", async () => {
    const api = reading([]);
    api.answer(programmeContract.importProgramme, drafts);
    await open(api);
    await choose(new File([PIXEL], "aushang.png", { type: "image/png" }));
    await expect.element(page.getByText(/^1 Termin in „aushang\.png“/)).toBeVisible();
    await expect
      .element(
        page.getByText(
          /^Gelesen wurde das Bild, auf dem Server Ihres Vereins\..*Seite 21 fehlt\.$/,
        ),
      )
      .toBeVisible();
    await expect
      .element(page.getByRole("img", { name: "Das Programm, aus dem die Termine gelesen wurden" }))
      .toBeVisible();
    await page.getByRole("button", { name: "Größer" }).click();
    await expect.element(page.getByRole("button", { name: "Kleiner" })).toBeVisible();
    await expectAccessible("a programme beside its drafts");
  });

  test("a date without an event is framed on the page, and one click makes a draft of it", async () => {
    const api = reading([]);
    api.answer(programmeContract.importProgramme, [...drafts, DATE]);
    await open(api);
    await choose(new File([PIXEL], "aushang.png", { type: "image/png" }));
    expect(api.calls(programmeContract.importProgramme)[0]?.query).toEqual({ leftOver: true });
    await expect.element(page.getByText(/^1 Termin in „aushang\.png“/)).toBeVisible();
    await expect
      .element(page.getByText(/^1 Datum ist ohne Termin geblieben und auf dem Bild umrandet\./))
      .toBeVisible();
    await expectAccessible("a programme with a date left over");
    const frame = page.getByRole("button", { name: "Termin am 15. November anlegen" });
    await frame.click();
    await expect.element(page.getByLabelText("Titel")).toHaveFocus();
    await userEvent.keyboard("Volkstanz");
    await page.getByRole("button", { name: "Fertig" }).click();
    await expect.element(takes("Volkstanz")).toBeChecked();
    await expect.element(frame).not.toBeInTheDocument();
  });

  test("an empty result says that dates were seen, and offers them", async () => {
    const api = reading([]);
    api.answer(programmeContract.importProgramme, [DATE]);
    await open(api);
    await choose(new File([PIXEL], "aushang.png", { type: "image/png" }));
    await expect
      .element(page.getByText(/^1 Datum wurde gesehen, aber nichts, was dann stattfindet\./))
      .toBeVisible();
    await page.getByRole("button", { name: "Termin am 15. November anlegen" }).click();
    await expect.element(page.getByLabelText("Titel")).toHaveFocus();
  });

  test("an empty result without any date says so", async () => {
    const api = reading([]);
    api.answer(programmeContract.importProgramme, []);
    await open(api);
    await choose(new File([PIXEL], "aushang.png", { type: "image/png" }));
    await expect.element(page.getByText("Auf den Seiten war kein Datum zu lesen.")).toBeVisible();
  });

  describe("a box around an entry", () => {
    /** A programme of 400 by 400 points, with nothing read of it but the hike. */
    async function shown() {
      const canvas = document.createElement("canvas");
      canvas.width = 400;
      canvas.height = 400;
      const bytes = await new Promise<Blob | null>((resolve) => {
        canvas.toBlob(resolve, "image/png");
      });
      const api = reading([]);
      api.answer(programmeContract.importProgramme, drafts);
      await open(api);
      await choose(new File([bytes ?? ""], "aushang.png", { type: "image/png" }));
      await expect.element(takes(HIKE.title)).toBeVisible();
      return api;
    }
    const mode = () => page.getByRole("button", { name: "Eintrag markieren" });
    const picture = () =>
      page.getByRole("img", { name: "Das Programm, aus dem die Termine gelesen wurden" });

    async function draw(share: number) {
      await mode().click();
      await expect.element(mode()).toHaveAttribute("aria-pressed", "true");
      const { width, height } = picture().element().getBoundingClientRect();
      await userEvent.dragAndDrop(picture(), picture(), {
        force: true,
        sourcePosition: { x: width * 0.1, y: height * 0.1 },
        targetPosition: { x: width * (0.1 + share), y: height * (0.1 + share / 2) },
      });
    }

    test("is sent as a picture of that part alone, and what it holds joins the list", async () => {
      const api = await shown();
      const feast = {
        ...HIKE,
        title: "Waldfest",
        page: 1,
        line: null,
        reading: READING,
        leftOver: null,
      };
      api.answer(programmeContract.importProgramme, [feast]);
      await draw(0.5);
      await expect.element(takes("Waldfest")).toBeChecked();
      await expect
        .element(page.getByText("1 Termin gelesen und oben in die Liste gesetzt."))
        .toBeVisible();
      const sent = api.calls(programmeContract.importProgramme);
      expect(sent).toHaveLength(2);
      const part = await createImageBitmap(sent[1]!.body);
      expect(part.width).toBeGreaterThan(190);
      expect(part.width).toBeLessThan(210);
      expect(part.height).toBeGreaterThan(90);
      expect(part.height).toBeLessThan(110);
      await expectAccessible("a programme with a box drawn");
    });

    test("that holds nothing readable becomes an empty draft to type", async () => {
      const api = await shown();
      api.answer(programmeContract.importProgramme, []);
      await draw(0.5);
      await expect.element(page.getByLabelText("Titel")).toHaveFocus();
      await expect.element(page.getByText(/^Im Rahmen war kein ganzer Termin/)).toBeVisible();
      await expect.element(takes(HIKE.title)).toBeChecked();
    });

    test("that can't be read now says why, and loses nothing", async () => {
      const api = await shown();
      const detail = "Es werden gerade viele Programme gelesen.";
      api.refuse(programmeContract.importProgramme, {
        code: "UNAVAILABLE",
        as: "PROGRAMMES_BUSY",
        detail,
      });
      await draw(0.5);
      await expect
        .element(page.getByText(`Der Rahmen konnte nicht gelesen werden: ${detail}`))
        .toBeVisible();
      await expect.element(takes(HIKE.title)).toBeChecked();
    });

    test("as small as a click is none", async () => {
      const api = await shown();
      await draw(0.002);
      await expect.element(page.getByText(/^Ziehen Sie auf dem Bild einen Rahmen/)).toBeVisible();
      expect(api.calls(programmeContract.importProgramme)).toHaveLength(1);
    });
  });

  test("a picture that no browser shows comes back from the server, or says that it can't", async () => {
    const api = reading([]);
    api.answer(programmeContract.importProgramme, drafts);
    api.refuse(programmeContract.showProgrammePicture, { code: "INTERNAL" });
    await open(api);
    await choose(new File([PIXEL], "aushang.heic"));
    await expect.element(page.getByText(/^Das Bild lässt sich nicht zeigen\./)).toBeVisible();
    await expect.element(takes(HIKE.title)).toBeVisible();
    expect(api.calls(programmeContract.showProgrammePicture)).toHaveLength(1);
  });
});
