import { expect, it } from "vitest";
import { cologne, nameSound } from "./cologne.ts";

it.each([
  ["Müller-Lüdenscheidt", "65752682"],
  ["Wikipedia", "3412"],
  ["Breschnew", "17863"],
  ["Heinz Classen", "068586"],
])("codes %s as %s, the examples of the method's description", (name, code) => {
  expect(cologne(name)).toBe(code);
});

it.each([
  ["Meier", "Mayr"],
  ["Schmidt", "Schmitt"],
  ["Philipp", "Filip"],
  ["Stefan", "Stephan"],
  ["Groß", "Gross"],
])("hears %s and %s as the same", (one, other) => {
  expect(cologne(one)).toBe(cologne(other));
});

it("keeps first and last name apart", () => {
  expect(nameSound("Peter", "Hans")).not.toBe(nameSound("Hans", "Peter"));
});
