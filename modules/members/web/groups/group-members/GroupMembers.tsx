import { ActionIcon, Anchor, Badge, Button, Checkbox } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Pencil, UserMinus, UserPlus } from "lucide-react";
import { lazy, useState } from "react";
import { z } from "zod";
import { call } from "#platform/web/api/api.ts";
import { displayName, formatDate } from "#platform/web/format/format.ts";
import { useCan } from "#platform/web/session/me.tsx";
import { inAddress, useSearchState } from "#platform/web/navigation.tsx";
import { useIsPhone } from "#platform/web/screen.ts";
import { DataTable, type Column } from "#platform/web/ui/table/DataTable.tsx";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import { FilterBar } from "#platform/web/ui/table/FilterBar.tsx";
import { ProfilePicture } from "#platform/web/ui/ProfilePicture.tsx";
import { SidePanel } from "#platform/web/ui/SidePanel.tsx";
import { showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { groupsContract, type Group, type Membership } from "../../../groups-contract.ts";
import classes from "../groups.module.css";
import { isCurrent } from "./is-current.ts";
import { groupMembersQuery, useRefreshGroups } from "../queries.ts";

const AddMembers = lazy(async () => ({ default: (await import("./AddMembers.tsx")).AddMembers }));
const MembershipForm = lazy(async () => ({
  default: (await import("./MembershipForm.tsx")).MembershipForm,
}));

const SORTS = ["lastname", "firstname", "function", "from", "to"] as const;
const state = z.object({
  q: inAddress.text(),
  asOf: inAddress.text(),
  past: inAddress.flag(),
  page: inAddress.number(0),
  size: inAddress.number(50),
  sort: inAddress.oneOf(SORTS, "lastname"),
  dir: inAddress.oneOf(["ASC", "DESC"], "ASC"),
});

/** The people of a group on a day, with their functions and periods. */
export function GroupMembers({ group }: { group: Group }) {
  const [{ q, asOf, past, ...list }, setState] = useSearchState(state);
  const [opened, setOpened] = useState<"add" | "edit">();
  const seesUsers = useCan("QUERY_USER");
  const mayEdit = group.can.includes("EDIT_MEMBERS");
  const members = useQuery({
    ...groupMembersQuery(group.id, {
      ...list,
      ...(q && { q }),
      ...(asOf && { asOf }),
      ...(past && { includePast: "true" }),
    }),
    placeholderData: keepPreviousData,
  });
  const endMembership = useEndMembership(group);
  // Name and form stay while the panel slides away.
  const [edited, setEdited] = useState<Membership>();
  const edit = (membership: Membership) => {
    setEdited(membership);
    setOpened("edit");
  };
  const close = () => setOpened(undefined);

  const columns: Column<Membership>[] = [
    { key: "name", title: "Name", sortField: "lastname", render: (row) => <Person row={row} /> },
    {
      key: "function",
      title: "Funktion",
      sortField: "function",
      onPhone: true,
      render: (row) => <FunctionOf row={row} />,
    },
    {
      key: "from",
      title: "Von",
      sortField: "from",
      render: (row) => formatDate(row.from),
      width: "8rem",
    },
    {
      key: "to",
      title: "Bis",
      sortField: "to",
      render: (row) => formatDate(row.to),
      width: "8rem",
    },
    {
      key: "memberNumber",
      title: "Nummer",
      render: (row) => row.user.memberNumber,
      hiddenAtFirst: true,
    },
    {
      key: "email",
      title: "E-Mail",
      render: (row) => <ContactLink scheme="mailto" address={row.user.email} />,
    },
    {
      key: "phone",
      title: "Telefon",
      render: (row) => <ContactLink scheme="tel" address={row.user.mobile ?? row.user.phone} />,
      onPhone: true,
    },
    ...(mayEdit
      ? [
          {
            key: "actions",
            title: "Aktionen",
            onPhone: true,
            width: "6rem",
            render: (row: Membership) => (
              <RowActions
                row={row}
                onEdit={() => edit(row)}
                onEnd={() => void endMembership(row)}
              />
            ),
          },
        ]
      : []),
  ];

  return (
    <section aria-label="Mitglieder der Gruppe">
      <DataTable
        label="Mitglieder der Gruppe"
        columns={columns}
        columnsKey="group-members"
        rowId={(row) => row.id}
        {...(seesUsers && { rowTo: (row: Membership) => `/users/${row.user.id}` })}
        page={members.data}
        error={members.error}
        onRetry={() => void members.refetch()}
        refreshing={members.isPlaceholderData}
        state={list}
        onStateChange={(change) => setState(change as Partial<z.output<typeof state>>)}
        empty={{
          sentence:
            q !== ""
              ? `Niemand in dieser Gruppe passt zu „${q}“.`
              : "An diesem Tag gehört niemand zu dieser Gruppe.",
        }}
        toolbar={
          <FilterBar
            text={{
              value: q,
              onChange: (text) => setState({ q: text, page: 0 }),
              placeholder: "Mitglieder suchen",
            }}
            filters={[
              {
                key: "asOf",
                label: "Stichtag",
                shown: asOf === "" ? undefined : formatDate(asOf),
                editor: (
                  <DateField
                    label="Stichtag"
                    value={asOf === "" ? null : asOf}
                    onChange={(day) => setState({ asOf: day ?? "", page: 0 })}
                    popoverProps={{ withinPortal: false }}
                  />
                ),
                onRemove: () => setState({ asOf: "", page: 0 }),
              },
              {
                key: "past",
                label: "Zeiträume",
                shown: past ? "auch frühere und künftige" : undefined,
                editor: (
                  <Checkbox
                    label="Auch frühere und künftige Zugehörigkeiten"
                    checked={past}
                    onChange={(event) =>
                      setState({
                        past: event.currentTarget.checked || undefined,
                        page: 0,
                      })
                    }
                  />
                ),
                onRemove: () => setState({ past: undefined, page: 0 }),
              },
            ]}
          >
            {mayEdit && seesUsers && (
              <Button
                size="xs"
                leftSection={<UserPlus size={15} aria-hidden />}
                onClick={() => setOpened("add")}
              >
                Mitglieder hinzufügen
              </Button>
            )}
          </FilterBar>
        }
      />
      <SidePanel
        title={`Mitglieder zu „${group.name}“ hinzufügen`}
        opened={opened === "add"}
        onClose={close}
      >
        <AddMembers group={group} onDone={close} />
      </SidePanel>
      <SidePanel
        title={edited ? `${displayName(edited.user)} in „${group.name}“` : "Zugehörigkeit"}
        opened={opened === "edit"}
        onClose={close}
      >
        {edited && (
          <MembershipForm
            key={edited.id}
            group={group}
            membership={edited}
            onEnd={() => void endMembership(edited)}
            onDone={close}
          />
        )}
      </SidePanel>
    </section>
  );
}

function useEndMembership(group: Group) {
  const refresh = useRefreshGroups();
  return async (membership: Membership) => {
    const params = { id: group.id, userId: membership.user.id };
    await call(groupsContract.deleteGroupMember, { params });
    await refresh();
    showUndo(
      `${displayName(membership.user)} gehört ab heute nicht mehr zu „${group.name}“.`,
      async () => {
        const { function: role, from, to, leader } = membership;
        // Without an id: a period that began today is gone, and one is begun again.
        await call(groupsContract.putGroupMember, {
          params,
          body: { function: role, from, to, leader },
        });
        await refresh();
      },
    );
  };
}

function Person({ row }: { row: Membership }) {
  return (
    <span className={classes.person}>
      <ProfilePicture person={row.user} size={28} />
      {row.user.lastname}, {row.user.firstname}
    </span>
  );
}

function FunctionOf({ row }: { row: Membership }) {
  return (
    <>
      {row.function}
      {row.leader && (
        <Badge ml={row.function ? 8 : 0} variant="light" tt="none" fw={500}>
          Leitung
        </Badge>
      )}
    </>
  );
}

function ContactLink({ scheme, address }: { scheme: "mailto" | "tel"; address: string | null }) {
  if (address === null) return null;
  return (
    <Anchor
      href={`${scheme}:${scheme === "tel" ? address.replaceAll(/[^+\d]/g, "") : address}`}
      className={classes.above ?? ""}
      inherit
    >
      {address}
    </Anchor>
  );
}

function RowActions({
  row,
  onEdit,
  onEnd,
}: {
  row: Membership;
  onEdit: () => void;
  onEnd: () => void;
}) {
  const name = displayName(row.user);
  if (useIsPhone()) {
    return (
      row.can.includes("EDIT") && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.above ?? ""}
          aria-label={`Zugehörigkeit von ${name} bearbeiten`}
          onClick={onEdit}
        >
          Bearbeiten
        </Button>
      )
    );
  }
  return (
    <span className={classes.rowActions}>
      {row.can.includes("EDIT") && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Zugehörigkeit von ${name} bearbeiten`}
          onClick={onEdit}
        >
          <Pencil size={16} aria-hidden />
        </ActionIcon>
      )}
      {row.can.includes("DELETE") && isCurrent(row) && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Zugehörigkeit von ${name} beenden`}
          onClick={onEnd}
        >
          <UserMinus size={16} aria-hidden />
        </ActionIcon>
      )}
    </span>
  );
}
