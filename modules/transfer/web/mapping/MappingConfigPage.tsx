import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { ApiError, call } from "#platform/web/api/api.ts";
import {
  inAddress,
  RouterLink,
  useGo,
  usePathParams,
  useSearchState,
  pageAddress,
} from "#platform/web/navigation.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { mappingContract, type MappingConfig } from "../../mapping-contract.ts";
import { transferFieldsQuery } from "../queries.ts";
import { type MappingValues } from "./mapping-values.ts";
import { MappingEditor } from "./MappingEditor.tsx";

const address = z.object({ isExport: inAddress.flag() });

declare module "#platform/web/page-search.ts" {
  interface PageSearch {
    "/mapping-config/create": z.output<typeof address>;
  }
}

const EXPORTS = { label: "Export Ziele", to: pageAddress("/export", { tab: "mappings" }) };
const IMPORTS = { label: "Import Quellen", to: pageAddress("/import", { tab: "mappings" }) };

/** Feldzuordnung: which column becomes which field, or which field which column. */
export default function MappingConfigPage() {
  const { id } = usePathParams("id");
  const [{ isExport: wanted }] = useSearchState(address);
  const number = /^\d{1,9}$/.test(id) ? Number(id) : undefined;
  const isNew = id === "";
  const query = useQuery({
    queryKey: ["mapping-config", "record", number],
    queryFn: ({ signal }) =>
      call(mappingContract.getMappingConfig, { params: { id: number ?? 0 }, signal, silent: true }),
    enabled: number !== undefined,
    staleTime: 0,
  });
  // The editor starts from the state of now and keeps it while others save.
  const [opened, setOpened] = useState<MappingConfig>();
  if (query.data && !query.isFetching && opened?.id !== number) setOpened(query.data);
  const config = opened?.id === number ? opened : undefined;
  const isExport = config?.isExport ?? wanted;
  const fields = useQuery(transferFieldsQuery(isExport));
  usePageTitle(config?.name, [isExport ? EXPORTS : IMPORTS]);

  if (
    (!isNew && number === undefined) ||
    (query.error instanceof ApiError && query.error.status === 404)
  )
    return <Gone isExport={wanted} />;
  if (query.error && !config)
    return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (fields.error && !fields.data)
    return <LoadError error={fields.error} onRetry={() => void fields.refetch()} />;
  if ((!isNew && !config) || !fields.data) return <RecordSkeleton />;
  return (
    <Editor
      key={`${id} ${isExport}`}
      isExport={isExport}
      {...(config ? { config } : {})}
      fields={fields.data}
    />
  );
}

function Editor({
  isExport,
  config,
  fields,
}: {
  isExport: boolean;
  config?: MappingConfig;
  fields: Parameters<typeof MappingEditor>[0]["fields"];
}) {
  const go = useGo();
  const client = useQueryClient();
  const list = listOf(isExport);
  const save = async ({ name, entries }: MappingValues, version: number) => {
    const body = { name: name.trim(), entries: entries.map((one) => one.entry) };
    if (config)
      await call(mappingContract.updateMappingConfig, {
        params: { id: config.id },
        body: { ...body, version },
        inForm: true,
      });
    else
      await call(mappingContract.createMappingConfig, {
        body: { ...body, isExport },
        inForm: true,
      });
    await client.invalidateQueries({ queryKey: ["mapping-config"] });
    showDone(`„${body.name}“ ist gespeichert.`);
    go(list, { replace: true });
  };
  return (
    <>
      <PageHeader
        title={config?.name ?? (isExport ? "Spalten zusammenstellen" : "Zuordnung anlegen")}
        sentence={
          isExport
            ? "Welche Felder unter welchem Namen in der Datei stehen"
            : "Welche Spalte einer Datei welches Feld der Mitglieder füllt"
        }
      />
      <MappingEditor
        isExport={isExport}
        {...(config ? { config } : {})}
        fields={fields}
        onSave={save}
        onCancel={() => go(list)}
      />
    </>
  );
}

function listOf(isExport: boolean): string {
  return (isExport ? EXPORTS : IMPORTS).to;
}

function Gone({ isExport }: { isExport: boolean }) {
  return (
    <EmptyState
      action={
        <Button renderRoot={(props) => <RouterLink {...props} to={listOf(isExport)} />}>
          Zu den gespeicherten Zuordnungen
        </Button>
      }
    >
      Diese Zuordnung gibt es nicht oder nicht mehr.
    </EmptyState>
  );
}
