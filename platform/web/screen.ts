import { useMediaQuery } from "@mantine/hooks";

/** Below 640 px: bottom bar, lists as cards. */
export function useIsPhone(): boolean {
  return (
    useMediaQuery("(max-width: 39.99em)", undefined, { getInitialValueInEffect: false }) ?? false
  );
}

/** From 1280 px the side menu stands beside the page. */
export function useIsWide(): boolean {
  return useMediaQuery("(min-width: 80em)", undefined, { getInitialValueInEffect: false }) ?? true;
}
