import { calendarsContract } from "./contract.ts";
import { exchangeContract } from "./exchange-contract.ts";
import { holidaysContract } from "./holiday-contract.ts";
import { invitationsContract } from "./invitation-contract.ts";
import { seriesInvitationsContract } from "./series-invitation-contract.ts";

/**
 * All routes of the module; each part adds one line. The server's manifest and the general tests
 * share this object.
 */
export const allCalendarsRoutes = {
  ...calendarsContract,
  ...exchangeContract,
  ...holidaysContract,
  ...invitationsContract,
  ...seriesInvitationsContract,
} as const;
