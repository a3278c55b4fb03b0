import { useQuery } from "@tanstack/react-query";

/** What imports and programs store; what people typed stands as they typed it. */
const E164 = /^\+[1-9]\d{5,14}$/;

/**
 * Returns a telephone number as people write it, who know `+4971614711` as `07161 4711`. The rules
 * of all countries are loaded where such a number is shown first; until then it is as stored.
 * @param home the person's country, where their numbers need no calling code
 */
export function usePhoneText(number: string, home: string | null = null): string {
  const isStored = E164.test(number);
  const spelling = useQuery({
    queryKey: ["phone-spelling"],
    queryFn: () => import("./phone-spelling.ts"),
    enabled: isStored,
    staleTime: Infinity,
    structuralSharing: false,
  }).data;
  return isStored && spelling !== undefined ? spelling.spelledPhone(number, home ?? "DE") : number;
}
