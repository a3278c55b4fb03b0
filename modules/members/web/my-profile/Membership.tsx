import { Badge, Text } from "@mantine/core";
import type { CustomField } from "#modules/tenants/contract.ts";
import { displayName, formatDate } from "#platform/web/format/format.ts";
import { AppLink } from "#platform/web/navigation.tsx";
import { Card } from "#platform/web/ui/Card.tsx";
import { Facts } from "#platform/web/ui/Facts.tsx";
import { GroupLabel } from "#platform/web/ui/GroupLabel.tsx";
import {
  fieldOf,
  type Me,
  type MemberField,
  OWN_PROFILE_FIELDS,
  SELF_SERVICE_FIELDS,
} from "../../contract.ts";
import { fieldText } from "../field-text.ts";
import { statusText } from "../status-text.ts";
import { shownCustomValue } from "./contact-values.ts";
import classes from "./my-profile.module.css";

/** What members need not be told of themselves, or find in their name or among their contacts. */
const NOT_SHOWN: readonly MemberField[] = [
  "salutation",
  "title",
  "firstname",
  "lastname",
  "gender",
  ...SELF_SERVICE_FIELDS,
];
const FIRST = ["memberNumber", "birthday", "status", "joinedOn", "leftOn"] as const;
const SHOWN = new Set([
  ...FIRST,
  ...OWN_PROFILE_FIELDS.filter((field) => !NOT_SHOWN.includes(field)),
]);

/** Name, membership and groups: kept by the club, shown as text. */
export function Membership({ me, fields }: { me: Me; fields: readonly CustomField[] }) {
  const kept = fields.filter(
    (field) =>
      !field.selfService &&
      me.customFields[field.key] !== undefined &&
      me.customFields[field.key] !== null,
  );
  return (
    <>
      <Card title="Mitgliedschaft">
        <Facts
          facts={[
            { label: "Name", value: [me.title, displayName(me)].filter(Boolean).join(" ") },
            ...[...SHOWN]
              .filter((field) => field !== "leftOn" || me.leftOn !== null)
              .map((field) => ({
                label: fieldOf(field).label,
                value: field === "status" ? statusText(me) : fieldText(field, me[field]),
              })),
            ...kept.map((field) => ({
              label: field.label,
              value: shownCustomValue(me.customFields[field.key]),
            })),
          ]}
        />
        <Text size="sm" c="dimmed" mt="md">
          Diese Angaben pflegt der Verein. Stimmt etwas nicht, sagen Sie bitte in der
          Geschäftsstelle Bescheid.
        </Text>
      </Card>
      <Card title="Meine Gruppen">
        {me.groups.length === 0 ? (
          <Text c="dimmed">Sie gehören zurzeit zu keiner Gruppe.</Text>
        ) : (
          <ul className={classes.list}>
            {me.groups.map((group) => (
              <li key={`${group.id}-${group.from ?? ""}`} className={classes.item}>
                {group.can.includes("SEE") ? (
                  <AppLink to={`/groups/${group.id}`}>
                    <GroupLabel item={group} />
                  </AppLink>
                ) : (
                  <GroupLabel item={group} />
                )}
                <span>
                  {group.leader && (
                    <Badge variant="light" tt="none" fw={500} mr="xs">
                      Leitung
                    </Badge>
                  )}
                  <Text span c="dimmed" size="sm">
                    {[group.function, shownPeriod(group.from, group.to)]
                      .filter(Boolean)
                      .join(" · ")}
                  </Text>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}

function shownPeriod(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return `${formatDate(from)} bis ${formatDate(to)}`;
  if (from !== null) return `seit ${formatDate(from)}`;
  return to === null ? "" : `bis ${formatDate(to)}`;
}
