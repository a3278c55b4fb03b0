import { queryOptions } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import { invitationsContract } from "../../invitation-contract.ts";

/** The invitation of a mailed link. Failures are shown by the page itself, in its own words. */
export function publicInvitationQuery(publicId: string) {
  return queryOptions({
    queryKey: ["invitation", "public", publicId],
    queryFn: ({ signal }) =>
      call(invitationsContract.getPublicInvitation, { params: { publicId }, signal, silent: true }),
  });
}
