import { Button, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { ApiError } from "#platform/web/api/api-error.ts";
import { displayName } from "#platform/web/format/format.ts";
import { useCan } from "#platform/web/session/me.tsx";
import { inAddress, RouterLink, usePathParams, useSearchState } from "#platform/web/navigation.tsx";
import { useRecordTitle } from "#platform/web/page-title.ts";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import classes from "../members.module.css";
import { memberQuery } from "../queries.ts";
import { texts } from "../texts.ts";
import { HistoryTab } from "./HistoryTab.tsx";
import { LoginTab } from "./LoginTab.tsx";
import { MasterDataTab } from "./MasterDataTab.tsx";
import { MemberHead } from "./MemberHead.tsx";
import { MembershipsTab } from "./MembershipsTab.tsx";

const TABS = ["data", "groups", "login", "history"] as const;
const schema = z.object({ tab: inAddress.oneOf(TABS, "data") });

/** Profil Ansicht: one member with master data, groups, login and history. */
export default function MemberPage() {
  const { userId } = usePathParams("userId");
  const [state, change] = useSearchState(schema);
  // While the member goes to the trash the record is not fetched again: it would only say that it
  // is gone.
  const member = useQuery(memberQuery(userId));
  useRecordTitle(member.data && displayName(member.data));

  if (member.error instanceof ApiError && member.error.status === 404) return <Gone />;
  if (member.error && !member.data)
    return <LoadError error={member.error} onRetry={() => void member.refetch()} />;
  if (!member.data) return <RecordSkeleton />;
  const user = member.data;
  const seesHistory = user.can.includes("SEE_HISTORY");
  const tabs = TABS.filter((tab) => tab !== "history" || seesHistory);
  return (
    <>
      <MemberHead user={user} />
      <Tabs
        value={state.tab}
        onChange={(tab) => change({ tab: TABS.find((one) => one === tab) ?? "data" })}
        keepMounted={false}
      >
        <Tabs.List mb="lg" className={classes.tabs ?? ""} data-no-print>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {texts.profile.tabs[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="data">
          <MasterDataTab user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="groups">
          <MembershipsTab user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="login">
          <LoginTab user={user} />
        </Tabs.Panel>
        {seesHistory && (
          <Tabs.Panel value="history">
            <HistoryTab userId={user.id} />
          </Tabs.Panel>
        )}
      </Tabs>
    </>
  );
}

/** Deleted, anonymised, foreign or never there: the server does not say which. */
function Gone() {
  const managesUsers = useCan("MANAGE_USER");
  return (
    <EmptyState
      action={
        <div style={{ display: "flex", gap: 8, flexWrap: "wrap", justifyContent: "center" }}>
          <Button renderRoot={(props) => <RouterLink {...props} to="/users" />}>
            {texts.profile.toList}
          </Button>
          {managesUsers && (
            <Button
              variant="default"
              renderRoot={(props) => <RouterLink {...props} to="/users/trash" />}
            >
              {texts.profile.toTrash}
            </Button>
          )}
        </div>
      }
    >
      {texts.profile.gone}
    </EmptyState>
  );
}
