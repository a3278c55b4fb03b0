import { Button, Tabs, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Download } from "lucide-react";
import { useState } from "react";
import { formatNumber } from "#platform/web/format/format.ts";
import type { ImportRun } from "../../import-contract.ts";
import { downloadFaultyRows } from "./faulty-rows.ts";
import { GroupChoices } from "./GroupChoices.tsx";
import type { GroupOfFile } from "./group-decisions.ts";
import classes from "./preview.module.css";
import { RowList } from "./RowList.tsx";
import { countOf, explanationOf, labelOf, type Tab } from "./tabs.ts";

/** So many rows are found by looking. */
const MANY_ROWS = 20;

interface PreviewTabsProps {
  run: ImportRun;
  groups: readonly GroupOfFile[];
  tabs: readonly Tab[];
  current: Tab;
  onChange: (tab: Tab | undefined) => void;
}

/** The rows of a preview by what would happen to them. What is searched for holds for all tabs. */
export function PreviewTabs({ run, groups, tabs, current, onChange }: PreviewTabsProps) {
  const [q, setQ] = useState("");
  return (
    <Tabs
      value={current}
      onChange={(tab) => onChange(tabs.find((one) => one === tab))}
      keepMounted={false}
    >
      <Tabs.List mb="md" className={classes.tabs ?? ""}>
        {tabs.map((tab) => (
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
            {labelOf(tab)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab} value={tab}>
          <Text mb="sm" maw="60rem">
            {explanationOf(tab, run)}
          </Text>
          {(tab === "FAULTY" || tab === "HINTS") && run.can.includes("FAULTY_ROWS") && (
            <Button
              mb="md"
              variant="default"
              leftSection={<Download size={16} aria-hidden />}
              onClick={() => void downloadFaultyRows(run)}
            >
              {tab === "FAULTY"
                ? "Fehlerhafte Zeilen herunterladen"
                : "Zeilen mit Hinweisen herunterladen"}
            </Button>
          )}
          {tab === "GROUPS" ? (
            <GroupChoices run={run} groups={groups} />
          ) : (
            <SearchedRows run={run} tab={tab} q={q} onSearch={setQ} />
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

interface SearchedRowsProps {
  run: ImportRun;
  tab: Exclude<Tab, "GROUPS">;
  q: string;
  onSearch: (q: string) => void;
}

function SearchedRows({ run, tab, q, onSearch }: SearchedRowsProps) {
  const [settled] = useDebouncedValue(q.trim(), 250);
  return (
    <>
      {countOf(run, tab, 0) > MANY_ROWS && (
        <TextInput
          mb="sm"
          maw="24rem"
          size="sm"
          type="search"
          aria-label="Name oder Mitgliedsnummer"
          placeholder="Name oder Mitgliedsnummer"
          value={q}
          onChange={(event) => onSearch(event.currentTarget.value)}
        />
      )}
      <RowList key={`${tab} ${settled}`} run={run} {...rowsOf(tab)} q={settled} />
    </>
  );
}

function rowsOf(tab: Exclude<Tab, "GROUPS">) {
  if (tab === "HINTS") return { hints: true };
  return tab === "UNDECIDED" ? { undecided: true } : { kind: tab };
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
