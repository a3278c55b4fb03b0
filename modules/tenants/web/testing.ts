import type { Tenant } from "../contract.ts";

/** A club for tests of pages. */
export const CLUB: Tenant = {
  id: "0193a000-0000-7000-8000-0000000000a1",
  name: "demo",
  displayName: "TSV Beispiel",
  accentColor: "#1f6f78",
  timeZone: "Europe/Berlin",
  hasLogo: false,
  logoVersion: null,
  trashDays: 30,
  retentionMonths: null,
  guestsPerEvent: 200,
  guestsPerDay: 200,
  mailSenderName: null,
  mailReplyTo: null,
  region: null,
  version: 7,
};
