import { afterAll, beforeAll, expect, test } from "vitest";
import { getDocumentProxy } from "unpdf";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { exportContract } from "../../../export-contract.ts";
import { anExportTarget, exportedFile, exportedText, ranExport } from "../testing.ts";

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha", "TSV Alpha"), {
    firstname: "Anna",
    lastname: "Admin",
    isAdmin: true,
  });
  const eva = await app.call(
    usersContract.createUser,
    {
      body: {
        title: "Dr.",
        firstname: "Eva",
        lastname: "Groß; von, und \\zu",
        email: "eva@example.org",
        mobile: "+49 171 1234",
        street: "Am Langen Weg mit einem wirklich sehr langen Namen über viele Zeichen 17",
        postalCode: "01067",
        city: "Göppingen",
        country: "DE",
        birthday: "1990-03-26",
        gender: "FEMALE",
        iban: "DE02 1203 0000 0000 2020 51",
        notes: "Zeile 1\nZeile 2",
      },
    },
    admin,
  );
  const group = await app.call(
    groupsContract.createGroup,
    { body: { name: "Turnen, Tanz" } },
    admin,
  );
  await app.call(
    groupsContract.putGroupMember,
    { params: { id: group.body.id, userId: eva.body.id }, body: {} },
    admin,
  );
});
afterAll(() => app?.close());

const only = { q: "Eva" };

test("a vCard of version 3 holds what address books know, escaped and folded", async () => {
  const text = await exportedText(app, admin, { format: "VCARD", filter: only });
  expect(text.split("\r\n").every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  const lines = text.replaceAll("\r\n ", "").split("\r\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "VERSION:3.0",
      "N:Groß\\; von\\, und \\\\zu;Eva;;Dr.;",
      "EMAIL;TYPE=INTERNET:eva@example.org",
      "TEL;TYPE=CELL:+49 171 1234",
      "ADR;TYPE=HOME:;;Am Langen Weg mit einem wirklich sehr langen Namen über viele Zeichen 17;Göppingen;;01067;Deutschland",
      "BDAY:1990-03-26",
      "CATEGORIES:Turnen\\, Tanz",
      "X-VEREINSHEIM-MEMBERNUMBER:2",
      "X-VEREINSHEIM-GENDER:weiblich",
    ]),
  );
  expect(text).not.toContain("NOTE");
  expect(text).not.toContain("IBAN");
});

test("a vCard of version 4, with bank data and notes where wished", async () => {
  const text = await exportedText(app, admin, {
    format: "VCARD",
    filter: only,
    options: { vcardVersion: "4.0", protectedFields: true },
  });
  const lines = text.replaceAll("\r\n ", "").split("\r\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "VERSION:4.0",
      "GENDER:F",
      "BDAY:19900326",
      "NOTE:Zeile 1\\nZeile 2",
      "X-VEREINSHEIM-IBAN:DE02 1203 0000 0000 2020 51",
    ]),
  );
});

async function pdfText(bytes: Buffer): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str : "")).join(" "));
  }
  return pages;
}

test("a PDF list has headings, groups and page numbers", async () => {
  for (let index = 0; index < 60; index++) {
    await app.call(
      usersContract.createUser,
      { body: { firstname: `Vorname${index}`, lastname: "Ähnlich", city: "Ulm" } },
      admin,
    );
  }
  const target = await anExportTarget(app, admin, {
    name: "Liste",
    format: "PDF",
    options: { groupBy: "CITY", title: "Alle nach Orten" },
  });
  const run = await ranExport(app, admin, target.id);
  expect(run).toMatchObject({ state: "DONE", count: 62, error: null });
  const pages = await pdfText(await exportedFile(app, admin, run.id));
  expect(pages.length).toBeGreaterThan(1);
  expect(pages[0]).toContain("TSV Alpha");
  expect(pages[0]).toContain("Alle nach Orten");
  expect(pages[0]).toContain("Göppingen (1)");
  expect(pages.join(" ")).toContain("Ulm (60)");
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Seite ${index + 1} von ${pages.length}`);
    expect(page).toContain("Nachname");
  }
  // Its only changes could not be told from the rest.
  expect(
    (
      await app.call(
        exportContract.createExportTarget,
        { body: { name: "PDF-Änderungen", format: "PDF", onlyChanges: true } },
        admin,
      )
    ).status,
  ).toBe(422);
});

test("a workbook has days as days, formulas as texts and old days as texts", async () => {
  await app.call(
    usersContract.createUser,
    {
      body: {
        firstname: "=1+1",
        lastname: "Früh",
        phone: "+49 7161 1234",
        birthday: "1899-12-31",
        joinedOn: "1999-12-31",
      },
    },
    admin,
  );
  const target = await anExportTarget(app, admin, { format: "XLSX", filter: { q: "Früh" } });
  const run = await ranExport(app, admin, target.id);
  const { readXlsx } = await import("hucre/xlsx");
  const { sheets } = await readXlsx(await exportedFile(app, admin, run.id));
  const [headings = [], row = []] = sheets[0]?.rows ?? [];
  const value = (name: string) => row[headings.indexOf(name)];
  expect(value("Vorname")).toBe("'=1+1");
  expect(value("Telefon")).toBe("+49 7161 1234");
  expect(value("Geburtstag")).toBe("31.12.1899");
  expect(value("Eintritt")).toEqual(new Date("1999-12-31T00:00:00Z"));
});
