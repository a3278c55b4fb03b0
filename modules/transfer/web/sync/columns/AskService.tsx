import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { useState } from "react";
import { ApiError, call } from "#platform/web/api/api.ts";
import type { ImportRun } from "../../../import-contract.ts";
import { importSampleContract } from "../../../import-sample-contract.ts";
import type { TableSample } from "../../../mapping-contract.ts";
import { columnServiceQuery } from "../run-queries.ts";
import classes from "./columns.module.css";

/** What the AI service thinks that columns are, by their names. */
export type ServiceAnswers = ReadonlyMap<string, string>;

interface AskServiceProps {
  run: Pick<ImportRun, "id">;
  file: TableSample;
  onAnswers: (answers: ServiceAnswers) => void;
}

/** Offers to ask the AI service about doubted columns, where there is a service and a doubt. */
export function AskService({ run, file, onAnswers }: AskServiceProps) {
  const { data } = useQuery(columnServiceQuery);
  const [asking, setAsking] = useState(false);
  const [note, setNote] = useState<string>();
  const doubted = file.suggestions.filter(({ entry, doubtful }) => entry === null || doubtful);
  const service = data?.service ?? null;
  if (service === null || doubted.length === 0) return null;
  const ask = async () => {
    setAsking(true);
    setNote(undefined);
    try {
      const { columns, note: said } = await call(importSampleContract.askColumnService, {
        params: { id: run.id },
      });
      onAnswers(new Map(columns.map(({ column, field }) => [column, field])));
      setNote(
        said ?? "Die Vorschläge stehen bei den Spalten. Übernommen wird nur, was Sie wählen.",
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setNote(error.message);
    } finally {
      setAsking(false);
    }
  };
  return (
    <div className={classes.service}>
      <Button
        size="sm"
        variant="light"
        leftSection={<Sparkles size={16} aria-hidden />}
        loading={asking}
        onClick={() => void ask()}
      >
        KI-Dienst zu offenen Spalten fragen
      </Button>
      <Text size="sm" c="dimmed">
        Dabei gehen die Überschriften der offenen Spalten und verdeckte Beispiele („Aaa Aaaaaa“
        statt eines Namens) an den Dienst {service}, höchstens {data?.dailyLimit}-mal am Tag. Ohne
        diese Frage verlässt nichts den Server Ihres Vereins.
      </Text>
      {note !== undefined && (
        <Text size="sm" role="status">
          {note}
        </Text>
      )}
    </div>
  );
}
