import { useEffect, useRef, useState } from "react";
import { ApiError } from "#platform/web/api/api.ts";
import { plural } from "#platform/web/format/format.ts";
import type { EventDraft } from "#modules/calendars/exchange-contract.ts";
import { readDrafts } from "../read-file.ts";

/**
 * Reads the marked part of a page by itself. `onRead` gets what was found on that page; nothing, if
 * the part can't be understood: then the reader types it.
 */
export function useMarkedPart(onRead: (drafts: readonly EventDraft[], page: number) => void) {
  const [isReading, setIsReading] = useState(false);
  const [said, setSaid] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const readPart = async (part: File | null, page: number) => {
    const stop = new AbortController();
    running.current = stop;
    setIsReading(true);
    setSaid(undefined);
    try {
      const found =
        part === null
          ? []
          : await readDrafts({ file: part, kind: "PROGRAMME", type: part.type }, stop.signal);
      onRead(
        found.map((draft) => ({ ...draft, page })),
        page,
      );
      setSaid(
        found.length === 0
          ? "Im Rahmen war kein ganzer Termin zu lesen. Tragen Sie ihn bitte in der Liste ein."
          : `${plural(found.length, "Termin", "Termine")} gelesen und oben in die Liste gesetzt.`,
      );
    } catch (error) {
      if (stop.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      setSaid(`Der Rahmen konnte nicht gelesen werden: ${error.message}`);
    } finally {
      if (!stop.signal.aborted) setIsReading(false);
    }
  };
  return { readPart, isReading, said };
}
