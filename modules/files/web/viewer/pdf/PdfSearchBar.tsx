import { ActionIcon, CloseButton, TextInput } from "@mantine/core";
import { ChevronDown, ChevronUp, Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { formatNumber } from "#platform/web/format/format.ts";
import classes from "./pdf.module.css";
import type { PdfSearch } from "./use-pdf-search.ts";

/** Words to find, how often they occur, and the way from hit to hit. */
export function PdfSearchBar({
  search,
  pages,
  onClose,
}: {
  search: PdfSearch;
  pages: number;
  onClose: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const searched = search.words.trim() !== "";
  const state = !searched
    ? ""
    : search.hits.length > 0
      ? `${formatNumber(search.position)} von ${formatNumber(search.hits.length)}`
      : search.pagesDone < pages
        ? `Seite ${formatNumber(search.pagesDone)} von ${formatNumber(pages)} durchsucht`
        : "Nichts gefunden";
  return (
    <search className={classes.search} data-no-print>
      <TextInput
        ref={input}
        aria-label="Im Dokument suchen"
        placeholder="Im Dokument suchen"
        leftSection={<Search size={15} aria-hidden />}
        value={search.words}
        onChange={(event) => search.setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") search.step(event.shiftKey ? -1 : 1);
          if (event.key === "Escape") onClose();
        }}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Vorheriger Treffer"
        disabled={search.hits.length === 0}
        onClick={() => search.step(-1)}
      >
        <ChevronUp size={17} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Nächster Treffer"
        disabled={search.hits.length === 0}
        onClick={() => search.step(1)}
      >
        <ChevronDown size={17} aria-hidden />
      </ActionIcon>
      <span className={classes.hits} role="status">
        {state}
      </span>
      <CloseButton aria-label="Suche schließen" onClick={onClose} />
    </search>
  );
}
