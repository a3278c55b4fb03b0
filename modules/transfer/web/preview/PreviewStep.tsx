import { Button, Tabs, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { formatNumber, plural } from "#platform/web/format/format.ts";
import type { ImportRun, RowKind } from "../../import-contract.ts";
import { countOfKind, KIND_LABELS, matchKeyWords } from "../sync/import-words.ts";
import { groupsOfRunQuery } from "../sync/run-queries.ts";
import { ApplyBar } from "./ApplyBar.tsx";
import { downloadFaultyRows } from "./faulty-rows.ts";
import { GroupChoices } from "./GroupChoices.tsx";
import classes from "./preview.module.css";
import { RowList } from "./RowList.tsx";

const TABS: readonly RowKind[] = ["AMBIGUOUS", "FAULTY", "NEW", "CHANGED", "MISSING", "SAME"];
type Tab = RowKind | "HINTS" | "GROUPS";

const EXPLAINED: Record<Tab, string> = {
  AMBIGUOUS:
    "Diese Zeilen passen auf mehrere Mitglieder, oder jemand mit sehr ähnlichen Angaben ist schon da. Sie entscheiden, wer gemeint ist.",
  FAULTY:
    "Diese Zeilen lassen sich so nicht übernehmen. Laden Sie sie herunter, verbessern Sie sie und lesen Sie die Datei wieder ein: Alles andere ist davon nicht betroffen.",
  NEW: "Diese Personen gibt es noch nicht.",
  CHANGED: "Links steht, was jetzt bei Ihnen eingetragen ist, rechts, was die Datei sagt.",
  MISSING: "Diese Mitglieder stehen nicht in der Datei.",
  SAME: "Bei diesen Mitgliedern sagt die Datei dasselbe wie Ihre Mitgliederliste.",
  HINTS: "An diesen Zeilen ist nichts falsch; ein Blick lohnt sich trotzdem.",
  GROUPS: "Diese Gruppen nennt die Datei. Was mit unbekannten geschieht, entscheiden Sie.",
};

interface PreviewStepProps {
  run: ImportRun;
  onBack: () => void;
  onOtherFile: () => void;
}

/** The third step: every row with what would happen to it. */
export function PreviewStep({ run, onBack, onOtherFile }: PreviewStepProps) {
  const groups = useQuery(groupsOfRunQuery(run.id)).data ?? [];
  const openGroups = groups.filter((group) => group.problem !== null).length;
  const shown = TABS.filter(
    (kind) =>
      countOfKind(run.counts, kind) > 0 || (kind === "AMBIGUOUS" && run.counts.ambiguous > 0),
  );
  const tabs: Tab[] = [
    ...shown,
    ...(run.hints > 0 ? (["HINTS"] as const) : []),
    ...(groups.length > 0 ? (["GROUPS"] as const) : []),
  ];
  const first: Tab = openGroups > 0 ? "GROUPS" : (tabs[0] ?? "SAME");
  const [chosen, setChosen] = useState<Tab>();
  // Decided rows leave their tab; the tab stays while one is in it.
  const current =
    chosen !== undefined && (tabs.includes(chosen) || chosen === "AMBIGUOUS") ? chosen : first;
  const [q, setQ] = useState("");
  const [settled] = useDebouncedValue(q.trim(), 250);
  const shownTabs = tabs.includes(current) ? tabs : [current, ...tabs];

  return (
    <>
      <div className={classes.head}>
        <Text size="sm" c="dimmed">
          Wiedererkannt an: {matchKeyWords(run.matchKeys)}.
        </Text>
        <div className={classes.headActions}>
          <Button size="xs" variant="default" onClick={onBack}>
            Spalten und Regeln ändern
          </Button>
          <Button size="xs" variant="default" onClick={onOtherFile}>
            Andere Datei
          </Button>
        </div>
      </div>
      {openGroups > 0 && current !== "GROUPS" && (
        <p className={classes.notice} role="status">
          {plural(openGroups, "Gruppe", "Gruppen")} aus der Datei{" "}
          {openGroups === 1 ? "ist" : "sind"} noch zu klären.{" "}
          <button type="button" className={classes.linkButton} onClick={() => setChosen("GROUPS")}>
            Gruppen ansehen
          </button>
        </p>
      )}
      {tabs.length === 0 ? (
        <Text>In dieser Datei steht keine Zeile mit Daten.</Text>
      ) : (
        <Tabs
          value={current}
          onChange={(tab) => setChosen(shownTabs.find((one) => one === tab))}
          keepMounted={false}
        >
          <Tabs.List mb="md" className={classes.tabs ?? ""}>
            {shownTabs.map((tab) => (
              <Tabs.Tab
                key={tab}
                value={tab}
                ref={tab === current ? intoView : null}
                rightSection={
                  <span className={classes.count} data-kind={tab}>
                    {formatNumber(countOf(run, tab, groups.length))}
                  </span>
                }
              >
                {tab === "HINTS" ? "Hinweise" : tab === "GROUPS" ? "Gruppen" : KIND_LABELS[tab]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {shownTabs.map((tab) => (
            <Tabs.Panel key={tab} value={tab}>
              <Text mb="sm" maw="60rem">
                {tab === "MISSING" && run.onMissing === "SET_LEFT"
                  ? `${EXPLAINED[tab]} Sie bekommen heute als Austritt.`
                  : EXPLAINED[tab]}
                {tab === "MISSING" &&
                  run.onMissing !== "SET_LEFT" &&
                  " An ihnen wird nichts geändert."}
              </Text>
              {tab === "FAULTY" && (
                <Button
                  mb="md"
                  variant="default"
                  leftSection={<Download size={16} aria-hidden />}
                  onClick={() => void downloadFaultyRows(run)}
                >
                  Fehlerhafte Zeilen herunterladen
                </Button>
              )}
              {tab === "GROUPS" ? (
                <GroupChoices run={run} groups={groups} />
              ) : (
                <>
                  {countOf(run, tab, 0) > 20 && (
                    <TextInput
                      mb="sm"
                      maw="24rem"
                      size="sm"
                      type="search"
                      aria-label="Name oder Mitgliedsnummer"
                      placeholder="Name oder Mitgliedsnummer"
                      value={q}
                      onChange={(event) => setQ(event.currentTarget.value)}
                    />
                  )}
                  <RowList
                    key={`${tab} ${settled}`}
                    run={run}
                    {...(tab === "HINTS" ? { hints: true } : { kind: tab })}
                    q={settled}
                  />
                </>
              )}
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
      <ApplyBar run={run} />
    </>
  );
}

/** On a phone not all tabs have room beside each other; the chosen one has to. */
function intoView(tab: HTMLButtonElement | null): void {
  const list = tab?.parentElement;
  if (!tab || !list) return;
  list.scrollLeft +=
    tab.getBoundingClientRect().left -
    list.getBoundingClientRect().left -
    (list.clientWidth - tab.offsetWidth) / 2;
}

function countOf(run: ImportRun, tab: Tab, groups: number): number {
  return tab === "HINTS" ? run.hints : tab === "GROUPS" ? groups : countOfKind(run.counts, tab);
}
