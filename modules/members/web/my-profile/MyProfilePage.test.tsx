import { afterEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { identityContract, type LoginSession } from "#modules/identity/contract.ts";
import { tenantsContract, type CustomField } from "#modules/tenants/contract.ts";
import {
  chooseFiles,
  expectAccessible,
  expectNoSidewaysScroll,
  FakeApi,
  READER,
  renderPage,
} from "#platform/web/testing.ts";
import type { WebModule } from "#platform/web/module.ts";
import { usersContract, type Me } from "../../contract.ts";
import members from "../module.tsx";
import { CHOIR, customFieldOf, memberOf } from "../testing.ts";

const lists = { countries: [{ value: "DE", label: "Deutschland" }], salutations: [] };
const {
  accountHolder: _holder,
  iban: _iban,
  bic: _bic,
  mandateReference: _mandate,
  notes: _notes,
  ...own
} = memberOf();
const ME: Me = {
  ...own,
  id: READER.id,
  permissions: [],
  grantablePermissions: [],
  groups: [],
  settings: { messageMail: "IMMEDIATE" },
  version: 3,
};
const HERE: LoginSession = {
  id: "session-here",
  device: "Firefox unter Windows",
  startedAt: "2026-11-20T08:00:00+01:00",
  lastSeenAt: "2026-11-22T09:30:00+01:00",
  current: true,
};
const PHONE: LoginSession = {
  ...HERE,
  id: "session-phone",
  device: "Chrome unter Android",
  current: false,
};
const NICKNAME = customFieldOf({
  key: "spitzname",
  label: "Spitzname",
  kind: "TEXT",
  options: [],
  required: true,
  selfService: true,
});

interface Given {
  fields?: CustomField[];
  sessions?: LoginSession[];
  viewport?: "desktop" | "phone";
  /** Other modules than the members'. */
  beside?: WebModule[];
}

async function openProfile(me: Me = ME, given: Given = {}) {
  const { fields = [], sessions = [HERE, PHONE], viewport = "desktop", beside = [] } = given;
  const api = new FakeApi();
  api.answer(usersContract.getMe, me);
  api.answer(tenantsContract.listCustomFields, fields);
  api.answer(identityContract.listMySessions, { content: sessions });
  api.answer(usersContract.updateMe, ({ body }) => ({
    ...me,
    ...body,
    customFields: body.customFields ?? {},
    settings: body.settings ?? me.settings,
    version: me.version + 1,
  }));
  await renderPage([members, ...beside], "/profile", { api, as: READER, lists, viewport });
  await expect.element(page.getByRole("heading", { level: 1, name: "Mein Profil" })).toBeVisible();
  return api;
}

const button = (name: string | RegExp) => page.getByRole("button", { name });
const save = () => button("Angaben speichern").click();
const saved = () => page.getByText("Ihre Angaben sind gespeichert.");
const problem = () => page.getByRole("alert", { name: "Noch nicht gespeichert" });
const sent = (api: FakeApi) => api.calls(usersContract.updateMe).map(({ body }) => body);
const mail = () => page.getByRole("textbox", { name: "E-Mail" });

afterEach(() => void vi.restoreAllMocks());

describe("what the club keeps is text", () => {
  test("name, number and membership can't be typed into", async () => {
    await openProfile();
    await expect.element(page.getByText("Anna Kurz · Mitgliedsnummer 1001 · aktiv")).toBeVisible();
    expect(page.getByRole("textbox", { name: "Nachname" }).elements()).toEqual([]);
    expect(document.body.textContent).not.toContain("DE02");
    await expect.element(page.getByText(/Diese Angaben pflegt der Verein\./)).toBeVisible();
    await expectAccessible("Mein Profil");
  });

  test("groups with function and period; only those one may open are links", async () => {
    const group = {
      id: CHOIR.id,
      name: "Chor",
      groupName: null,
      function: "Alt",
      from: "2020-01-01",
      to: null,
      leader: true,
    };
    const youth = { ...group, name: "C-Jugend", groupName: "Fußball", function: null };
    await openProfile({
      ...ME,
      groups: [
        { ...group, can: ["SEE"] },
        { ...youth, from: "2001-08-01", to: "2005-07-31", leader: false, can: [] },
      ],
    });
    await expect
      .element(page.getByRole("link", { name: "Chor" }))
      .toHaveAttribute("href", `/groups/${CHOIR.id}`);
    await expect.element(page.getByText("Alt · seit 01.01.2020")).toBeVisible();
    await expect.element(page.getByText("01.08.2001 bis 31.07.2005")).toBeVisible();
    expect(page.getByRole("link", { name: /C-Jugend/ }).elements()).toEqual([]);
  });

  test("a field that the club keeps is shown where it says something", async () => {
    const fields = [
      customFieldOf({ label: "Trikot" }),
      customFieldOf({ key: "lizenz", label: "Lizenz bis", kind: "DATE", options: [] }),
      customFieldOf({ key: "leer", label: "Schlüssel" }),
    ];
    await openProfile({ ...ME, customFields: { trikot: "L", lizenz: "2027-03-01" } }, { fields });
    await expect.element(page.getByText("01.03.2027")).toBeVisible();
    expect(page.getByText("Schlüssel").elements()).toEqual([]);
  });
});

describe("contact data", () => {
  test("are saved with the mail setting and go on from what was saved", async () => {
    const api = await openProfile();
    await page.getByLabelText("Mobil").fill("0171 5550123");
    await page.getByRole("radio", { name: "Einmal am Tag gesammelt" }).click();
    await save();
    await expect.element(saved()).toBeVisible();
    expect(sent(api)).toEqual([
      {
        email: "anna.kurz@example.org",
        phone: "07161 4711",
        mobile: "0171 5550123",
        street: "Hauptstraße 1",
        addressAddition: null,
        postalCode: "73033",
        city: "Göppingen",
        country: "DE",
        settings: { messageMail: "DAILY" },
        customFields: {},
        version: 3,
      },
    ]);
    await page.getByLabelText("Mobil").fill("");
    await save();
    await expect.poll(() => sent(api)[1]).toMatchObject({ mobile: null, version: 4 });
  });

  test("a wrong address is told at the field, and the input stays", async () => {
    const api = await openProfile();
    const message = "Bitte eine gültige E-Mail-Adresse eingeben.";
    api.refuse(usersContract.updateMe, {
      code: "VALIDATION_FAILED",
      errors: [{ path: "email", code: "invalid", message }],
    });
    await mail().fill("ohne-klammeraffe");
    await save();
    await expect.element(problem()).toMatchTextContent(`E-Mail: ${message}`);
    await expect.element(mail()).toHaveValue("ohne-klammeraffe");
    await expect.element(mail()).toHaveAttribute("aria-invalid", "true");
    await expectAccessible("Mein Profil with an error");
  });

  test("a field of the club that one fills oneself is asked for when it has to be", async () => {
    const api = await openProfile(ME, { fields: [NICKNAME] });
    await save();
    await expect.element(problem()).toMatchTextContent("Spitzname: Bitte ausfüllen.");
    expect(sent(api)).toEqual([]);
    await page.getByLabelText("Spitzname (Pflichtangabe)").fill("Änni");
    await save();
    await expect.element(saved()).toBeVisible();
    expect(sent(api)[0]?.customFields).toEqual({ spitzname: "Änni" });
  });

  test("that the office changed meanwhile are chosen, not overwritten", async () => {
    const api = await openProfile();
    await page.getByRole("textbox", { name: "Ort" }).fill("Eislingen");
    const current = { ...ME, city: "Uhingen", street: "Nebenweg 2", version: 4 };
    api.refuse(usersContract.updateMe, { code: "STALE_VERSION", current });
    await save();
    await expect.element(problem()).toMatchTextContent("Neuer Stand: Uhingen");
    await expect.element(problem()).toMatchTextContent("Ihre Eingabe: Eislingen");
    await expect.element(problem()).toMatchTextContent("Neuer Stand: Nebenweg 2");
    await button("Übernehmen und weiter bearbeiten").click();
    api.answer(usersContract.updateMe, current);
    await save();
    await expect
      .poll(() => sent(api)[1])
      .toMatchObject({ city: "Eislingen", street: "Nebenweg 2", version: 4 });
  });
});

describe("one's picture", () => {
  const preview = () => page.getByRole("dialog", { name: "Bild übernehmen?" });
  const choose = (name: string, type: string, size = 10) =>
    chooseFiles([new File([new Uint8Array(size)], name, { type })]);

  test("that can't be shown here is kept all the same, when the reader says so", async () => {
    const api = await openProfile();
    api.answer(usersContract.putMyPicture);
    choose("ich.heic", "");
    await expect
      .element(preview())
      .toMatchTextContent("Dieser Browser kann „ich.heic“ nicht anzeigen.");
    await preview().getByRole("button", { name: "Abbrechen" }).click();
    await expect.element(preview()).not.toBeInTheDocument();
    expect(api.calls(usersContract.putMyPicture)).toHaveLength(0);
    choose("ich.heic", "");
    await preview().getByRole("button", { name: "Bild übernehmen" }).click();
    await expect.element(page.getByText("Ihr Bild ist gespeichert.")).toBeVisible();
    expect(api.calls(usersContract.putMyPicture)).toHaveLength(1);
  });

  test("is looked at before it is kept", async () => {
    await openProfile();
    const canvas = new OffscreenCanvas(8, 8);
    canvas.getContext("2d")?.fillRect(0, 0, 8, 8);
    const png = await canvas.convertToBlob({ type: "image/png" });
    chooseFiles([new File([png], "ich.png", { type: "image/png" })]);
    await expect
      .element(preview().getByRole("img", { name: "Vorschau Ihres Bildes" }))
      .toBeVisible();
    await expectAccessible("the preview of a picture");
  });

  test("that is too large is refused before anything is sent", async () => {
    const api = await openProfile();
    choose("gross.jpg", "image/jpeg", 10 * 1024 * 1024 + 1);
    await expect
      .element(page.getByText("Das Bild ist größer als 10 MB. Bitte wählen Sie ein kleineres."))
      .toBeVisible();
    await expect.element(preview()).not.toBeInTheDocument();
    expect(api.calls(usersContract.putMyPicture)).toHaveLength(0);
  });

  test("that is none is told beside the button, in the server's words", async () => {
    const api = await openProfile();
    const detail = "Diese Datei ist kein Bild.";
    api.refuse(usersContract.putMyPicture, { code: "UNPROCESSABLE", detail });
    choose("ich.png", "image/png");
    await preview().getByRole("button", { name: "Bild übernehmen" }).click();
    await expect.element(page.getByText(detail)).toBeVisible();
    await expect.element(preview()).not.toBeInTheDocument();
  });

  test("can be taken with the phone", async () => {
    await openProfile(ME, { viewport: "phone" });
    await expect.element(button("Foto aufnehmen")).toBeVisible();
    expect(document.querySelector('input[capture="user"]')).not.toBe(null);
    expect(button("Bild entfernen").elements()).toEqual([]);
  });
});

describe("log-ins", () => {
  test("are listed with this one marked, and another one is ended", async () => {
    const api = await openProfile();
    await expect.element(page.getByText("Dieses Gerät")).toBeVisible();
    await expect
      .element(page.getByText(/zuletzt benutzt 22\.11\.2026 09:30 Uhr/).first())
      .toBeVisible();
    api.answer(identityContract.endMySession);
    api.answer(identityContract.listMySessions, { content: [HERE] });
    await button("Anmeldung Chrome unter Android beenden").click();
    await expect
      .element(page.getByText("Die Anmeldung „Chrome unter Android“ ist beendet."))
      .toBeVisible();
    expect(api.calls(identityContract.endMySession)).toMatchObject([{ params: { id: PHONE.id } }]);
    await expect.element(button("Anmeldung Chrome unter Android beenden")).not.toBeInTheDocument();
  });

  test("one's own is not ended without a question", async () => {
    const api = await openProfile();
    await button("Hier abmelden").click();
    const dialog = page.getByRole("dialog", { name: "Hier abmelden?" });
    await dialog.getByRole("button", { name: "Abbrechen" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.calls(identityContract.endMySession)).toHaveLength(0);
  });

  test("that can't be loaded leave the rest of the page usable", async () => {
    const api = new FakeApi();
    api.answer(usersContract.getMe, ME);
    api.answer(tenantsContract.listCustomFields, []);
    api.refuse(identityContract.listMySessions, { code: "INTERNAL" });
    await renderPage(members, "/profile", { api, as: READER, lists });
    await expect.element(mail()).toBeVisible();
    await expect.element(button("Erneut versuchen")).toBeVisible();
  });

  test("kept by a service link its page, and say where name and address are changed", async () => {
    const meta = document.createElement("meta");
    meta.name = "issuer";
    meta.content = "https://login.example.org/realms/demo";
    document.head.append(meta);
    try {
      await openProfile();
      await expect
        .element(page.getByRole("link", { name: "Kontoseite öffnen" }))
        .toHaveAttribute("href", "https://login.example.org/realms/demo/account");
      await expect
        .element(page.getByText(/übernimmt die Kontoseite aus diesem Profil/))
        .toBeVisible();
    } finally {
      meta.remove();
    }
  });

  test("the account's page is linked, and a new password is asked for once", async () => {
    const api = await openProfile();
    api.answer(identityContract.resetMyPassword);
    await expect
      .element(page.getByRole("link", { name: "Kontoseite öffnen" }))
      .toHaveAttribute("href", "/realms/demo/account");
    await button("Passwort zurücksetzen").click();
    await expect.element(button("E-Mail ist unterwegs")).toBeDisabled();
    expect(api.calls(identityContract.resetMyPassword)[0]?.query).toMatchObject({
      redirectUri: location.origin,
    });
  });
});

test("everything held about oneself comes as one file", async () => {
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const api = await openProfile();
  api.answer(usersContract.exportMe, new Blob(["PK"]));
  await button("Meine Daten herunterladen").click();
  await expect.poll(() => clicked.mock.contexts).toHaveLength(1);
  expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toMatch(/^Meine Daten .*\.zip$/);
});

describe("what was changed in one's own data", () => {
  const heading = () => page.getByRole("heading", { level: 2, name: "Änderungen an meinen Daten" });

  test("is shown where a module keeps the history", async () => {
    const ownHistory = () => <p>Otto Büro hat die Straße geändert</p>;
    await openProfile(ME, { beside: [{ name: "history", pages: [], ownHistory }] });
    await expect.element(heading()).toBeVisible();
    await expect.element(page.getByText("Otto Büro hat die Straße geändert")).toBeVisible();
    await expectAccessible("Mein Profil with its history");
  });

  test("has no empty section where none does", async () => {
    await openProfile();
    expect(heading().elements()).toEqual([]);
  });
});

test("on the smallest phone nothing is wider than it", async () => {
  await openProfile(ME, { fields: [NICKNAME], viewport: "phone" });
  await expectAccessible("Mein Profil on the phone");
  await expectNoSidewaysScroll(320);
});
