import { Pagination, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatNumber } from "#platform/web/format/format.ts";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import type { ImportRun, RowKind } from "../../import-contract.ts";
import { rowsQuery } from "../sync/run-queries.ts";
import { AmbiguousRow } from "./AmbiguousRow.tsx";
import classes from "./preview.module.css";
import { RowCard } from "./RowCard.tsx";

const SIZE = 50;

interface RowListProps {
  run: ImportRun;
  kind?: RowKind;
  /** Rows of any kind that are worth a look. */
  hints?: boolean;
  /** Rows that wait for a decision about their groups. */
  undecided?: boolean;
  q: string;
}

/** Rows of one kind, fifty at a time. */
export function RowList({ run, kind, hints, undecided, q }: RowListProps) {
  const [page, setPage] = useState(0);
  const rows = useQuery(
    rowsQuery(run.id, {
      page,
      size: SIZE,
      ...(kind ? { kind } : {}),
      ...(hints ? { hints: "true" } : {}),
      ...(undecided ? { undecided: "true" } : {}),
      ...(q === "" ? {} : { q }),
    }),
  );
  if (rows.error && !rows.data)
    return <LoadError error={rows.error} onRetry={() => void rows.refetch()} />;
  if (!rows.data) return <ListSkeleton rows={8} />;
  if (rows.data.content.length === 0)
    return <Text c="dimmed">{q === "" ? "Hier ist nichts mehr zu tun." : "Nichts gefunden."}</Text>;
  return (
    <>
      <ul className={classes.rows} aria-busy={rows.isPlaceholderData}>
        {rows.data.content.map((row) => (
          <li key={row.number}>
            {row.kind === "AMBIGUOUS" ? (
              <AmbiguousRow run={run} row={row} />
            ) : (
              <RowCard run={run} row={row} />
            )}
          </li>
        ))}
      </ul>
      {rows.data.totalPages > 1 && (
        <div className={classes.paging}>
          <Text size="sm" c="dimmed">
            {formatNumber(page * SIZE + 1)} bis{" "}
            {formatNumber(page * SIZE + rows.data.content.length)} von{" "}
            {formatNumber(rows.data.totalElements)}
          </Text>
          <Pagination
            total={rows.data.totalPages}
            value={page + 1}
            onChange={(next) => setPage(next - 1)}
            size="sm"
            getControlProps={(control) => ({
              "aria-label": control === "next" ? "Nächste Seite" : "Vorige Seite",
            })}
          />
        </div>
      )}
    </>
  );
}
