import { useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useIsWide } from "#platform/web/screen.ts";

const SIDE_MENU_KEY = "sideMenu";

export interface SideMenuState {
  /** It stands beside the page; otherwise it lies over it. */
  beside: boolean;
  open: boolean;
  toggle: () => void;
  close: () => void;
}

/**
 * Returns whether the side menu is open. Beside the page it is, unless the reader has closed it,
 * which this browser remembers; over the page it closes with every step.
 */
export function useSideMenu(): SideMenuState {
  const beside = useIsWide();
  const [openBeside, setOpenBeside] = useOpenBeside();
  const [openOver, setOpenOver] = useState(false);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const [lastPath, setLastPath] = useState(pathname);
  if (pathname !== lastPath) {
    setLastPath(pathname);
    setOpenOver(false);
  }
  return {
    beside,
    open: beside ? openBeside : openOver,
    toggle: () => (beside ? setOpenBeside(!openBeside) : setOpenOver(!openOver)),
    close: () => setOpenOver(false),
  };
}

/** Remembered as 1 or 0, and followed in other tabs. */
function useOpenBeside(): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(isStoredOpen);
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === SIDE_MENU_KEY) setOpen(isStoredOpen());
    };
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, []);
  const choose = (next: boolean) => {
    window.localStorage.setItem(SIDE_MENU_KEY, next ? "1" : "0");
    setOpen(next);
  };
  return [open, choose];
}

function isStoredOpen(): boolean {
  return window.localStorage.getItem(SIDE_MENU_KEY) !== "0";
}
