/** `DE02120300000000202051` → `DE02 1203 0000 0000 2020 51`; nothing stays nothing. */
export function formatIban(iban: string | null | undefined): string {
  return (iban ?? "").replaceAll(/\s/g, "").replaceAll(/(.{4})(?=.)/g, "$1 ");
}
