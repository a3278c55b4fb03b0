import { useQuery } from "@tanstack/react-query";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import type { ImportRun } from "../../../import-contract.ts";
import { transferFieldsQuery } from "../../queries.ts";
import { fileSampleQuery } from "../run-queries.ts";
import { ColumnMapping } from "./ColumnMapping.tsx";

interface MappingStepProps {
  run: ImportRun;
  onPreview: () => void;
}

/** The second step: how the file is read and what becomes of its columns. */
export function MappingStep({ run, onPreview }: MappingStepProps) {
  const file = useQuery(fileSampleQuery(run));
  const fields = useQuery(transferFieldsQuery(false));
  if (file.error && !file.data)
    return <LoadError error={file.error} onRetry={() => void file.refetch()} />;
  if (fields.error && !fields.data)
    return <LoadError error={fields.error} onRetry={() => void fields.refetch()} />;
  if (!file.data || !fields.data || file.isPlaceholderData) return <ListSkeleton rows={10} />;
  // Read in another way the file may have other columns: everything starts again from what is
  // suggested then.
  return (
    <ColumnMapping
      key={JSON.stringify(run.options)}
      run={run}
      file={file.data}
      fields={fields.data}
      onPreview={onPreview}
    />
  );
}
