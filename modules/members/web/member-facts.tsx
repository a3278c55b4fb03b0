import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { formatDate, today } from "#platform/web/format/format.ts";
import type { StaticItem } from "#platform/web/shell-sources.ts";
import { useStaticData } from "#platform/web/api/static-data.ts";
import type { Fact } from "#platform/web/ui/Facts.tsx";
import type { CustomField } from "#modules/tenants/contract.ts";
import type { User } from "../contract.ts";
import type { FieldSection } from "../field-kinds.ts";
import { fieldOf, type MemberField } from "../fields.ts";
import { fieldText } from "./field-text.ts";
import { customValueText } from "./list/member-columns.tsx";
import { PhoneLink } from "./phones/PhoneLink.tsx";
import { shownFields } from "./shown-fields.ts";
import { StatusBadge } from "./list/StatusBadge.tsx";
import { texts } from "./texts.ts";

export interface FactSection {
  title: string;
  facts: Fact[];
}

/** A member's values as text by section, for the profile and the data sheet. */
export function useMemberSections(user: User, customFields: readonly CustomField[]): FactSection[] {
  const countries = useStaticData("countries");
  const facts = (...sections: readonly FieldSection[]) =>
    sections
      .flatMap((section) => shownFields(user, section))
      .flatMap((field) => factsOf(field, user, countries));
  const own = customFields.map((field) => ({
    label: field.label,
    value: customValueText(user.customFields[field.key], field.kind),
  }));
  return [
    { title: texts.profile.person, facts: facts("person") },
    { title: texts.profile.contact, facts: facts("contact", "address") },
    { title: texts.profile.membership, facts: facts("membership") },
    { title: texts.profile.own, facts: own },
    { title: texts.profile.bank, facts: facts("bank") },
  ].filter((section) => section.facts.length > 0);
}

/** Parts of one address: shown together, where its first part stands. */
const ADDRESS: readonly MemberField[] = [
  "street",
  "addressAddition",
  "postalCode",
  "city",
  "country",
];

function factsOf(field: MemberField, user: User, countries: readonly StaticItem[]): Fact[] {
  if (field === ADDRESS[0]) return [{ label: "Anschrift", value: addressText(user, countries) }];
  if (ADDRESS.includes(field) || (field === "deceasedOn" && !user.deceasedOn)) return [];
  return [{ label: fieldOf(field).label, value: valueOf(field, user, countries) }];
}

function valueOf(field: MemberField, user: User, countries: readonly StaticItem[]): ReactNode {
  if (field === "birthday") return birthdayText(user);
  if (field === "status") return <StatusBadge person={user} />;
  const text = fieldText(field, user[field], countries);
  if (text === "") return "";
  switch (fieldOf(field).kind) {
    case "EMAIL":
      return <Anchor href={`mailto:${text}`}>{text}</Anchor>;
    case "PHONE":
      return <PhoneLink number={text} country={user.country} />;
    default:
      return text;
  }
}

function addressText(user: User, countries: readonly StaticItem[]): string {
  const country = fieldText("country", user.country, countries);
  const place = [user.postalCode, user.city].filter(Boolean).join(" ");
  const abroad = user.country !== "DE" ? country : null;
  return [user.street, user.addressAddition, place, abroad].filter(Boolean).join("\n");
}

function birthdayText(user: User): string {
  if (!user.birthday) return "";
  if (user.deceasedOn) return formatDate(user.birthday);
  return `${formatDate(user.birthday)} (${texts.profile.age(ageOn(user.birthday, today()))})`;
}

/** Whole years between two dates. */
export function ageOn(birthday: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return day.slice(5) < birthday.slice(5) ? years - 1 : years;
}
