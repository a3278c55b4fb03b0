import { ActionIcon, Alert, Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { ApiError, call } from "#platform/web/api/api.ts";
import { plural } from "#platform/web/format/format.ts";
import { AppLink, RouterLink, pageAddress } from "#platform/web/links.tsx";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { mappingContract, type MappingConfig } from "../../mapping-contract.ts";
import { mappingConfigsQuery } from "../queries.ts";
import classes from "./editor.module.css";

/** Saved mappings of one kind. */
export function MappingList({ isExport }: { isExport: boolean }) {
  const configs = useQuery(mappingConfigsQuery(isExport));
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ["mapping-config"] });
  const [problem, setProblem] = useState<string>();
  const suffix = isExport ? "?isExport=true" : "";
  const create = (
    <Button
      variant="default"
      leftSection={<Plus size={16} aria-hidden />}
      renderRoot={(props) => (
        <RouterLink
          {...props}
          to={pageAddress("/mapping-config/create", isExport ? { isExport } : {})}
        />
      )}
    >
      {isExport ? "Spalten zusammenstellen" : "Zuordnung anlegen"}
    </Button>
  );
  const remove = async (config: MappingConfig) => {
    setProblem(undefined);
    try {
      await call(mappingContract.deleteMappingConfig, { params: { id: config.id }, inForm: true });
    } catch (error) {
      // Where it is still used only the server knows.
      if (!(error instanceof ApiError)) throw error;
      return setProblem(error.message);
    }
    await refresh();
    showUndo(`„${config.name}“ ist gelöscht.`, async () => {
      await call(mappingContract.createMappingConfig, {
        body: { name: config.name, isExport, entries: config.entries },
      });
      await refresh();
    });
  };
  if (configs.error && !configs.data)
    return <LoadError error={configs.error} onRetry={() => void configs.refetch()} />;
  if (!configs.data) return <ListSkeleton rows={4} />;
  if (configs.data.content.length === 0) {
    return (
      <EmptyState action={create}>
        {isExport
          ? "Noch keine eigenen Spalten. Stellen Sie zusammen, welche Felder unter welchem Namen in welcher Reihenfolge in der Datei stehen."
          : "Noch keine Zuordnung. Sie entsteht von selbst, wenn Sie sich nach einem Import die Quelle merken, oder Sie legen eine an."}
      </EmptyState>
    );
  }
  return (
    <>
      {problem !== undefined && (
        <Alert color="red" variant="light" role="alert" mb="md">
          {problem}
        </Alert>
      )}
      <ul className={classes.configs}>
        {configs.data.content.map((config) => (
          <li key={config.id}>
            <AppLink
              to={`/mapping-config/${config.id}${suffix}`}
              className={classes.configName ?? ""}
            >
              {config.name}
            </AppLink>
            <span className={classes.quiet}>
              {plural(
                config.entries.length,
                isExport ? "Spalte" : "Feld",
                isExport ? "Spalten" : "Felder",
              )}
            </span>
            {config.can.includes("DELETE") && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`„${config.name}“ löschen`}
                onClick={() => void remove(config)}
              >
                <Trash2 size={16} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {create}
    </>
  );
}
