import { useDebouncedValue } from "@mantine/hooks";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useState } from "react";
import { searchPdf, type Hit } from "./pdf-search.ts";

const TYPING_PAUSE = 250;

export interface PdfSearch {
  words: string;
  setWords: (words: string) => void;
  hits: readonly Hit[];
  /** The hit jumped to last. */
  current: Hit | undefined;
  /** Number of `current` among the hits, from 1; 0 without hits. */
  position: number;
  pagesDone: number;
  step: (direction: 1 | -1) => void;
}

/** Search in an open PDF: hits come in page by page, the first one is jumped to. */
export function usePdfSearch(pdf: PDFDocumentProxy, goTo: (page: number) => void): PdfSearch {
  const [words, setWords] = useState("");
  const [wanted] = useDebouncedValue(words, TYPING_PAUSE);
  const [found, setFound] = useState<{ hits: readonly Hit[]; pagesDone: number }>({
    hits: [],
    pagesDone: 0,
  });
  const [index, setIndex] = useState(0);

  useEffect(() => {
    const stop = new AbortController();
    setFound({ hits: [], pagesDone: 0 });
    setIndex(0);
    if (wanted.trim() === "") return undefined;
    let jumped = false;
    const tell = (hits: Hit[], pagesDone: number) => {
      setFound({ hits, pagesDone });
      const [first] = hits;
      if (jumped || !first) return;
      jumped = true;
      goTo(first.page);
    };
    searchPdf(pdf, wanted, tell, stop.signal).catch((error: unknown) =>
      console.warn("The search in the PDF failed.", error),
    );
    return () => stop.abort();
  }, [pdf, wanted, goTo]);

  const step = (direction: 1 | -1) => {
    if (found.hits.length === 0) return;
    const next = (index + direction + found.hits.length) % found.hits.length;
    setIndex(next);
    const hit = found.hits[next];
    if (hit) goTo(hit.page);
  };
  return {
    words,
    setWords,
    ...found,
    current: found.hits[index],
    position: found.hits.length === 0 ? 0 : index + 1,
    step,
  };
}
