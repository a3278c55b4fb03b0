import { Text } from "@mantine/core";
import { formatDateTime } from "#platform/web/format/format.ts";
import { Card } from "#platform/web/ui/Card.tsx";
import { Facts } from "#platform/web/ui/Facts.tsx";
import type { User } from "../../contract.ts";
import { fieldOf } from "../../fields.ts";
import { fieldText } from "../field-text.ts";
import { useMemberSections } from "../member-facts.tsx";
import classes from "../members.module.css";
import { useCustomFields } from "../queries.ts";
import { shownFields } from "../shown-fields.ts";
import { texts } from "../texts.ts";

/** Everything known about the member, read as text. */
export function MasterDataTab({ user }: { user: User }) {
  const sections = useMemberSections(user, useCustomFields());
  return (
    <div className={classes.columns}>
      {sections.map((section) => (
        <Card key={section.title} title={section.title}>
          <Facts facts={section.facts} label={section.title} />
        </Card>
      ))}
      {shownFields(user, "notes").map((field) => (
        <Card key={field} title={fieldOf(field).label}>
          <Text c={user[field] ? undefined : "dimmed"} style={{ whiteSpace: "pre-line" }}>
            {fieldText(field, user[field]) || texts.profile.noNotes}
          </Text>
        </Card>
      ))}
      <Text size="sm" c="dimmed" className={classes.wholeRow ?? ""}>
        {texts.profile.createdAt(formatDateTime(user.createdAt))} ·{" "}
        {texts.profile.changedAt(formatDateTime(user.updatedAt), user.updatedBy)}
      </Text>
    </div>
  );
}
