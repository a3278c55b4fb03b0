import { createContext, use, useEffect, useState, type ReactNode } from "react";

const FilterWords = createContext("");
const TellFilterWords = createContext<((shown: string) => void) | null>(null);

/**
 * Around a filter bar and the button that prints its list: the paper says what the bar says, and no
 * page has to hand it on. A bar without this around it tells nobody.
 */
export function SharedFilterWords({ children }: { children: ReactNode }) {
  const [words, setWords] = useState("");
  return (
    <TellFilterWords value={setWords}>
      <FilterWords value={words}>{children}</FilterWords>
    </TellFilterWords>
  );
}

/** Tells the list what its filter bar shows. */
export function useTellFilterWords(shown: string): void {
  const tell = use(TellFilterWords);
  useEffect(() => {
    tell?.(shown);
    return () => tell?.("");
  }, [tell, shown]);
}

/** Returns what the filter bar shows; "" where nothing is filtered. */
export function useFilterWords(): string {
  return use(FilterWords);
}
