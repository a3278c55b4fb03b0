import { ActionIcon, Button, Group, Menu, Modal, Text, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Ellipsis, Pencil, Square, UserPlus } from "lucide-react";
import { useState } from "react";
import type { z } from "zod";
import { call } from "#platform/web/api/api.ts";
import { formatDate, groupPrefixed, today } from "#platform/web/format/format.ts";
import { AppLink } from "#platform/web/navigation.tsx";
import { Card } from "#platform/web/ui/Card.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { groupsContract, type membershipOfUser } from "../../groups-contract.ts";
import type { User } from "../../contract.ts";
import classes from "../members.module.css";
import { membersChanged, membershipsQuery } from "../queries.ts";
import { texts } from "../texts.ts";
import { functionWords } from "./membership-words.ts";
import { MembershipForm } from "./MembershipForm.tsx";
import { PrintMemberships } from "./PrintMemberships.tsx";

export type MembershipOfUser = z.infer<typeof membershipOfUser>;

/** Groups and functions of a member, today's and the others. */
export function MembershipsTab({ user }: { user: User }) {
  const memberships = useQuery(membershipsQuery(user.id));
  const [editing, setEditing] = useState<MembershipOfUser | "new">();

  if (memberships.error && !memberships.data)
    return <LoadError error={memberships.error} onRetry={() => void memberships.refetch()} />;
  if (!memberships.data) return <ListSkeleton rows={4} />;
  const current = memberships.data.filter((membership) => membership.current);
  const others = memberships.data.filter((membership) => !membership.current);

  const end = async (membership: MembershipOfUser) => {
    const params = { id: membership.group.id, userId: user.id };
    await call(groupsContract.putGroupMember, {
      params,
      body: { ...writable(membership), to: today() },
    });
    await membersChanged();
    showUndo(texts.groups.ended(groupPrefixed(membership.group)), async () => {
      await call(groupsContract.putGroupMember, { params, body: writable(membership) });
      await membersChanged();
    });
  };
  const table = (rows: MembershipOfUser[]) => (
    <MembershipTable rows={rows} onEdit={setEditing} onEnd={(row) => void end(row)} />
  );

  return (
    <div className={classes.sections}>
      <Card
        title={texts.groups.current}
        actions={
          <Group gap="xs">
            {memberships.data.length > 0 && (
              <PrintMemberships user={user} rows={[...current, ...others]} />
            )}
            {user.can.includes("ADD_TO_GROUP") && (
              <Button
                size="xs"
                variant="default"
                leftSection={<UserPlus size={15} aria-hidden />}
                onClick={() => setEditing("new")}
              >
                {texts.groups.add}
              </Button>
            )}
          </Group>
        }
      >
        {current.length > 0 ? table(current) : <Text c="dimmed">{texts.groups.none}</Text>}
      </Card>
      {others.length > 0 && <Card title={texts.groups.past}>{table(others)}</Card>}
      <Modal
        opened={editing !== undefined}
        onClose={() => setEditing(undefined)}
        title={editing === "new" ? texts.groups.add : texts.groups.edit}
      >
        {editing && (
          <MembershipForm
            userId={user.id}
            membership={editing === "new" ? undefined : editing}
            onSaved={() => setEditing(undefined)}
          />
        )}
      </Modal>
    </div>
  );
}

/** A membership as it is written back. */
function writable({ id, function: position, from, to, leader }: MembershipOfUser) {
  return { membershipId: id, function: position, from, to, leader };
}

interface MembershipTableProps {
  rows: MembershipOfUser[];
  onEdit: (row: MembershipOfUser) => void;
  onEnd: (row: MembershipOfUser) => void;
}

function MembershipTable({ rows, onEdit, onEnd }: MembershipTableProps) {
  return (
    <div className={classes.scroller}>
      <table className={classes.plainTable}>
        <thead>
          <tr>
            <th scope="col">{texts.groups.group}</th>
            <th scope="col">{texts.groups.function}</th>
            <th scope="col">{texts.groups.from}</th>
            <th scope="col">{texts.groups.to}</th>
            <th scope="col">
              <VisuallyHidden>{texts.groups.actionsColumn}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <AppLink to={`/groups/${row.group.id}`}>{groupPrefixed(row.group)}</AppLink>
              </td>
              <td>{functionWords(row)}</td>
              <td>{formatDate(row.from)}</td>
              <td>{formatDate(row.to)}</td>
              <td style={{ width: 44 }} data-no-print>
                {row.can.includes("EDIT") && (
                  <Menu position="bottom-end">
                    <Menu.Target>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={texts.groups.actions(groupPrefixed(row.group))}
                      >
                        <Ellipsis size={18} aria-hidden />
                      </ActionIcon>
                    </Menu.Target>
                    <Menu.Dropdown>
                      <Menu.Item
                        leftSection={<Pencil size={16} aria-hidden />}
                        onClick={() => onEdit(row)}
                      >
                        {texts.groups.edit}
                      </Menu.Item>
                      {row.current && (
                        <Menu.Item
                          leftSection={<Square size={16} aria-hidden />}
                          onClick={() => onEnd(row)}
                        >
                          {texts.groups.end}
                        </Menu.Item>
                      )}
                    </Menu.Dropdown>
                  </Menu>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
