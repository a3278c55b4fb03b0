import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { plural } from "#platform/web/format/format.ts";
import { inAddress, useSearchState } from "#platform/web/navigation.tsx";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import classes from "../invitations.module.css";
import { MyInvitation } from "./MyInvitation.tsx";
import { MySeries } from "./MySeries.tsx";
import { myInvitationsQuery } from "../queries.ts";
import { groupedBySeries, type InvitationGroup } from "./series-groups.ts";

const address = z.object({
  state: inAddress.oneOf(["OPEN", "ALL"], "OPEN"),
  open: inAddress.text(),
});

declare module "#platform/web/page-search.ts" {
  interface PageSearch {
    "/calendars/invitations": z.output<typeof address>;
  }
}

/** Meine Einladungen: all of one's own, also to events in calendars that one does not see. */
export default function MyInvitationsPage() {
  const [{ state, open }, setState] = useSearchState(address);
  const invitations = useQuery(myInvitationsQuery(state));
  const found = invitations.data?.content;
  // A link names one of them; its answer may be given already, so it may stand among all only.
  const isElsewhere =
    state === "OPEN" &&
    open !== "" &&
    found !== undefined &&
    !found.some((one) => one.id === open || one.event.occurrenceOf === open);
  const toggle = (id: string) => setState({ open: id === open ? "" : id });
  const count = invitations.data?.totalElements ?? 0;
  const words =
    count === 0
      ? undefined
      : state === "OPEN"
        ? plural(count, "Einladung ohne Antwort", "Einladungen ohne Antwort")
        : plural(count, "Einladung", "Einladungen");
  return (
    <>
      <PageHeader
        title="Meine Einladungen"
        sentence={words}
        actions={
          <SegmentedControl
            aria-label="Welche Einladungen"
            value={state}
            onChange={(next) => setState({ state: next as "OPEN" | "ALL" })}
            data={[
              { value: "OPEN", label: "Offene" },
              { value: "ALL", label: "Alle" },
            ]}
          />
        }
      />
      {invitations.error && !found ? (
        <LoadError error={invitations.error} onRetry={() => void invitations.refetch()} />
      ) : !found ? (
        <ListSkeleton />
      ) : (
        <>
          {isElsewhere && <OneOfAll id={open} />}
          {found.length === 0 && !isElsewhere ? (
            <EmptyState>
              {state === "OPEN"
                ? "Sie haben alle Einladungen beantwortet."
                : "Sie wurden noch zu keinem Termin eingeladen."}
            </EmptyState>
          ) : (
            <ul className={classes.mine}>
              {groupedBySeries(found).map((group) =>
                group.kind === "ONE" ? (
                  <MyInvitation
                    key={group.id}
                    invitation={group.invitation}
                    opened={group.id === open}
                    onToggle={() => toggle(group.id)}
                  />
                ) : (
                  <MySeries
                    key={group.id}
                    invitations={group.invitations}
                    opened={isOpened(group, open)}
                    onToggle={() => setState({ open: isOpened(group, open) ? "" : group.id })}
                    openDate={open}
                    onToggleDate={(id) => setState({ open: id === open ? group.id : id })}
                  />
                ),
              )}
            </ul>
          )}
        </>
      )}
    </>
  );
}

function OneOfAll({ id }: { id: string }) {
  const all = useQuery(myInvitationsQuery("ALL"));
  const invitation = all.data?.content.find((one) => one.id === id);
  if (!invitation) return null;
  return (
    <ul className={classes.mine}>
      <MyInvitation invitation={invitation} opened onToggle={() => {}} />
    </ul>
  );
}

/** A series is opened by itself, or because one of its dates is. */
function isOpened(group: InvitationGroup, open: string): boolean {
  return (
    group.id === open ||
    (group.kind === "SERIES" && group.invitations.some(({ id }) => id === open))
  );
}
