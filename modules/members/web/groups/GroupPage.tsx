import { Badge, Button, Group as Row, Menu, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Mail, Pencil, Plus, Trash2 } from "lucide-react";
import { PERMISSION_LABELS } from "#platform/contract/permissions.ts";
import { call } from "#platform/web/api/api.ts";
import { displayName, plural } from "#platform/web/format/format.ts";
import {
  AppLink,
  RouterLink,
  useLeave,
  usePathParams,
  pageAddress,
} from "#platform/web/navigation.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { Card } from "#platform/web/ui/Card.tsx";
import { askToConfirm } from "#platform/web/ui/notices/confirm.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { groupsContract, type Group } from "../../groups-contract.ts";
import { GroupColor } from "./GroupColor.tsx";
import { GroupMembers } from "./group-members/GroupMembers.tsx";
import classes from "./groups.module.css";
import { groupQuery, groupTreeQuery, useRefreshGroups } from "./queries.ts";

/** One group: head, members, sub-groups and rights. */
export default function GroupPage() {
  const { groupId } = usePathParams("groupId");
  const group = useQuery(groupQuery(groupId));
  usePageTitle(group.data?.name);
  if (group.error && !group.data)
    return <LoadError error={group.error} onRetry={() => void group.refetch()} />;
  if (!group.data) return <RecordSkeleton />;
  return <GroupView group={group.data} />;
}

function GroupView({ group }: { group: Group }) {
  const seesSubgroups = group.can.includes("SEE_SUBGROUPS");
  const tree = useQuery({ ...groupTreeQuery, enabled: seesSubgroups });
  const subgroups = (tree.data ?? []).filter((other) => other.parent?.id === group.id);
  const leaders = group.leaders.map(displayName).join(", ");
  return (
    <>
      <PageHeader
        title={group.name}
        picture={group.color && <GroupColor color={group.color} size={28} />}
        sentence={
          <>
            {group.parent && <>Untergruppe von {group.parent.name} · </>}
            {plural(group.memberCount, "Mitglied", "Mitglieder")}
            {leaders !== "" && <> · Leitung: {leaders}</>}
          </>
        }
        actions={<GroupActions group={group} subgroups={subgroups} />}
      />
      <div className={classes.columns}>
        {group.description !== null && (
          <Text style={{ whiteSpace: "pre-line" }} maw="var(--readable-width)">
            {group.description}
          </Text>
        )}
        {group.can.includes("SEE_MEMBERS") && <GroupMembers group={group} />}
        {seesSubgroups && (
          <Card title="Untergruppen" actions={<AddSubgroup group={group} />}>
            {subgroups.length === 0 ? (
              <Text c="dimmed">Diese Gruppe hat keine Untergruppen.</Text>
            ) : (
              <ul className={classes.subgroups}>
                {subgroups.map((one) => (
                  <li key={one.id}>
                    <GroupColor color={one.color ?? group.color} />
                    <AppLink to={`/groups/${one.id}`}>{one.name}</AppLink>
                    <Text span c="dimmed" size="sm">
                      {plural(one.memberCount, "Mitglied", "Mitglieder")}
                    </Text>
                  </li>
                ))}
              </ul>
            )}
          </Card>
        )}
        <Card title="Rechte der Gruppe">
          {group.permissions.length === 0 ? (
            <Text c="dimmed">
              Die Zugehörigkeit zu dieser Gruppe gibt keine zusätzlichen Rechte.
            </Text>
          ) : (
            <>
              <Text mb="sm">Jedes Mitglied der Gruppe darf, solange es dazugehört:</Text>
              <Row gap="xs">
                {group.permissions.map((permission) => (
                  <Badge key={permission} variant="light" size="lg" tt="none" fw={500}>
                    {PERMISSION_LABELS[permission]}
                  </Badge>
                ))}
              </Row>
            </>
          )}
        </Card>
      </div>
    </>
  );
}

function AddSubgroup({ group }: { group: Group }) {
  if (!group.can.includes("ADD_SUBGROUP")) return null;
  return (
    <Button
      component={RouterLink}
      to={pageAddress("/groups/create", { parent: group.id })}
      variant="default"
      size="xs"
      leftSection={<Plus size={15} aria-hidden />}
    >
      Untergruppe anlegen
    </Button>
  );
}

function GroupActions({ group, subgroups }: { group: Group; subgroups: readonly Group[] }) {
  const leave = useLeave();
  const refresh = useRefreshGroups();
  const remove = async () => {
    const confirmed = await askToConfirm({
      title: `Gruppe „${group.name}“ löschen?`,
      text: <DeletionConsequences group={group} subgroups={subgroups} />,
      confirmLabel: "Gruppe löschen",
      destructive: true,
    });
    if (!confirmed) return;
    await leave("/groups", () => call(groupsContract.deleteGroup, { params: { id: group.id } }));
    await refresh();
    showDone(`Die Gruppe „${group.name}“ ist gelöscht.`);
  };
  return (
    <>
      {group.can.includes("WRITE_MESSAGE") && (
        <Button
          component={RouterLink}
          to={pageAddress("/messaging/compose", { groups: [group.id] })}
          variant="default"
          leftSection={<Mail size={16} aria-hidden />}
        >
          An die Gruppe schreiben
        </Button>
      )}
      {group.can.includes("EDIT") && (
        <Button
          component={RouterLink}
          to={`/groups/${group.id}/edit`}
          variant="default"
          leftSection={<Pencil size={16} aria-hidden />}
        >
          Bearbeiten
        </Button>
      )}
      {(group.can.includes("DELETE") || group.can.includes("WRITE_MESSAGE")) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<ChevronDown size={16} aria-hidden />}>
              Mehr
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {group.can.includes("WRITE_MESSAGE") && (
              <Menu.Item
                component={RouterLink}
                to={pageAddress("/messaging/compose", { leaders: group.id })}
                leftSection={<Mail size={16} aria-hidden />}
              >
                An die Leitung schreiben
              </Menu.Item>
            )}
            {group.can.includes("DELETE") && (
              <Menu.Item
                color="red"
                leftSection={<Trash2 size={16} aria-hidden />}
                onClick={() => void remove()}
              >
                Gruppe löschen
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

function DeletionConsequences({ group, subgroups }: { group: Group; subgroups: readonly Group[] }) {
  const place = group.parent ? `unter „${group.parent.name}“` : "auf die oberste Ebene";
  return (
    <>
      <p style={{ marginTop: 0 }}>
        {group.memberCount === 0
          ? "Die Gruppe hat keine Mitglieder."
          : group.memberCount === 1
            ? "Ihr Mitglied bleibt im Verein, gehört aber nicht mehr zu dieser Gruppe."
            : `Ihre ${plural(group.memberCount, "Mitglied", "Mitglieder")} bleiben im Verein, gehören aber nicht mehr zu dieser Gruppe.`}
        {group.permissions.length > 0 &&
          " Die Rechte, die sie durch die Gruppe haben, enden sofort."}
      </p>
      {subgroups.length > 0 && (
        <p>
          {subgroups.length === 1
            ? `Die Untergruppe „${subgroups[0]?.name}“ rückt ${place}.`
            : `${plural(subgroups.length, "Untergruppe", "Untergruppen")} rücken ${place}.`}
        </p>
      )}
      <p style={{ marginBottom: 0 }}>Das lässt sich nicht rückgängig machen.</p>
    </>
  );
}
