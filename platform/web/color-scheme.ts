import type { MantineColorScheme, MantineColorSchemeManager } from "@mantine/core";

/** Specification: the choice is stored as 1 or 0; without one the system's preference counts. */
export const DARK_MODE_KEY = "darkMode";

export function storedScheme(storage: Pick<Storage, "getItem">): "light" | "dark" | undefined {
  const value = storage.getItem(DARK_MODE_KEY);
  if (value === "1") return "dark";
  return value === "0" ? "light" : undefined;
}

/** Keeps Mantine's colour scheme under the specified key, and follows other tabs. */
export function darkModeManager(): MantineColorSchemeManager {
  let listener: ((event: StorageEvent) => void) | undefined;
  return {
    get: (fallback) => storedScheme(window.localStorage) ?? fallback,
    set: (value: MantineColorScheme) => {
      if (value !== "auto")
        window.localStorage.setItem(DARK_MODE_KEY, value === "dark" ? "1" : "0");
    },
    subscribe: (onUpdate) => {
      listener = (event) => {
        if (event.key === DARK_MODE_KEY) onUpdate(storedScheme(window.localStorage) ?? "auto");
      };
      window.addEventListener("storage", listener);
    },
    unsubscribe: () => {
      if (listener) window.removeEventListener("storage", listener);
    },
    clear: () => window.localStorage.removeItem(DARK_MODE_KEY),
  };
}
