import { Text } from "@mantine/core";
import { formatDateTime } from "#platform/web/format.ts";
import { useCan } from "#platform/web/me.tsx";
import { Card } from "#platform/web/ui/Card.tsx";
import { Facts } from "#platform/web/ui/Facts.tsx";
import type { User } from "../../contract.ts";
import { useMemberSections } from "../member-facts.tsx";
import classes from "../members.module.css";
import { useCustomFields } from "../queries.ts";
import { texts } from "../texts.ts";

/** Everything known about the member, read as text. */
export function MasterDataTab({ user }: { user: User }) {
  const sections = useMemberSections(user, useCustomFields(), useCan("MANAGE_USER"));
  return (
    <div className={classes.sections}>
      {sections.map((section) => (
        <Card key={section.title} title={section.title}>
          <Facts facts={section.facts} label={section.title} />
        </Card>
      ))}
      <Text size="sm" c="dimmed">
        {texts.profile.createdAt(formatDateTime(user.createdAt))} · {texts.profile.changedAt(formatDateTime(user.updatedAt))}
      </Text>
    </div>
  );
}
