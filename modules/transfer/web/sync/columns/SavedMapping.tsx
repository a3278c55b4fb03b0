import { Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { plural } from "#platform/web/format/format.ts";
import type { MappingEntry } from "../../../mapping-contract.ts";
import { fitTo } from "../../mapping/import-entries.ts";
import { mappingConfigsQuery } from "../../queries.ts";
import classes from "../sync.module.css";
import { Notice } from "./Notice.tsx";

interface SavedMappingProps {
  columns: readonly string[];
  entries: readonly MappingEntry[];
  onChoose: (entries: MappingEntry[]) => void;
}

/** How many of the file's columns are taken over, and the choice of a mapping from before. */
export function SavedMapping({ columns, entries, onChoose }: SavedMappingProps) {
  const saved = useQuery(mappingConfigsQuery(false)).data?.content ?? [];
  const [missing, setMissing] = useState<readonly string[]>([]);
  const taken = new Set(entries.map((entry) => entry.sourceField));
  const used = new Set(columns).intersection(taken).size;
  return (
    <>
      <div className={classes.bar2}>
        <div>
          <Text component="h2" fw={600} c="var(--text-strong)">
            Was wird aus den Spalten?
          </Text>
          <Text size="sm" c="dimmed">
            {used} von {plural(columns.length, "Spalte", "Spalten")}{" "}
            {used === 1 ? "wird" : "werden"} übernommen. Was nicht zugeordnet ist, bleibt draußen.
          </Text>
        </div>
        {saved.length > 0 && (
          <Select
            size="sm"
            label="Gespeicherte Zuordnung"
            placeholder="auswählen"
            data={saved.map((config) => ({ value: String(config.id), label: config.name }))}
            value={null}
            onChange={(id) => {
              const config = saved.find((one) => String(one.id) === id);
              if (!config) return;
              const fitted = fitTo(columns, config.entries);
              onChoose(fitted.entries);
              setMissing(fitted.missing);
            }}
          />
        )}
      </div>
      {missing.length > 0 && (
        <Notice>
          Diese Spalten der gespeicherten Zuordnung gibt es in der Datei nicht: {missing.join(", ")}
          .
        </Notice>
      )}
    </>
  );
}
