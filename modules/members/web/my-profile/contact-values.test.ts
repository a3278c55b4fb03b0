import { expect, test } from "vitest";
import type { CustomField } from "#modules/tenants/contract.ts";
import { meUpdate, type Me } from "../../contract.ts";
import { bodyOf, shownContactValue, validateContact, valuesOf } from "./contact-values.ts";

const shirt: CustomField = {
  id: "1",
  key: "trikot",
  label: "Trikot",
  kind: "CHOICE",
  options: ["S", "M"],
  required: true,
  selfService: true,
  position: 0,
  version: 1,
};
const fee: CustomField = {
  ...shirt,
  id: "2",
  key: "beitrag",
  label: "Beitrag",
  kind: "NUMBER",
  options: [],
  selfService: false,
};
const fields = [shirt, fee];

const me: Me = {
  id: "0193b8e0-0000-7000-8000-000000000001",
  username: "eva",
  memberNumber: "12",
  salutation: null,
  title: null,
  firstname: "Eva",
  lastname: "Groß",
  email: "eva@verein.example",
  phone: null,
  mobile: null,
  street: "Gartenweg 3",
  addressAddition: null,
  postalCode: "01067",
  city: "Dresden",
  country: "DE",
  birthday: "1990-05-01",
  gender: "FEMALE",
  joinedOn: "2010-01-01",
  leftOn: null,
  status: "ACTIVE",
  customFields: { trikot: "M", beitrag: 12.5 },
  permissions: [],
  isAdmin: false,
  groups: [],
  settings: { messageMail: "DAILY" },
  hasProfilePicture: false,
  version: 7,
};

test("only what a member may change is sent, and the server accepts it", () => {
  const body = bodyOf(valuesOf(me, fields), me.version);
  expect(meUpdate.safeParse(body).success).toBe(true);
  expect(body.customFields).toEqual({ trikot: "M" });
  expect(body.postalCode).toBe("01067");
});

test("an emptied field is sent as empty", () => {
  const body = bodyOf({ ...valuesOf(me, fields), street: "  " }, me.version);
  expect(body.street).toBeNull();
});

test("a missing self-service field is told at the field; the office's fields are not asked for", () => {
  const values = { ...valuesOf(me, fields), customFields: { trikot: null } };
  expect(Object.keys(validateContact(values, fields))).toEqual(["customFields.trikot"]);
});

test("values read as German words", () => {
  expect(shownContactValue(fields, "messageMail", "NONE")).toBe("Keine E-Mails");
  expect(shownContactValue(fields, "customFields", { trikot: null })).toBe("Trikot: leer");
});
