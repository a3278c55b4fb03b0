import { useQuery } from "@tanstack/react-query";
import { decodeText } from "#platform/contract/decode-text.ts";
import { call } from "#platform/web/api/api.ts";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { filesContract, type Entry } from "../../contract.ts";
import classes from "./viewer.module.css";
import { ViewerFrame } from "./ViewerFrame.tsx";

/** A text file, and what is code as the text it is: nothing of it ever runs. */
export function TextView({ shareId, entry }: { shareId: string; entry: Entry }) {
  const text = useQuery({
    queryKey: ["file-text", entry.id, entry.version],
    queryFn: async ({ signal }) => {
      const bytes = await call(filesContract.downloadEntry, {
        params: { id: shareId, path: entry.path },
        query: entry.version === null ? {} : { version: entry.version },
        signal,
      });
      return decodeText(new Uint8Array(await bytes.arrayBuffer()));
    },
    staleTime: Infinity,
  });
  return (
    <ViewerFrame shareId={shareId} entry={entry}>
      {text.error ? (
        <LoadError error={text.error} onRetry={() => void text.refetch()} />
      ) : text.data === undefined ? (
        <ListSkeleton />
      ) : (
        // Long texts are scrolled by keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={classes.text} tabIndex={0} aria-label={`Inhalt von ${entry.name}`}>
          {text.data === "" ? "Diese Datei ist leer." : text.data}
        </pre>
      )}
    </ViewerFrame>
  );
}
