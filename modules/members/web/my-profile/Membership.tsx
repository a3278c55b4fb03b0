import { Badge, Text } from "@mantine/core";
import type { CustomField } from "#modules/tenants/contract.ts";
import { displayName, formatDate } from "#platform/web/format/format.ts";
import { AppLink } from "#platform/web/navigation.tsx";
import { Card } from "#platform/web/ui/Card.tsx";
import { Facts } from "#platform/web/ui/Facts.tsx";
import { GroupLabel } from "#platform/web/ui/GroupLabel.tsx";
import { STATUS_LABELS, USER_FIELD_LABELS, type Me } from "../../contract.ts";
import { shownCustomValue } from "./contact-values.ts";
import classes from "./my-profile.module.css";

/** Name, membership and groups: kept by the club, shown as text. */
export function Membership({ me, fields }: { me: Me; fields: readonly CustomField[] }) {
  const label = USER_FIELD_LABELS;
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
            { label: label.memberNumber, value: me.memberNumber },
            { label: label.birthday, value: formatDate(me.birthday) },
            { label: label.status, value: STATUS_LABELS[me.status] },
            { label: label.joinedOn, value: formatDate(me.joinedOn) },
            ...(me.leftOn === null ? [] : [{ label: label.leftOn, value: formatDate(me.leftOn) }]),
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
