import fc from "fast-check";
import { expect, test } from "vitest";
import { GENDERS, MEMBER_STATUSES, type UserRow } from "#modules/members/contract.ts";
import { neutralise } from "#platform/server/documents/sheet-cells.ts";
import type { MappingEntry } from "../../mapping-contract.ts";
import { transferFields } from "../../member-fields.ts";
import { readHere } from "../reading/testing.ts";
import { defaultExportEntries, exportColumns } from "./export-row.ts";
import { cellText } from "./values/cell-text.ts";
import type { FieldValue } from "./values/read-values.ts";
import { rowMapper } from "./row-mapper.ts";
import { saysNothing } from "./values/nothing.ts";
import { sameValue } from "./values/same-value.ts";
import { suggestEntries } from "./suggest.ts";
import { runs } from "#platform/testing/properties.ts";

const OWN = [
  { key: "fee", label: "Beitrag", kind: "NUMBER" as const, options: [] },
  { key: "news", label: "Rundbrief", kind: "BOOLEAN" as const, options: [] },
  { key: "since", label: "Lizenz seit", kind: "DATE" as const, options: [] },
  { key: "shirt", label: "Trikot", kind: "CHOICE" as const, options: ["S", "Größe M", "x, y"] },
  {
    key: "posts",
    label: "Ämter",
    kind: "MULTI_CHOICE" as const,
    options: ["Kasse", "Presse, Web", "Jugend"],
  },
  { key: "remark", label: "Vermerk", kind: "TEXT" as const, options: [] },
];
const GROUPS = [
  { id: "0192d3a0-0000-7000-8000-000000000001", name: "Turnen", groupName: null },
  { id: "0192d3a0-0000-7000-8000-000000000002", name: "Tanz, Jazz", groupName: null },
  { id: "0192d3a0-0000-7000-8000-000000000003", name: "Bambini", groupName: "Turnen" },
];
const FIELDS = transferFields(false, OWN, GROUPS);
const KEYS = FIELDS.filter(
  ({ kind, key }) => kind !== "COMPOSITE" && key !== "id" && !key.startsWith("group:"),
).map(({ key }) => key);
const TODAY = "2026-11-01";

const day = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2026-10-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const word = fc.oneof(
  fc.stringMatching(/^[A-ZÄÖÜa-zäöüßé'+=@-][A-Za-zäöüß0-9 ;,"'.()-]{0,20}$/),
  fc.constantFrom(
    "=1+1",
    "+49 als Text",
    "'=x",
    "''@",
    "Müller; Söhne",
    'sagt "ja"',
    "-",
    "x",
    "007",
    "1.250,00",
    "31.12.1999",
    "DE",
    "ja",
    "TRUE",
    "null",
  ),
);
const words = fc.oneof(
  word,
  fc.array(word, { minLength: 1, maxLength: 3 }).map((lines) => lines.join("\n")),
);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value);
const subset = (options: readonly string[]) => fc.subarray([...options], { minLength: 1 });

const member = fc.record({
  memberNumber: fc.stringMatching(/^[A-Z0-9][A-Z0-9-]{0,8}$/),
  salutation: maybe(word),
  title: maybe(word),
  firstname: word,
  lastname: word,
  email: maybe(
    fc.constantFrom("eva@example.org", "EVA.Müller+x@example.org".toLowerCase().replace("ü", "ue")),
  ),
  phone: maybe(
    fc.constantFrom(
      "+494066969438",
      "040 66969438",
      "66969438",
      "+43 1 234567",
      "040 1234567 (Oma)",
    ),
  ),
  mobile: maybe(fc.constantFrom("+4917604069062", "0176/04069062")),
  street: maybe(word),
  addressAddition: maybe(word),
  postalCode: maybe(fc.constantFrom("01067", "73033", "SW1A 1AA")),
  city: maybe(word),
  country: maybe(fc.constantFrom("DE", "AT", "CH", "GB")),
  birthday: maybe(day),
  gender: fc.constantFrom(...GENDERS),
  joinedOn: maybe(day),
  terminatedOn: maybe(day),
  leftOn: maybe(day),
  deceasedOn: maybe(day),
  status: fc.constantFrom(...MEMBER_STATUSES),
  accountHolder: maybe(word),
  iban: maybe(fc.constantFrom("DE60000000000000007716", "DE67 0000 0000 0000 0076 87")),
  bic: maybe(fc.constantFrom("MARKDEF1100", "COBADEFF")),
  mandateReference: maybe(word),
  notes: maybe(words),
  customFields: fc.record(
    {
      fee: fc.oneof(
        fc.integer({ min: -100_000, max: 100_000 }),
        fc.integer({ min: 0, max: 999_999 }).map((cents) => cents / 100),
      ),
      news: fc.boolean(),
      since: day,
      shirt: fc.constantFrom("S", "Größe M", "x, y"),
      posts: subset(["Kasse", "Presse, Web", "Jugend"]),
      remark: words,
    },
    { requiredKeys: [] },
  ),
  groups: fc
    .subarray(GROUPS)
    .map((groups) =>
      groups.map((group) => ({ ...group, function: null, from: null, to: null, leader: false })),
    ),
});

/**
 * What a member has in a field, as an import would say it. A word that says nothing, such as „-“,
 * reads as nothing, which leaves the member as they are.
 */
function stored(row: UserRow, key: string): FieldValue {
  const value = held(row, key);
  const kind = FIELDS.find((field) => field.key === key)?.kind ?? "TEXT";
  return typeof value === "string" && saysNothing({ key, kind }, value) ? null : value;
}

function held(row: UserRow, key: string): FieldValue {
  if (key === "groups")
    return row.groups.map(({ name, groupName }) =>
      groupName === null ? name : `${groupName}->${name}`,
    );
  if (key.startsWith("cf.")) return row.customFields[key.slice(3)] ?? null;
  return (row as unknown as Record<string, FieldValue>)[key] ?? null;
}

const csvText = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const asNumber = (cell: unknown) =>
  typeof cell === "number" ? String(cell).replace(".", ",") : undefined;

test("what is exported reads back as what members have: every kind of field, columns found by themselves", async () => {
  const entries = defaultExportEntries(FIELDS, KEYS);
  await fc.assert(
    fc.asyncProperty(fc.array(member, { minLength: 1, maxLength: 5 }), async (members) => {
      const rows = members as unknown as UserRow[];
      const { headings, cells } = exportColumns(entries, FIELDS, { today: TODAY });
      const lines = [
        headings,
        ...rows.map((row) =>
          cells(row).map(
            (cell) =>
              asNumber(cell) ??
              (typeof cell === "string" ? neutralise(cell, { forExcel: true }) : cellText(cell)),
          ),
        ),
      ];
      const text = lines.map((line) => line.map(csvText).join(";")).join("\r\n");
      const table = await readHere(new TextEncoder().encode(`\ufeff${text}`));
      const found = suggestEntries(
        table.columns,
        table.sample.map((row) => row.cells),
        FIELDS,
      ).flatMap(({ entry }) => (entry === null ? [] : [entry]));
      const back: MappingEntry[] = entries.map(({ sourceField, targetField }) => ({
        sourceField: targetField,
        targetField: sourceField,
        transforms: [],
      }));
      // A suggestion may be missing where a column is empty, but it is never another field than it
      // was.
      for (const entry of found) expect(back).toContainEqual(entry);
      const map = rowMapper(table.columns, back, FIELDS, {
        today: TODAY,
        dateOrder: table.detected.dateOrder,
      });
      expect(table.rows).toHaveLength(rows.length);
      for (const [index, row] of rows.entries()) {
        const mapped = map(table.rows[index]?.cells ?? []);
        expect(mapped.problems).toEqual([]);
        for (const key of KEYS) {
          const field = FIELDS.find((known) => known.key === key) ?? FIELDS[0];
          const wanted = stored(row, key);
          const read = mapped.values.get(key) ?? null;
          // Blank cells keep what is there; "no answer" is written as one.
          if (
            read === null &&
            (wanted === null ||
              wanted === "UNSPECIFIED" ||
              (Array.isArray(wanted) && wanted.length === 0))
          )
            continue;
          if (field !== undefined && !sameValue(field, wanted, read))
            expect({ [key]: read }).toEqual({ [key]: wanted });
        }
      }
    }),
    runs(60),
  );
});

test("columns of an export: own names, order, codes of a federation, joined fields, reference date", () => {
  const row = {
    firstname: "Eva",
    lastname: "Müller",
    gender: "FEMALE",
    birthday: "1990-11-02",
    joinedOn: "2000-11-01",
    leftOn: null,
    deceasedOn: null,
    status: "ACTIVE",
    groups: [{ ...GROUPS[0], function: null, from: null, to: null, leader: false }],
    customFields: { fee: 84.5 },
  } as unknown as UserRow;
  const entries: MappingEntry[] = [
    {
      sourceField: "gender",
      targetField: "Geschl.",
      transforms: [
        {
          kind: "VALUES",
          values: [
            { from: "FEMALE", to: "2" },
            { from: "männlich", to: "1" },
            { from: "", to: "9" },
          ],
          otherwise: "EMPTY",
        },
      ],
    },
    {
      sourceField: "lastname",
      targetField: "Name",
      transforms: [{ kind: "JOIN", with: ["firstname"], separator: ", " }, { kind: "UPPER" }],
    },
    {
      sourceField: "birthday",
      targetField: "Geb",
      transforms: [{ kind: "DATE", format: "YYYYMMDD" }],
    },
    {
      sourceField: "cf.fee",
      targetField: "Cent",
      transforms: [{ kind: "NUMBER", decimal: ".", factor: 100, places: 0 }],
    },
    {
      sourceField: "",
      targetField: "Verband",
      transforms: [{ kind: "CONSTANT", value: "STB", onlyWhenEmpty: false }],
    },
    { sourceField: "age", targetField: "Alter", transforms: [] },
    { sourceField: "membershipYears", targetField: "Jahre", transforms: [] },
    { sourceField: `group:${GROUPS[0]?.id ?? ""}`, targetField: "Turnen", transforms: [] },
    { sourceField: "birthday", targetField: "Geburtstag", transforms: [] },
  ];
  const { headings, cells } = exportColumns(entries, transferFields(true, OWN, GROUPS), {
    today: TODAY,
  });
  expect(headings).toEqual([
    "Geschl.",
    "Name",
    "Geb",
    "Cent",
    "Verband",
    "Alter",
    "Jahre",
    "Turnen",
    "Geburtstag",
  ]);
  expect(cells(row)).toEqual([
    "2",
    "MÜLLER, EVA",
    "19901102",
    "8450",
    "STB",
    35,
    26,
    "ja",
    new Date("1990-11-02"),
  ]);
});
