import { call } from "#platform/web/api/api.ts";
import { bareRoute } from "#platform/web/api/bare-route.ts";
import { dashboardContent } from "#platform/web/module.ts";
import type { invitationsContract } from "../../invitation-contract.ts";
import { OpenInvitations } from "./OpenInvitations.tsx";
import { OPEN_INVITATIONS_KEY } from "./keys.ts";

const SHOWN = 3;
const searchMyInvitations = bareRoute<typeof invitationsContract.searchMyInvitations>({
  method: "GET",
  path: "/invitations",
  access: "loggedIn",
});

/** Dashboard: the reader's invitations without an answer. */
export default dashboardContent({
  queryKey: OPEN_INVITATIONS_KEY,
  load: async (signal) => {
    try {
      return (
        await call(searchMyInvitations, {
          query: { size: SHOWN },
          signal,
          silent: true,
        })
      ).content;
    } catch (error) {
      if (signal.aborted) throw error;
      // Specification: a failure here is logged only, nothing is shown.
      console.warn("Open invitations could not be loaded:", error);
      return [];
    }
  },
  render: (invitations) => <OpenInvitations invitations={invitations} />,
});
