import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { z } from "zod";
import { countOf, plural } from "#platform/web/format/format.ts";
import { useCan } from "#platform/web/session/me.tsx";
import { inAddress, RouterLink, useSearchState } from "#platform/web/navigation.tsx";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { FilterBar } from "#platform/web/ui/table/FilterBar.tsx";
import { SharedFilterWords } from "#platform/web/ui/table/print/filter-words.tsx";
import { countNodes, filterTree, groupTree } from "./group-tree.ts";
import { GroupBranches } from "./GroupBranches.tsx";
import { PrintGroups } from "./PrintGroups.tsx";
import { groupTreeQuery } from "./queries.ts";

const state = z.object({ q: inAddress.text() });

/** Gruppen Übersicht: all groups as a tree. */
export default function GroupListPage() {
  const groups = useQuery(groupTreeQuery);
  const [{ q }, setState] = useSearchState(state);
  const mayManage = useCan("MANAGE_GROUP");
  const all = groups.data ?? [];
  const shown = filterTree(groupTree(all), q);
  const createButton = mayManage && (
    <Button component={RouterLink} to="/groups/create" leftSection={<Plus size={16} aria-hidden />}>
      Gruppe anlegen
    </Button>
  );
  const sentence =
    q === ""
      ? plural(all.length, "Gruppe", "Gruppen")
      : countOf(countNodes(shown), all.length, "Gruppe", "Gruppen");
  return (
    <>
      <PageHeader
        title="Gruppen Übersicht"
        sentence={groups.data && sentence}
        actions={createButton || undefined}
      />
      {groups.error && !groups.data ? (
        <LoadError error={groups.error} onRetry={() => void groups.refetch()} />
      ) : !groups.data ? (
        <ListSkeleton rows={10} />
      ) : all.length === 0 ? (
        <EmptyState action={createButton || undefined}>
          Es gibt noch keine Gruppen. Mit Gruppen bilden Sie Abteilungen, Mannschaften und den
          Vorstand ab.
        </EmptyState>
      ) : (
        <>
          <Group justify="space-between" wrap="nowrap" mb="md" data-no-print>
            <SharedFilterWords>
              <FilterBar
                text={{
                  value: q,
                  onChange: (text) => setState({ q: text }),
                  placeholder: "Gruppe oder Leitung suchen",
                }}
                filters={[]}
              />
              {shown.length > 0 && <PrintGroups nodes={shown} sentence={sentence} />}
            </SharedFilterWords>
          </Group>
          {shown.length === 0 ? (
            <EmptyState
              action={
                <Button variant="default" onClick={() => setState({ q: "" })}>
                  Alle Gruppen zeigen
                </Button>
              }
            >
              Keine Gruppe passt zu „{q}“.
            </EmptyState>
          ) : (
            <GroupBranches nodes={shown} searching={q !== ""} />
          )}
        </>
      )}
    </>
  );
}
