import { afterAll, beforeAll, expect, test } from "vitest";
import { tenantsContract } from "#modules/tenants/contract.ts";
import { anExportTarget, exportedFile, ranExport } from "./export/testing.ts";
import { clubForImports, type ImportClub } from "./import/testing.ts";

/** What is exported and imported again changes nothing, whatever the format. */

let club: ImportClub;

const MEMBERS = [
  "Mitgl.-Nr.;Anrede;Titel;Vorname;Nachname;Geburtsdatum;Geschlecht;Straße;Adresszusatz;PLZ;Ort;Land;Telefon;Mobil;E-Mail;Eintritt;Kündigung;Austritt;Status;Abteilungen;IBAN;BIC;Kontoinhaber;Mandatsreferenz;Bemerkung;Beitrag;Rundbrief;Lizenz seit;Trikot;Ämter",
  '101;Frau;Dr.;Eva;Müller;31.12.1999;w;"Reuterstr. 115";c/o Sonnenhof;01067;Dresden;DE;040/66 96 94 38;+49 171 3920054;eva@example.org;1.1.2010;;;aktiv;"Turnen, Turnen->Bambini";DE60 0000 0000 0000 0077 16;;Oma Müller;M-1;"Zeile 1\nZeile 2; mit ""Zeichen""";84,50;ja;01.02.2020;Größe M;"Kasse\nPresse, Web"',
  "102;;;;Bäckerei Kühn GmbH & Co. KG;;;Weg 1;;A-1010;Wien;AT;+43 1 234567;;;;;;passiv;;;;;;=SUMME(A1:A3);0;nein;;x, y;",
  "103;Herr;;Uwe;D'Angelo-Groß;29.02.1904;m;;;73033;Göppingen;;66969438;0176/04069062;uwe@example.org;1.4.1950;1.9.2024;31.12.2024;Ehrenmitglied;Turnen;;;;;+49 steht hier nur als Text;1250;;;;Jugend",
  "00104;;;Łukasz;Şahin;1.2.2015;d;-;;09111;Chemnitz;DE;;;;;;31.12.2030;aktiv;;;;;;'=x;;x;;S;",
].join("\r\n");

const OWN_FIELDS = [
  { key: "fee", kind: "NUMBER", label: "Beitrag" },
  { key: "news", kind: "BOOLEAN", label: "Rundbrief" },
  { key: "licence", kind: "DATE", label: "Lizenz seit" },
  { key: "shirt", kind: "CHOICE", label: "Trikot", options: ["S", "Größe M", "x, y"] },
  { key: "posts", kind: "MULTI_CHOICE", label: "Ämter", options: ["Kasse", "Presse, Web", "Jugend"] },
] as const;

beforeAll(async () => {
  club = await clubForImports();
  for (const field of OWN_FIELDS)
    await club.app.call(tenantsContract.createCustomField, { body: { ...field, options: "options" in field ? [...field.options] : [] } }, club.admin);
  await club.group("Bambini", await club.group("Turnen"));
  const source = await club.source();
  const run = await club.preview(source, MEMBERS);
  expect(run.counts, JSON.stringify(await club.rows(run.id))).toMatchObject({ new: 4, faulty: 0, ambiguous: 0 });
  expect((await club.apply(run.id)).state).toBe("APPLIED");
});
afterAll(() => club?.app.close());

test.each([
  ["CSV as Excel likes it", { format: "CSV" }],
  ["CSV in UTF-16 with tabs", { format: "CSV", options: { encoding: "UTF-16", delimiter: "\t" } }],
  ["CSV with commas and without a mark", { format: "CSV", options: { delimiter: ",", byteOrderMark: false } }],
  ["XLSX", { format: "XLSX" }],
  ["JSON", { format: "JSON" }],
  ["vCard 3", { format: "VCARD", options: { vcardVersion: "3.0" } }],
  ["vCard 4", { format: "VCARD", options: { vcardVersion: "4.0" } }],
] as const)("%s: an export that is imported again changes nothing", async (_name, wish) => {
  const options = { ...("options" in wish ? wish.options : {}), protectedFields: true };
  const target = await anExportTarget(club.app, club.admin, { format: wish.format, options });
  const exported = await ranExport(club.app, club.admin, target.id);
  expect(exported.error).toBeNull();
  const before = await club.members();
  const run = await club.preview(await club.source(), await exportedFile(club.app, club.admin, exported.id));
  const others = (await club.rows(run.id)).filter(({ kind }) => kind !== "SAME");
  expect(others.map(({ kind, fields, problems }) => ({ kind, fields, problems }))).toEqual([]);
  expect(run.counts).toMatchObject({ new: 0, changed: 0, faulty: 0, ambiguous: 0, same: 5 });
  await club.apply(run.id);
  expect(await club.members()).toEqual(before);
});
