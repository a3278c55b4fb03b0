import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  renderPage,
} from "#platform/web/testing.ts";
import type { Room } from "#platform/contract/room.ts";
import { tenantsContract, type CustomField, type Tenant } from "../contract.ts";
import tenants from "./module.tsx";
import { CLUB } from "./testing.ts";

function fieldOf(number: number, part: Partial<CustomField> = {}): CustomField {
  return {
    id: `0193a000-0000-7000-8000-${String(number).padStart(12, "0")}`,
    key: `feld${number}`,
    label: `Feld ${number}`,
    kind: "TEXT",
    options: [],
    required: false,
    selfService: false,
    position: number,
    version: 2,
    ...part,
  };
}

const lists = { "time-zones": [{ value: "Europe/Berlin", label: "Berlin" }] };
const as = ["MANAGE_TENANT"] as const;

async function open(
  fields: CustomField[] = [],
  viewport?: "phone",
  api = new FakeApi(),
  room: Room = { usedBytes: 1_200_000_000, quota: null },
) {
  api.answer(tenantsContract.getTenant, CLUB);
  api.answer(tenantsContract.getRoom, room);
  api.answer(tenantsContract.listCustomFields, fields);
  const options = { api, as, lists, ...(viewport && { viewport }) };
  const shown = await renderPage(tenants, "/settings", options);
  await expect.element(name()).toHaveValue("TSV Beispiel");
  return { api, shown };
}

const name = () => page.getByLabelText("Name des Vereins (Pflichtangabe)");
const perEvent = () => page.getByLabelText("Gäste je Termin höchstens (Pflichtangabe)");
const perDay = () => page.getByLabelText("Gäste je Person und Tag höchstens (Pflichtangabe)");
const save = () => page.getByRole("button", { name: "Einstellungen speichern" }).click();
const summary = () => page.getByRole("alert").filter({ hasText: "Noch nicht gespeichert" });

test("without the right the page stays closed and nothing is asked for", async () => {
  await renderPage(tenants, "/settings", { api: new FakeApi(), as: ["QUERY_USER"] });
  await expect
    .element(page.getByText(/Dazu haben Sie nicht die notwendigen Rechte\./))
    .toBeVisible();
});

test("after a failure the settings can be loaded again", async () => {
  const api = new FakeApi();
  api.refuse(tenantsContract.getTenant, { code: "INTERNAL" });
  await renderPage(tenants, "/settings", { api, as, lists });
  const again = page.getByRole("button", { name: "Erneut versuchen" });
  await expect.element(again).toBeVisible();
  api.answer(tenantsContract.getTenant, CLUB);
  api.answer(tenantsContract.getRoom, { usedBytes: 1_200_000_000, quota: null });
  api.answer(tenantsContract.listCustomFields, []);
  await again.click();
  await expect.element(name()).toHaveValue("TSV Beispiel");
});

describe("the club's settings", () => {
  test("are saved as a whole, empty lines as nothing", async () => {
    const { api } = await open();
    api.answer(tenantsContract.updateTenant, { ...CLUB, displayName: "SV Neu", version: 8 });
    await name().fill("SV Neu");
    await page.getByLabelText("Antwortadresse").fill(" info@example.org ");
    await page.getByLabelText("Aufbewahrung nach dem Austritt").fill("24");
    await perEvent().fill("50");
    await perDay().fill("0");
    await save();
    await expect.element(page.getByText("Die Einstellungen sind gespeichert.")).toBeVisible();
    expect(api.calls(tenantsContract.updateTenant).map(({ body }) => body)).toEqual([
      {
        displayName: "SV Neu",
        accentColor: "#1f6f78",
        timeZone: "Europe/Berlin",
        mailSenderName: null,
        mailReplyTo: "info@example.org",
        trashDays: 30,
        retentionMonths: 24,
        guestsPerEvent: 50,
        guestsPerDay: 0,
        region: null,
        version: 7,
      },
    ]);
  });

  test("choose the Land whose holidays are the club's, and can take it back", async () => {
    const { api } = await open();
    const region = page.getByRole("combobox", { name: "Bundesland" });
    api.answer(tenantsContract.updateTenant, { ...CLUB, region: "NW", version: 8 });
    await region.click();
    await page.getByRole("option", { name: "Nordrhein-Westfalen" }).click();
    await save();
    await expect.element(page.getByText("Die Einstellungen sind gespeichert.")).toBeVisible();
    await expect.element(region).toHaveValue("Nordrhein-Westfalen");
    api.answer(tenantsContract.updateTenant, { ...CLUB, version: 9 });
    await region.click();
    // Chosen once more, it is taken back.
    await page.getByRole("option", { name: "Nordrhein-Westfalen" }).click();
    await expect.element(region).toHaveValue("");
    await save();
    await expect
      .poll(() => api.calls(tenantsContract.updateTenant).map(({ body }) => body.region))
      .toEqual(["NW", null]);
  });

  test("without a name nothing is sent, and the summary leads to the field", async () => {
    const { api } = await open();
    await name().fill("");
    await save();
    await expect.element(summary()).toHaveFocus();
    await expect
      .element(name())
      .toHaveAccessibleDescription(/Bitte geben Sie den Namen des Vereins an\./);
    await page.getByRole("link", { name: "Name des Vereins" }).click();
    await expect.element(name()).toHaveFocus();
    expect(api.calls(tenantsContract.updateTenant)).toHaveLength(0);
    await expectAccessible("the settings with an error");
  });

  test("a limit of guests that is left empty is asked for", async () => {
    const { api } = await open();
    await perEvent().fill("");
    await save();
    await expect
      .element(perEvent())
      .toHaveAccessibleDescription(/Bitte geben Sie eine Zahl an; 0 heißt/);
    expect(api.calls(tenantsContract.updateTenant)).toHaveLength(0);
  });

  test("what the server refuses stands at its field", async () => {
    const { api } = await open();
    const message = "Bitte eine vollständige E-Mail-Adresse angeben.";
    api.refuse(tenantsContract.updateTenant, {
      code: "VALIDATION_FAILED",
      errors: [{ path: "mailReplyTo", code: "INVALID", message }],
    });
    const reply = page.getByLabelText("Antwortadresse");
    await reply.fill("info");
    await save();
    await expect.element(summary()).toMatchTextContent(`Antwortadresse: ${message}`);
    await expect.element(reply).toHaveAttribute("aria-invalid", "true");
    await expect.element(reply).toHaveValue("info");
  });

  test("someone else saved first: both changes come together", async () => {
    const { api } = await open();
    const current: Tenant = { ...CLUB, trashDays: 90, version: 8 };
    api.refuse(tenantsContract.updateTenant, { code: "STALE_VERSION", current });
    await name().fill("SV Neu");
    await save();
    await page.getByRole("button", { name: "Übernehmen und weiter bearbeiten" }).click();
    await expect.element(name()).toHaveValue("SV Neu");
    api.answer(tenantsContract.updateTenant, { ...current, displayName: "SV Neu", version: 9 });
    await save();
    await expect.element(page.getByText("Die Einstellungen sind gespeichert.")).toBeVisible();
    expect(api.calls(tenantsContract.updateTenant).at(-1)?.body).toMatchObject({
      displayName: "SV Neu",
      trashDays: 90,
      version: 8,
    });
  });
});

describe("the club's custom fields", () => {
  const rows = () => page.getByRole("listitem").filter({ hasText: /Feld \d/ });

  test("none yet: the page says what they are for", async () => {
    await open();
    await expect.element(page.getByText(/^Noch keine eigenen Felder\./)).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Feld anlegen" })).toBeVisible();
  });

  test("each leads to its form and names what is special about it", async () => {
    const { shown } = await open([fieldOf(0, { required: true, selfService: true })]);
    await expect.element(rows()).toMatchTextContent("Pflicht");
    await expect.element(rows()).toMatchTextContent("Mitglied pflegt selbst");
    await page.getByRole("link", { name: "Feld 0" }).click();
    await expect.poll(() => shown.address()).toBe(`/settings/fields/${fieldOf(0).id}`);
  });

  test("the first can't go up, the last can't go down", async () => {
    await open([fieldOf(0), fieldOf(1)]);
    await expect.element(page.getByRole("button", { name: "Feld 0 nach unten" })).toBeVisible();
    await expect
      .element(page.getByRole("button", { name: "Feld 0 nach oben" }))
      .not.toBeInTheDocument();
    await expect
      .element(page.getByRole("button", { name: "Feld 1 nach unten" }))
      .not.toBeInTheDocument();
  });

  test("moving one sends only those whose place changes", async () => {
    const fields = [fieldOf(0), fieldOf(1), fieldOf(2)];
    const { api } = await open(fields);
    api.answer(tenantsContract.updateCustomField, ({ body }) => ({ ...fieldOf(0), ...body }));
    await page.getByRole("button", { name: "Feld 1 nach oben" }).click();
    await expect.poll(() => api.calls(tenantsContract.updateCustomField)).toHaveLength(2);
    const sent = api.calls(tenantsContract.updateCustomField);
    expect(sent.map(({ params, body }) => [params.id, body.position, body.version])).toEqual([
      [fieldOf(1).id, 0, 2],
      [fieldOf(0).id, 1, 2],
    ]);
  });

  test("a failure of this list leaves the settings usable", async () => {
    const api = new FakeApi();
    api.answer(tenantsContract.getTenant, CLUB);
    api.answer(tenantsContract.getRoom, { usedBytes: 1_200_000_000, quota: null });
    api.refuse(tenantsContract.listCustomFields, { code: "INTERNAL" });
    await renderPage(tenants, "/settings", { api, as, lists });
    await expect.element(page.getByRole("button", { name: "Erneut versuchen" })).toBeVisible();
    await expect.element(name()).toHaveValue("TSV Beispiel");
  });
});

test("on the phone settings and fields stand below each other and fit", async () => {
  await open([fieldOf(0, { label: "Schwimmabzeichen".repeat(5), required: true })], "phone");
  await expectNoSidewaysScroll(390);
  await expectNoSidewaysScroll(320);
  await expectAccessible("the settings on the phone");
});

describe("the room of the club's files", () => {
  const bar = page.getByRole("progressbar", { name: "Belegter Speicherplatz" });

  test("is said", async () => {
    await open();
    await expect.element(page.getByText("1,2 GB belegt", { exact: true })).toBeVisible();
    expect(bar.elements()).toEqual([]);
  });

  test("is a bar where the operator has set a limit", async () => {
    await open([], undefined, new FakeApi(), { usedBytes: 4_500_000_000, quota: 5_000_000_000 });
    await expect.element(page.getByText("4,5 GB von 5 GB belegt")).toBeVisible();
    await expect.element(page.getByText(/legt der Betreiber fest/)).toBeVisible();
    await expect.element(bar).toHaveAttribute("aria-valuenow", "90");
    await expectAccessible("settings of a club with a limit");
  });
});
