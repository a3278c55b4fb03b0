import { Alert, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { z } from "zod";
import { ApiError } from "#platform/web/api/api-error.ts";
import { inAddress, useSearchState } from "#platform/web/navigation.tsx";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { ListSkeleton, RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import type { ImportRun } from "../../import-contract.ts";
import { ChooseFile } from "./file/ChooseFile.tsx";
import { DetectedFile } from "./file/DetectedFile.tsx";
import { ImportSteps, type Step } from "./ImportSteps.tsx";
import { isWorking, runQuery, useRunChanged } from "./run-queries.ts";
import { RunProgress } from "./RunProgress.tsx";
import { changeSettings } from "./change-settings.ts";
import { countWords } from "./import-words.ts";

const MappingStep = lazy(async () => ({
  default: (await import("./columns/MappingStep.tsx")).MappingStep,
}));
const PreviewStep = lazy(async () => ({
  default: (await import("../preview/PreviewStep.tsx")).PreviewStep,
}));
const ImportResult = lazy(async () => ({
  default: (await import("../result/ImportResult.tsx")).ImportResult,
}));

const address = z.object({
  /** The import one is at: a closed tab, a link or Back lead to it again. */
  run: inAddress.text(),
  source: inAddress.text(),
  step: inAddress.oneOf(["preview", "mapping"], "preview"),
});

declare module "#platform/web/page-search.ts" {
  interface PageSearch {
    "/users/sync": z.output<typeof address>;
  }
}

/** Nutzer Import: a file is read, looked through, and only then taken over. */
export default function UserImportPage() {
  const [state, change] = useSearchState(address);
  const changed = useRunChanged();
  if (state.run !== "") {
    return (
      <RunPage
        id={state.run}
        step={state.step}
        onStep={(step) => change({ step }, { push: true })}
        onOtherFile={() => change({ run: "", step: "preview" }, { push: true })}
      />
    );
  }
  return (
    <>
      <PageHeader
        title="Nutzer Import"
        sentence="Mitglieder aus einer Datei übernehmen. Sie sehen jede Änderung, bevor etwas gespeichert wird."
      />
      <ImportSteps current="file" />
      <ChooseFile
        sourceId={state.source}
        onSource={(source) => change({ source })}
        onStarted={(run) => {
          changed(run);
          // A source knows its columns already; a file of its own is looked at first.
          change(
            { run: run.id, source: "", step: run.mappingConfigId === null ? "mapping" : "preview" },
            { push: true },
          );
        }}
      />
    </>
  );
}

interface RunPageProps {
  id: string;
  step: "preview" | "mapping";
  onStep: (step: "preview" | "mapping") => void;
  onOtherFile: () => void;
}

function RunPage({ id, step, onStep, onOtherFile }: RunPageProps) {
  const query = useQuery(runQuery(id));
  const run = query.data;
  const shown = run && stepOf(run, step);
  // A new step begins at its top.
  useEffect(() => {
    // Newer browsers answer with a promise, which is nothing to clean up with.
    void window.scrollTo({ top: 0 });
  }, [shown]);
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <EmptyState action={<Button onClick={onOtherFile}>Datei einlesen</Button>}>
        Diesen Import gibt es nicht mehr. An Ihren Mitgliedern hat das nichts geändert.
      </EmptyState>
    );
  }
  if (query.error && !run)
    return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (!run || !shown) return <RecordSkeleton />;
  return (
    <>
      <PageHeader title="Nutzer Import" sentence={sentenceOf(run)} />
      <ImportSteps current={shown} />
      <Suspense fallback={<ListSkeleton />}>
        {isWorking(run) ? (
          <RunProgress run={run} />
        ) : run.state === "FAILED" ? (
          <FailedRun run={run} onOtherFile={onOtherFile} />
        ) : run.state === "PREVIEW" ? (
          step === "mapping" ? (
            <MappingStep run={run} onPreview={() => onStep("preview")} />
          ) : (
            <PreviewStep run={run} onBack={() => onStep("mapping")} onOtherFile={onOtherFile} />
          )
        ) : (
          <ImportResult run={run} onAgain={onOtherFile} />
        )}
      </Suspense>
    </>
  );
}

function stepOf(run: ImportRun, step: "preview" | "mapping"): Step {
  if (run.state === "APPLYING" || run.state === "APPLIED" || run.state === "REVERTED")
    return "result";
  if (run.state === "FAILED" || (run.state === "PARSING" && run.detected === null)) return "file";
  return step;
}

function sentenceOf(run: ImportRun): string {
  const name = run.fileName === null ? run.sourceName : `„${run.fileName}“`;
  if (run.state === "PREVIEW" && run.stage === null)
    return `${name}: ${countWords(run)}. Noch ist nichts geändert.`;
  return name;
}

/** The file could not be read: why, and how it may go after all. */
function FailedRun({ run, onOtherFile }: { run: ImportRun; onOtherFile: () => void }) {
  const changed = useRunChanged();
  return (
    <>
      <Alert
        color="red"
        variant="light"
        role="alert"
        mb="md"
        maw="60rem"
        title="Die Datei konnte nicht gelesen werden"
      >
        {run.error} An Ihren Mitgliedern wurde nichts geändert.
      </Alert>
      {run.can.includes("EDIT") && run.kept && (
        <DetectedFile
          detected={run.detected}
          options={run.options}
          warnings={[]}
          onChange={(options) =>
            void changeSettings(run.id, { options, entries: null }).then(changed)
          }
          openedAtFirst
        />
      )}
      <Button onClick={onOtherFile}>Andere Datei wählen</Button>
    </>
  );
}
