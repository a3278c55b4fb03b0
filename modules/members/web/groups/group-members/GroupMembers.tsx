import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { lazy, useState } from "react";
import { z } from "zod";
import { call } from "#platform/web/api/api.ts";
import { displayName, formatDate, today } from "#platform/web/format/format.ts";
import { inAddress, useSearchState } from "#platform/web/navigation.tsx";
import { useCan } from "#platform/web/session/me.tsx";
import { SidePanel } from "#platform/web/ui/SidePanel.tsx";
import { DataTable } from "#platform/web/ui/table/DataTable.tsx";
import { FilterBar } from "#platform/web/ui/table/FilterBar.tsx";
import { type Group, groupsContract, type Membership } from "../../../groups-contract.ts";
import { groupMembersQuery } from "../queries.ts";
import { membershipColumns } from "./membership-columns.tsx";
import { membershipFilters } from "./membership-filters.tsx";
import { useEndMembership } from "./use-end-membership.ts";

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
  const mayAdd = group.can.includes("EDIT_MEMBERS");
  const filter = {
    ...list,
    ...(q && { q }),
    ...(asOf && { asOf }),
    ...(past && { includePast: "true" as const }),
  };
  const members = useQuery({
    ...groupMembersQuery(group.id, filter),
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

  // Who may add nobody, since the group opens more than they may, may still end memberships.
  const hasActions = mayAdd || members.data?.content.some(({ can }) => can.length > 0) === true;
  const columns = membershipColumns(
    hasActions && { onEdit: edit, onEnd: (row) => void endMembership(row) },
  );

  return (
    <section aria-label="Mitglieder der Gruppe">
      <DataTable
        label="Mitglieder der Gruppe"
        columns={columns}
        columnsKey="group-members"
        rowId={(row) => row.id}
        {...(seesUsers && { rowTo: (row: Membership) => `/users/${row.user.id}` })}
        print={{
          sentence: `${group.name}, ${formatDate(asOf || today())}`,
          load: (page) =>
            call(groupsContract.searchGroupMembers, {
              params: { id: group.id },
              query: { ...filter, ...page },
            }),
        }}
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
            filters={membershipFilters({ asOf, past }, setState)}
          >
            {mayAdd && seesUsers && (
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
