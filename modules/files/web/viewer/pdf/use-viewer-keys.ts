import { useEffect, useRef } from "react";

interface ViewerKeys {
  onSearch: () => void;
  onPrint: () => void;
  onZoom: (direction: 1 | -1) => void;
  onReset: () => void;
}

/** The browser's own keys for search, print and zoom act on the document. */
export function useViewerKeys(keys: ViewerKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      const { onSearch, onPrint, onZoom, onReset } = latest.current;
      const action = {
        f: onSearch,
        p: onPrint,
        "+": () => onZoom(1),
        "=": () => onZoom(1),
        "-": () => onZoom(-1),
        "0": onReset,
      }[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
