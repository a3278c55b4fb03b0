import { useMediaQuery } from "@mantine/hooks";

/** From 1024 px list and message stand side by side. As in messages.module.css. */
export function useHasTwoPanes(): boolean {
  return useMediaQuery("(min-width: 64em)", undefined, { getInitialValueInEffect: false }) ?? true;
}
