import fc from "fast-check";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runs } from "#platform/testing/properties.ts";
import type { z } from "zod";
import { testApp, type TestApp } from "#apps/server/testing.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { createMember } from "#modules/members/server/public.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { tenantsContract } from "#modules/tenants/contract.ts";
import {
  GENDERS,
  MEMBER_STATUSES,
  usersContract,
  type userCreate,
} from "#modules/members/contract.ts";
import type { exportTargetCreate } from "../../export-contract.ts";
import type { ImportRun } from "../../import-contract.ts";
import { importClub, type ImportClub } from "../import/testing.ts";
import { textEncoding } from "./formats/encodings.ts";
import { anExportTarget, exportedFile, ranExport } from "./testing.ts";

/**
 * The law of round trips: what was exported and is imported again as it is changes nothing,
 * whatever the format, for people as generated and as real lists have them.
 */

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app?.close());

type Wish = Partial<z.input<typeof exportTargetCreate>>;
type Values = z.input<typeof userCreate>;

const FORMATS: [string, Wish][] = [
  ["CSV for Excel", { format: "CSV" }],
  [
    "CSV with commas, without mark",
    { format: "CSV", options: { delimiter: ",", byteOrderMark: false } },
  ],
  ["CSV in Windows-1252", { format: "CSV", options: { encoding: "WINDOWS-1252" } }],
  ["CSV in UTF-16 with tabs", { format: "CSV", options: { encoding: "UTF-16", delimiter: "\t" } }],
  ["an Excel workbook", { format: "XLSX" }],
  ["JSON", { format: "JSON" }],
  ["vCard 3", { format: "VCARD", options: { vcardVersion: "3.0" } }],
  ["vCard 4", { format: "VCARD", options: { vcardVersion: "4.0" } }],
];

/**
 * Exports all members with everything, and reads the file as an import would; `whole`: it could
 * hold every sign.
 */
async function roundTrip(
  club: ImportClub,
  wish: Wish,
): Promise<{ read: ImportRun; whole: boolean }> {
  const target = await anExportTarget(club.app, club.admin, {
    ...wish,
    options: { ...wish.options, protectedFields: true },
  });
  const run = await ranExport(club.app, club.admin, target.id);
  expect(run.state).toBe("DONE");
  const read = await club.preview(
    await club.source(),
    await exportedFile(club.app, club.admin, run.id),
  );
  expect(read.state, read.error ?? "").toBe("PREVIEW");
  return { read, whole: run.warnings.length === 0 };
}

/** The rows that would change something, in short. */
async function unequal(club: ImportClub, run: ImportRun): Promise<{ fields: unknown[][] }[]> {
  const rows = (
    await Promise.all(
      (["NEW", "CHANGED", "AMBIGUOUS", "FAULTY"] as const).map((kind) => club.rows(run.id, kind)),
    )
  ).flat();
  return rows.map(({ row, kind, fields, problems }) => ({
    row,
    kind,
    fields: fields.map(({ field, oldValue, newValue }) => [field, oldValue, newValue]),
    problems,
  }));
}

function fitting(text: string): string {
  return new TextDecoder("windows-1252").decode(textEncoding("WINDOWS-1252", false).encode(text));
}

async function versions(club: ImportClub): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (let page = 0; ; page++) {
    const { content } = (
      await club.app.call(usersContract.searchUsers, { query: { size: 200, page } }, club.admin)
    ).body;
    for (const { id, version } of content) found[id] = version ?? 0;
    if (content.length < 200) return found;
  }
}

async function expectLaw(club: ImportClub, wish: Wish): Promise<void> {
  const before = await versions(club);
  const { read: run, whole } = await roundTrip(club, wish);
  const rows = await unequal(club, run);
  if (!whole) {
    // The run has told that signs did not fit; nothing but these may have changed.
    expect(wish.options?.encoding).toBe("WINDOWS-1252");
    const lossy = (value: unknown) => fitting(JSON.stringify(value)) !== JSON.stringify(value);
    expect(
      rows.filter(
        ({ fields }) => fields.length === 0 || !fields.every(([, before]) => lossy(before)),
      ),
    ).toEqual([]);
    return;
  }
  expect(rows).toEqual([]);
  expect(run.counts).toMatchObject({
    new: 0,
    changed: 0,
    ambiguous: 0,
    faulty: 0,
    undecided: 0,
    same: Object.keys(before).length,
  });
  const applied = await club.apply(run.id);
  expect(applied.state).toBe("APPLIED");
  expect(await versions(club)).toEqual(before);
}

const day = fc.oneof(
  fc.constantFrom("1904-02-29", "1899-12-31", "2000-01-01"),
  fc
    .date({ min: new Date("1901-01-01"), max: new Date("2020-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const words = fc.constantFrom(
  "Groß",
  "Müller-Lüdenscheidt",
  "O'Reilly",
  "d’Artagnan",
  "=SUMME(A1:A9)",
  "+49 und mehr",
  "-1+1",
  "@home",
  "'=schon mit Apostroph",
  "'t Hooft",
  'sagt "Hallo"',
  "mit; Semikolon",
  "mit, Komma",
  "mit | Strich",
  "1.2.2003",
  "007",
  "1e5",
  "ja",
  "null",
  "Straße 5 a",
  "Ærø – „Insel“ €",
);
const numbers = fc.constantFrom(
  "+49 7161 1234",
  "07161/98 76-5",
  "0049 171 1234567",
  "+43 1 234567",
  "(07161) 44 55",
  "66969438",
  "+491713920054",
);
const names = fc.constantFrom(
  "Eva",
  "Jürgen",
  "Anne-Marie",
  "Zoë",
  "Hans Peter",
  "D'Angelo",
  "von der Heide",
  "Groß",
  "Öztürk",
  "Æbelø",
  "Łukasz",
  "Şahin",
);
const surnames = fc.oneof(
  names,
  fc.constantFrom(
    "Bäckerei Kühn GmbH & Co. KG",
    "Müller; Söhne",
    "Kurz, Lang & Partner",
    "=HYPERLINK(1)",
    "-Strich",
    "007",
  ),
);
const member: fc.Arbitrary<Values> = fc.record({
  firstname: fc.oneof(names, fc.constant("")),
  lastname: surnames,
  salutation: maybe(fc.constantFrom("Herr", "Frau", "Familie")),
  title: maybe(fc.constantFrom("Dr.", "Prof. Dr.", "Dipl.-Ing. (FH)")),
  email: maybe(
    fc.constantFrom("eva@example.org", "familie.gross@example.org", "x+y@mail.example.com"),
  ),
  phone: maybe(numbers),
  mobile: maybe(numbers),
  street: maybe(words),
  addressAddition: maybe(words),
  postalCode: maybe(fc.constantFrom("01067", "73033", "80331", "00123", "A-1010", "SW1A 1AA")),
  city: maybe(
    fc.constantFrom("Göppingen", "Frankfurt (Oder)", "Bad Homburg v. d. Höhe", "'s-Hertogenbosch"),
  ),
  country: maybe(fc.constantFrom("DE", "AT", "CH", "FR")),
  birthday: maybe(day),
  gender: fc.constantFrom(...GENDERS),
  joinedOn: maybe(day),
  terminatedOn: maybe(day),
  leftOn: maybe(fc.constantFrom("2021-12-31", "2035-06-30")),
  deceasedOn: maybe(fc.constant("2022-02-28")),
  status: fc.constantFrom(...MEMBER_STATUSES),
  accountHolder: maybe(words),
  iban: maybe(
    fc.constantFrom(
      "DE02 1203 0000 0000 2020 51",
      "DE02120300000000202051",
      "AT611904300234573201",
    ),
  ),
  bic: maybe(fc.constantFrom("BYLADEM1001", "COBADEFFXXX")),
  mandateReference: maybe(fc.constantFrom("M-0001", "007", "=1+1")),
  notes: maybe(fc.tuple(words, words).map((lines) => lines.join("\n"))),
  customFields: fc.record({
    spruch: maybe(words),
    groesse: maybe(fc.constantFrom(0, -5, 1.5, 1234.25, 12)),
    stichtag: maybe(day),
    newsletter: maybe(fc.boolean()),
    trikot: maybe(fc.constantFrom("S", "M, weit", "XL")),
    hobbys: maybe(fc.subarray(["Singen", "Tanzen, Steppen", "Lesen"])),
  }),
});

const CUSTOM_FIELDS = [
  { key: "spruch", kind: "TEXT", label: "Spruch" },
  { key: "groesse", kind: "NUMBER", label: "Körpergröße (m)" },
  { key: "stichtag", kind: "DATE", label: "Stichtag" },
  { key: "newsletter", kind: "BOOLEAN", label: "Newsletter?" },
  { key: "trikot", kind: "CHOICE", label: "Trikotgröße", options: ["S", "M, weit", "XL"] },
  {
    key: "hobbys",
    kind: "MULTI_CHOICE",
    label: "Hobbys",
    options: ["Singen", "Tanzen, Steppen", "Lesen"],
  },
] as const;

describe("generated members", () => {
  let club: ImportClub;

  beforeAll(async () => {
    club = await importClub(app, "generated");
    const { admin } = club;
    for (const field of CUSTOM_FIELDS) {
      const body = { ...field, options: "options" in field ? [...field.options] : [] };
      expect((await app.call(tenantsContract.createCustomField, { body }, admin)).status).toBe(201);
    }
    const sport = await club.group("Sport");
    const groups = [
      sport,
      await club.group("Turnen, Tanz & Co.", sport),
      await club.group("Jugend", sport),
      await club.group("Jugend"),
    ];
    const people = fc.sample(fc.tuple(member, fc.subarray([0, 1, 2, 3])), runs(30));
    for (const [index, [values, memberOf]] of people.entries()) {
      // Every other has a number of their own, with zeros in front.
      const number =
        index % 2 === 0 ? {} : { memberNumber: String(90_000 + index).padStart(7, "0") };
      // Members from lists have postal codes that a form refuses.
      const { id: userId } = await app.services.database.write(
        admin.tenant.id,
        systemActor("Betreiber"),
        (tx) => createMember(tx, { ...values, ...number }),
      );
      for (const place of memberOf)
        await app.call(
          groupsContract.putGroupMember,
          { params: { id: groups[place] ?? "", userId }, body: {} },
          admin,
        );
    }
  });

  test.each(FORMATS)("%s", async (_name, wish) => {
    await expectLaw(club, wish);
  });
});

const SAMPLES = [
  "mitglieder-excel.csv",
  "mitglieder-utf8bom.csv",
  "mitglieder.xlsx",
  "mitglieder.json",
  "kontakte.vcf",
];

describe.each(SAMPLES)("members as they come from %s", (name) => {
  let club: ImportClub;

  beforeAll(async () => {
    club = await importClub(app, name.replaceAll(".", "-"));
    const file = await readFile(new URL(`./samples/${name}`, import.meta.url));
    const run = await club.preview(await club.source({ unknownGroups: "CREATE" }), file);
    expect(run.state, run.error ?? "").toBe("PREVIEW");
    expect(run.counts.new).toBeGreaterThan(20);
    expect((await club.apply(run.id)).state).toBe("APPLIED");
  });

  test.each(FORMATS)("%s", async (_name, wish) => {
    await expectLaw(club, wish);
  });
});
