import { Anchor } from "@mantine/core";
import { formatDate, today } from "#platform/web/format/format.ts";
import { useStaticData } from "#platform/web/api/static-data.ts";
import type { Fact } from "#platform/web/ui/Facts.tsx";
import type { CustomField } from "#modules/tenants/contract.ts";
import type { User } from "../contract.ts";
import { GENDER_LABELS } from "../choices.ts";
import { USER_FIELD_LABELS as LABELS } from "../fields.ts";
import { formatIban } from "./form/iban.ts";
import { customValueText } from "./list/member-columns.tsx";
import { StatusBadge } from "./list/StatusBadge.tsx";
import { texts } from "./texts.ts";

export interface FactSection {
  title: string;
  facts: Fact[];
}

/** A member's values as text by section, for the profile and the data sheet. */
export function useMemberSections(user: User, customFields: readonly CustomField[]): FactSection[] {
  const countries = useStaticData("countries");
  const country = countries.find((one) => one.value === user.country)?.label ?? user.country;
  const own = customFields.map((field) => ({
    label: field.label,
    value: customValueText(user.customFields[field.key], field.kind),
  }));
  return [
    {
      title: texts.profile.person,
      facts: [
        { label: LABELS.salutation, value: user.salutation },
        { label: LABELS.title, value: user.title },
        { label: LABELS.firstname, value: user.firstname },
        { label: LABELS.lastname, value: user.lastname },
        { label: LABELS.birthday, value: birthdayText(user) },
        { label: LABELS.gender, value: GENDER_LABELS[user.gender] },
      ],
    },
    {
      title: texts.profile.contact,
      facts: [
        {
          label: LABELS.email,
          value: user.email && <Anchor href={`mailto:${user.email}`}>{user.email}</Anchor>,
        },
        { label: LABELS.phone, value: user.phone && <PhoneLink number={user.phone} /> },
        { label: LABELS.mobile, value: user.mobile && <PhoneLink number={user.mobile} /> },
        { label: "Anschrift", value: addressText(user, country) },
      ],
    },
    {
      title: texts.profile.membership,
      facts: [
        { label: LABELS.memberNumber, value: user.memberNumber },
        { label: LABELS.status, value: <StatusBadge status={user.status} /> },
        { label: LABELS.joinedOn, value: formatDate(user.joinedOn) },
        { label: LABELS.terminatedOn, value: formatDate(user.terminatedOn) },
        { label: LABELS.leftOn, value: formatDate(user.leftOn) },
        ...(user.deceasedOn
          ? [{ label: LABELS.deceasedOn, value: formatDate(user.deceasedOn) }]
          : []),
      ],
    },
    ...(own.length > 0 ? [{ title: texts.profile.own, facts: own }] : []),
    ...(user.can.includes("SEE_PROTECTED")
      ? [
          {
            title: texts.profile.bank,
            facts: [
              { label: LABELS.accountHolder, value: user.accountHolder },
              { label: LABELS.iban, value: formatIban(user.iban) },
              { label: LABELS.bic, value: user.bic },
              { label: LABELS.mandateReference, value: user.mandateReference },
            ],
          },
        ]
      : []),
  ];
}

function PhoneLink({ number }: { number: string }) {
  return <Anchor href={`tel:${number.replaceAll(/[^\d+]/g, "")}`}>{number}</Anchor>;
}

function addressText(user: User, country: string | null): string {
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
