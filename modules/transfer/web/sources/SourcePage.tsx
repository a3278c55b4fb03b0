import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { z } from "zod";
import { ApiError, call } from "#platform/web/api/api.ts";
import { formatDateTime } from "#platform/web/format/format.ts";
import {
  AppLink,
  inAddress,
  RouterLink,
  useLeave,
  usePathParams,
  useSearchState,
} from "#platform/web/navigation.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { Card } from "#platform/web/ui/Card.tsx";
import { askToConfirm } from "#platform/web/ui/notices/confirm.tsx";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { Facts } from "#platform/web/ui/Facts.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { importContract, type ImportSource } from "../../import-contract.ts";
import { mappingConfigsQuery } from "../queries.ts";
import { scheduleWords } from "../schedule/schedule-words.ts";
import { matchKeyWords } from "../sync/import-words.ts";
import { sourceQuery } from "../sync/run-queries.ts";
import { RunSource } from "./RunSource.tsx";
import { RunTable } from "./RunTable.tsx";
import record from "../record.module.css";
import classes from "./sources.module.css";

const address = z.object({ page: inAddress.number(0), size: inAddress.number(20) });

/** One import source: what it does, and its runs. */
export default function SourcePage() {
  const { sourceId } = usePathParams("sourceId");
  const [state, change] = useSearchState(address);
  const query = useQuery(sourceQuery(sourceId));
  const source = query.data;
  usePageTitle(source && nameOf(source));
  if (query.error instanceof ApiError && query.error.status === 404)
    return <EmptyState>Diese Quelle gibt es nicht oder nicht mehr.</EmptyState>;
  if (query.error && !source)
    return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (!source) return <RecordSkeleton />;
  return (
    <>
      <PageHeader
        title={nameOf(source)}
        sentence={sentenceOf(source)}
        actions={<Actions source={source} />}
      />
      <div className={record.sections}>
        <Card title="Was geschieht">
          <SourceFacts source={source} />
        </Card>
        <section>
          <h2 className={record.heading}>Läufe</h2>
          <RunTable
            sourceId={source.id}
            state={state}
            onStateChange={(next) => change(next, { push: true })}
            empty="Aus dieser Quelle wurde noch nichts eingelesen."
          />
        </section>
      </div>
    </>
  );
}

function nameOf(source: ImportSource): string {
  return source.quick ? "Einzelne Dateien" : source.name;
}

function sentenceOf(source: ImportSource): string {
  if (source.kind === "FILE") return "Aus einer Datei, die Sie hochladen";
  const next =
    source.nextRunAt === null ? "" : `, das nächste Mal am ${formatDateTime(source.nextRunAt)}`;
  return `Wird ${scheduleWords(source.schedule, "auf Knopfdruck")} abgeholt${next}`;
}

const NEW = { CREATE: "werden angelegt", SKIP: "bleiben draußen" };
const CHANGED = {
  UPDATE: "werden geändert",
  FILL_EMPTY: "werden nur ergänzt",
  SKIP: "bleiben, wie sie sind",
};
const MISSING = {
  KEEP: "werden nicht beachtet",
  REPORT: "werden gezeigt",
  SET_LEFT: "bekommen den Tag als Austritt",
};
const GROUPS = {
  FAULTY: "werden nachgefragt",
  CREATE: "werden angelegt",
  IGNORE: "werden weggelassen",
};

function SourceFacts({ source }: { source: ImportSource }) {
  const mappings = useQuery(mappingConfigsQuery(false)).data?.content;
  const mapping = mappings?.find((one) => one.id === source.mappingConfigId);
  const facts = [
    ...(source.kind === "URL"
      ? [
          { label: "Adresse", value: <span className={classes.address}>{source.url}</span> },
          {
            label: "Zugangsdaten",
            value:
              source.headerNames.length === 0
                ? "keine"
                : `${source.headerNames.join(", ")} (verschlüsselt)`,
          },
          {
            label: "Nach dem Abholen",
            value: source.applyAutomatically
              ? "wird von selbst übernommen"
              : "wartet auf jemanden, der die Vorschau prüft",
          },
          { label: "Verantwortlich", value: source.responsible?.name },
        ]
      : []),
    {
      label: "Zuordnung der Spalten",
      value: mapping ? (
        <AppLink to={`/mapping-config/${mapping.id}`}>{mapping.name}</AppLink>
      ) : source.mappingConfigId === null ? (
        "wird vorgeschlagen"
      ) : (
        ""
      ),
    },
    { label: "Wiedererkannt an", value: matchKeyWords(source.matchKeys) },
    { label: "Neue Personen", value: NEW[source.onNew] },
    { label: "Abweichende Angaben", value: CHANGED[source.onChanged] },
    { label: "Fehlende Mitglieder", value: MISSING[source.onMissing] },
    {
      label: "Zeilen mit Fehlern",
      value: source.strict ? "bleiben draußen" : "kommen ohne die fehlerhafte Angabe",
    },
    { label: "Unbekannte Gruppen", value: GROUPS[source.unknownGroups] },
    ...(source.groupDecisions.length > 0
      ? [
          {
            label: "Festgelegte Gruppen",
            value: source.groupDecisions.map(({ name }) => name).join(", "),
          },
        ]
      : []),
    { label: "Wort zum Leeren", value: source.clearWord ?? "keines" },
  ];
  return <Facts label="Was geschieht" facts={facts} />;
}

function Actions({ source }: { source: ImportSource }) {
  const leave = useLeave();
  const client = useQueryClient();
  const remove = async () => {
    const sure = await askToConfirm({
      title: `Quelle „${source.name}“ löschen?`,
      text: "Sie wird nicht mehr abgeholt und steht nicht mehr zur Auswahl. An Ihren Mitgliedern ändert das nichts; die bisherigen Läufe bleiben und lassen sich weiter rückgängig machen.",
      confirmLabel: "Quelle löschen",
      destructive: true,
    });
    if (!sure) return;
    await leave("/import", () =>
      call(importContract.deleteImportSource, { params: { id: source.id } }),
    );
    await client.invalidateQueries({ queryKey: ["import-source"] });
    showDone(`Die Quelle „${source.name}“ ist gelöscht.`);
  };
  return (
    <>
      <RunSource source={source} />
      {source.can.includes("DELETE") && (
        <Button
          variant="default"
          leftSection={<Trash2 size={16} aria-hidden />}
          onClick={() => void remove()}
        >
          Löschen
        </Button>
      )}
      {source.can.includes("EDIT") && (
        <Button
          leftSection={<Pencil size={16} aria-hidden />}
          renderRoot={(props) => <RouterLink {...props} to={`/import/${source.id}/edit`} />}
        >
          Bearbeiten
        </Button>
      )}
    </>
  );
}
