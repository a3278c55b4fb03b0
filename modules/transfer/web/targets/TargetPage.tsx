import { Button, Progress, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Pencil, Trash2 } from "lucide-react";
import { z } from "zod";
import { ApiError, call } from "#platform/web/api/api.ts";
import { formatDate, formatDateTime, formatNumber, plural } from "#platform/web/format/format.ts";
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
import {
  EXPORT_FORMAT_LABELS,
  exportContract,
  type ExportRun,
  type ExportTarget,
} from "../../export-contract.ts";
import { mappingConfigsQuery } from "../queries.ts";
import { scheduleWords } from "../schedule/schedule-words.ts";
import { ExportRunTable } from "./ExportRunTable.tsx";
import { RunTarget } from "./RunTarget.tsx";
import { downloadExport, exportRunsQuery, isRunning, targetQuery } from "./target-queries.ts";
import { destinationWords } from "./form/target-values.ts";
import record from "../record.module.css";
import classes from "./targets.module.css";

const address = z.object({ page: inAddress.number(0), size: inAddress.number(20) });

/** One export target: what it writes, the run that is at work, and all runs before. */
export default function TargetPage() {
  const { targetId } = usePathParams("targetId");
  const [state, change] = useSearchState(address);
  const query = useQuery(targetQuery(targetId));
  const latest = useQuery({
    ...exportRunsQuery({ target: targetId, size: 1 }),
    enabled: query.data !== undefined,
  }).data?.content[0];
  const target = query.data;
  usePageTitle(target?.name);
  if (query.error instanceof ApiError && query.error.status === 404)
    return <EmptyState>Dieses Ziel gibt es nicht oder nicht mehr.</EmptyState>;
  if (query.error && !target)
    return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (!target) return <RecordSkeleton />;
  return (
    <>
      <PageHeader
        title={target.name}
        sentence={sentenceOf(target)}
        actions={<Actions target={target} />}
      />
      <div className={record.sections}>
        {latest && <LatestRun run={latest} />}
        <Card title="Was ausgegeben wird">
          <TargetFacts target={target} />
        </Card>
        <section>
          <h2 className={record.heading}>Läufe</h2>
          <ExportRunTable
            targetId={target.id}
            state={state}
            onStateChange={(next) => change(next, { push: true })}
            empty="Noch wurde nichts ausgegeben."
          />
        </section>
      </div>
    </>
  );
}

function sentenceOf(target: ExportTarget): string {
  const next =
    target.nextRunAt === null ? "" : `, das nächste Mal am ${formatDateTime(target.nextRunAt)}`;
  return `${EXPORT_FORMAT_LABELS[target.format]} ${destinationWords(target.destination)}, ${scheduleWords(target.schedule, "auf Knopfdruck")}${next}`;
}

function TargetFacts({ target }: { target: ExportTarget }) {
  const mapping = useQuery(mappingConfigsQuery(true)).data?.content.find(
    (one) => one.id === target.mappingConfigId,
  );
  const facts = [
    {
      label: "Spalten",
      value: mapping ? (
        <AppLink to={`/mapping-config/${mapping.id}?isExport=true`}>{mapping.name}</AppLink>
      ) : target.mappingConfigId === null ? (
        "alle Felder unter ihrem eigenen Namen"
      ) : (
        ""
      ),
    },
    {
      label: "Wer",
      value:
        target.viewId !== null ? (
          "wie eine gespeicherte Ansicht"
        ) : (
          <AppLink to={listAddress(target)}>In der Mitgliederliste ansehen</AppLink>
        ),
    },
    ...(target.destination.kind === "EMAIL" && target.destination.recipients.length > 1
      ? [
          {
            label: "Empfänger",
            value: (
              <span className={classes.addresses}>{target.destination.recipients.join(", ")}</span>
            ),
          },
        ]
      : []),
    {
      label: "Stichtag",
      value: target.asOf === null ? "der Tag des Laufs" : formatDate(target.asOf),
    },
    {
      label: "Nur Änderungen",
      value: target.onlyChanges ? "ja, seit dem letzten Lauf" : "nein, immer alle",
    },
    { label: "Dateiname", value: target.fileName },
    { label: "Dateien aufbewahrt", value: plural(target.keepDays, "Tag", "Tage") },
    { label: "Verantwortlich", value: target.owner.name },
  ];
  return <Facts label="Was ausgegeben wird" facts={facts} />;
}

/** The same people in the member list. */
function listAddress(target: ExportTarget): string {
  const parameters = new URLSearchParams(
    Object.entries(target.filter).map(([name, value]): [string, string] => [
      name,
      Array.isArray(value) ? value.join(",") : String(value),
    ]),
  );
  return `/users?${parameters.toString()}`;
}

/** What the run at work does, or what the last one brought. */
function LatestRun({ run }: { run: ExportRun }) {
  if (isRunning(run)) {
    const { done, total } = run.progress;
    return (
      <div className={classes.running}>
        <Text fw={560} role="status">
          {total === 0
            ? "Der Export wird vorbereitet …"
            : `Wird ausgegeben: ${formatNumber(done)} von ${formatNumber(total)} Mitgliedern`}
        </Text>
        <Progress
          value={total === 0 ? 100 : (done / total) * 100}
          animated={total === 0}
          striped={total === 0}
          size="lg"
          aria-label="Fortschritt des Exports"
        />
        <Text size="sm" c="dimmed">
          Sie können diese Seite verlassen; die Datei liegt danach in der Liste der Läufe.
        </Text>
      </div>
    );
  }
  if (run.state === "FAILED") {
    return (
      <div className={classes.running} role="status">
        <Text c="var(--danger-text)">
          Der letzte Lauf am {formatDateTime(run.startedAt)} ist gescheitert: {run.error}
        </Text>
      </div>
    );
  }
  return (
    <div className={classes.running} role="status">
      <Text>
        Zuletzt am {formatDateTime(run.finishedAt ?? run.startedAt)}:{" "}
        {plural(run.count, "Mitglied", "Mitglieder")}
        {run.deliveredTo !== null && `, ${run.deliveredTo}`}.
      </Text>
      {run.can.includes("DOWNLOAD") && (
        <div>
          <Button
            leftSection={<Download size={16} aria-hidden />}
            onClick={() => void downloadExport(run)}
          >
            Datei herunterladen
          </Button>
        </div>
      )}
    </div>
  );
}

function Actions({ target }: { target: ExportTarget }) {
  const leave = useLeave();
  const client = useQueryClient();
  const remove = async () => {
    const sure = await askToConfirm({
      title: `Ziel „${target.name}“ löschen?`,
      text: "Es wird nicht mehr ausgegeben. Die bisherigen Läufe und ihre Dateien bleiben als Nachweis erhalten.",
      confirmLabel: "Ziel löschen",
      destructive: true,
    });
    if (!sure) return;
    await leave("/export", () =>
      call(exportContract.deleteExportTarget, { params: { id: target.id } }),
    );
    await client.invalidateQueries({ queryKey: ["export-target"] });
    showDone(`Das Ziel „${target.name}“ ist gelöscht.`);
  };
  return (
    <>
      <RunTarget target={target} />
      {target.can.includes("DELETE") && (
        <Button
          variant="default"
          leftSection={<Trash2 size={16} aria-hidden />}
          onClick={() => void remove()}
        >
          Löschen
        </Button>
      )}
      {target.can.includes("EDIT") && (
        <Button
          leftSection={<Pencil size={16} aria-hidden />}
          renderRoot={(props) => <RouterLink {...props} to={`/export/${target.id}/edit`} />}
        >
          Bearbeiten
        </Button>
      )}
    </>
  );
}
