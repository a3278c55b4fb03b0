import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { plural } from "#platform/web/format/format.ts";
import type { ImportRun } from "../../import-contract.ts";
import { matchKeyWords } from "../sync/import-words.ts";
import { groupsOfRunQuery } from "../sync/run-queries.ts";
import { ApplyBar } from "./ApplyBar.tsx";
import classes from "./preview.module.css";
import { PreviewTabs } from "./PreviewTabs.tsx";
import { type Tab, tabsOf } from "./tabs.ts";

interface PreviewStepProps {
  run: ImportRun;
  onBack: () => void;
  onOtherFile: () => void;
}

/** The third step: every row with what would happen to it. */
export function PreviewStep({ run, onBack, onOtherFile }: PreviewStepProps) {
  const groups = useQuery({ ...groupsOfRunQuery(run.id), enabled: run.compared }).data ?? [];
  const openGroups = groups.filter((group) => group.problem !== null).length;
  const tabs = tabsOf(run, groups.length);
  const first: Tab = openGroups > 0 ? "GROUPS" : (tabs[0] ?? "SAME");
  const [chosen, setChosen] = useState<Tab>();
  // Decided rows leave their tab; the tab stays while one is in it.
  const current =
    chosen !== undefined && (tabs.includes(chosen) || chosen === "AMBIGUOUS") ? chosen : first;

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
        <OpenGroups
          count={openGroups}
          rows={run.counts.undecided}
          onShow={() => setChosen("GROUPS")}
        />
      )}
      {tabs.length === 0 ? (
        <Text>
          {run.compared
            ? "In dieser Datei steht keine Zeile mit Daten."
            : "Die Datei ist gelesen und verglichen. Was sich ändern würde, sieht nur, wer das Recht hat, Mitglieder zu sehen."}
        </Text>
      ) : (
        <PreviewTabs
          run={run}
          groups={groups}
          tabs={tabs.includes(current) ? tabs : [current, ...tabs]}
          current={current}
          onChange={setChosen}
        />
      )}
      <ApplyBar run={run} />
    </>
  );
}

interface OpenGroupsProps {
  count: number;
  /** How many rows wait for nothing else. */
  rows: number;
  onShow: () => void;
}

function OpenGroups({ count, rows, onShow }: OpenGroupsProps) {
  return (
    <p className={classes.notice} role="status">
      {plural(count, "Gruppe", "Gruppen")} aus der Datei {count === 1 ? "ist" : "sind"} noch zu
      klären{rows > 0 && `, ${plural(rows, "Zeile wartet", "Zeilen warten")} darauf`}.{" "}
      <button type="button" className={classes.linkButton} onClick={onShow}>
        Gruppen ansehen
      </button>
    </p>
  );
}
