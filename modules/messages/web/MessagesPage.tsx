import { ActionIcon, Button, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { MailOpen, PenLine } from "lucide-react";
import { useEffect, useRef } from "react";
import { plural } from "#platform/web/format/format.ts";
import { RouterLink, useGo, usePathParams, useSearchState } from "#platform/web/navigation.tsx";
import { useIsPhone } from "#platform/web/screen.ts";
import { useShortcuts, type Shortcut } from "#platform/web/shortcuts.ts";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { FilterBar } from "#platform/web/ui/table/FilterBar.tsx";
import { SharedFilterWords } from "#platform/web/ui/table/print/filter-words.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import {
  BOX_LABELS,
  BOXES,
  boxState,
  messageAddress,
  type Box,
  type BoxState,
} from "./box-state.ts";
import { DraftList } from "./list/DraftList.tsx";
import { MessageList } from "./list/MessageList.tsx";
import { PrintBox } from "./list/PrintBox.tsx";
import classes from "./messages.module.css";
import { useMayWrite } from "./possible-recipients.ts";
import { unreadCountQuery } from "./unread-count.ts";
import { useHasTwoPanes } from "./two-panes.ts";
import { useKeys } from "./use-keys.ts";
import { useTopOf } from "./use-top-of.ts";
import { MessageView } from "./view/MessageView.tsx";

const SHORTCUTS: readonly Shortcut[] = [
  { keys: ["N"], meaning: "Neue Nachricht schreiben" },
  { keys: ["R"], meaning: "Auf die offene Nachricht antworten" },
  { keys: ["W"], meaning: "Die offene Nachricht weiterleiten" },
  { keys: ["U"], meaning: "Als gelesen oder ungelesen markieren" },
  { keys: ["Entf"], meaning: "Nachricht löschen" },
];

/** Messages: list and message side by side on a desktop, one of them on a phone. */
export default function MessagesPage() {
  const { messageId } = usePathParams("messageId");
  const [{ box, q, recipients }, change] = useSearchState(boxState);
  const twoPanes = useHasTwoPanes();
  const state: BoxState = { box, q };
  useShortcuts(SHORTCUTS);
  if (recipients !== "")
    return <Navigate to="/messaging/compose" search={{ recipients }} replace />;
  if (messageId !== "" && !twoPanes) {
    return (
      <div className={classes.alone}>
        <MessageView key={messageId} id={messageId} state={state} alone />
      </div>
    );
  }
  return (
    <Panes
      messageId={messageId === "" ? undefined : messageId}
      state={state}
      twoPanes={twoPanes}
      onChange={change}
    />
  );
}

interface PanesProps {
  messageId: string | undefined;
  state: BoxState;
  twoPanes: boolean;
  onChange: (change: Partial<BoxState>) => void;
}

function Panes({ messageId, state, twoPanes, onChange }: PanesProps) {
  const { box, q } = state;
  const go = useGo();
  const unread = useQuery(unreadCountQuery).data;
  const mayWrite = useMayWrite() ?? false;
  const isPhone = useIsPhone();
  useKeys({ n: mayWrite ? () => go("/messaging/compose") : undefined });
  const panes = useTopOf();
  const view = useRef<HTMLElement>(null);
  useEffect(() => {
    // Some browsers answer with a promise, which an effect must not return.
    view.current?.scrollTo({ top: 0 });
  }, [messageId]);
  const openBox = (next: Box) =>
    go(messageAddress(undefined, { box: next, q: next === "drafts" ? "" : q }));
  return (
    <>
      <div data-no-print>
        <PageHeader
          title="Nachrichten"
          sentence={
            unread === undefined || unread === 0
              ? "Alles gelesen"
              : `${plural(unread, "Nachricht", "Nachrichten")} ungelesen`
          }
          actions={
            mayWrite && !isPhone ? (
              <Button
                component={RouterLink}
                to="/messaging/compose"
                leftSection={<PenLine size={16} aria-hidden />}
                title="N"
              >
                Neue Nachricht
              </Button>
            ) : undefined
          }
        />
      </div>
      {mayWrite && isPhone && (
        <ActionIcon
          component={RouterLink}
          to="/messaging/compose"
          size={56}
          radius="xl"
          className={classes.write ?? ""}
          aria-label="Neue Nachricht"
        >
          <PenLine size={24} aria-hidden />
        </ActionIcon>
      )}
      <div ref={panes} className={classes.panes}>
        <section className={classes.list} aria-label="Liste der Nachrichten" data-no-print>
          <div className={classes.tools}>
            <SegmentedControl
              aria-label="Ablage"
              fullWidth
              value={box}
              onChange={(next) => openBox(next as Box)}
              data={BOXES.map((value) => ({ value, label: BOX_LABELS[value] }))}
            />
            {box !== "drafts" && (
              <div className={classes.search}>
                <SharedFilterWords>
                  <FilterBar
                    text={{
                      value: q,
                      onChange: (text) => onChange({ q: text }),
                      placeholder: "Nachrichten durchsuchen",
                    }}
                    filters={[]}
                  />
                  <PrintBox box={box} q={q} />
                </SharedFilterWords>
              </div>
            )}
          </div>
          {box === "drafts" ? (
            <DraftList />
          ) : (
            <MessageList key={`${box} ${q}`} box={box} q={q} currentId={messageId} />
          )}
        </section>
        {twoPanes && (
          <section ref={view} className={classes.view} aria-label="Nachricht">
            {messageId === undefined ? (
              <div className={classes.nothing}>
                <EmptyState icon={<MailOpen size={32} strokeWidth={1.5} />}>
                  {box === "drafts"
                    ? "Wählen Sie einen Entwurf, um daran weiterzuschreiben."
                    : "Wählen Sie eine Nachricht, um sie hier zu lesen."}
                </EmptyState>
              </div>
            ) : (
              <MessageView key={messageId} id={messageId} state={state} alone={false} />
            )}
          </section>
        )}
      </div>
    </>
  );
}
