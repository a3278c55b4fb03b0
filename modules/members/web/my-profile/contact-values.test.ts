import { expect, test } from "vitest";
import type { CustomField } from "#modules/tenants/contract.ts";
import { meUpdate } from "../../contract.ts";
import { aMe } from "../../testing.ts";
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

const me = aMe({
  street: "Gartenweg 3",
  postalCode: "01067",
  customFields: { trikot: "M", beitrag: 12.5 },
  version: 7,
});

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
