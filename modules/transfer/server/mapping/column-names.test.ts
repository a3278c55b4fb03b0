import { describe, expect, test } from "vitest";
import { FIELD_KEYS, fieldOf } from "#modules/members/contract.ts";
import { columnNames } from "./column-names.ts";
import { nameKey } from "./name-lookup.ts";

const fieldsNamed = (column: string) => columnNames.fieldsNamed(column);

describe.each(FIELD_KEYS)("names of columns that hold %s", (field) => {
  const { label, importNames = label } = fieldOf(field);
  const names = importNames.split(",").map((name) => name.trim());

  test("the label and the surest name say this field first", () => {
    expect(fieldsNamed(label)[0]?.field).toBe(field);
    expect(fieldsNamed(names[0] ?? "")[0]?.field).toBe(field);
  });

  test("every name of its row is known", () => {
    const unknown = names.filter(
      (name) => !fieldsNamed(name).some((known) => known.field === field),
    );
    expect(unknown).toEqual([]);
  });

  test("umlauts, case and signs make no difference", () => {
    const written = names.flatMap((name) => [
      name.toUpperCase().replaceAll(/[ .-]/g, "_"),
      name.replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue"),
      ` ${name}: `,
    ]);
    for (const name of written)
      expect(fieldsNamed(name), name).toContainEqual(expect.objectContaining({ field }));
  });

  test("no name is empty", () => {
    expect(names.filter((name) => nameKey(name) === "")).toEqual([]);
  });
});

test("names of what is no field of a member are known beside them", () => {
  expect(fieldsNamed("Abteilungen")[0]).toEqual({ field: "groups", rank: 5 });
  expect(fieldsNamed("Haus-Nr.")[0]?.field).toBe("houseNumber");
  expect(fieldsNamed("PLZ und Ort")[0]?.field).toBe("postalCodeAndCity");
  expect(fieldsNamed("Vor- und Nachname")[0]?.field).toBe("fullName");
  expect(fieldsNamed("Kennung (ID)")[0]?.field).toBe("id");
});

test("a name that several fields go by says the surest first", () => {
  expect(fieldsNamed("Name").map(({ field }) => field)).toEqual(["lastname", "fullName"]);
  expect(fieldsNamed("Tel. Handy").map(({ field }) => field)).toEqual(["phones", "mobile"]);
  expect(fieldsNamed("Anschrift").map(({ field }) => field)).toEqual(["address", "street"]);
});

test("a name that no list uses says nothing", () => {
  expect(fieldsNamed("Schuhgröße")).toEqual([]);
  expect(fieldsNamed("")).toEqual([]);
});
