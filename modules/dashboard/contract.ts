import { z } from "zod";
import { calendarsContract } from "#modules/calendars/contract.ts";
import { invitationsContract } from "#modules/calendars/invitation-contract.ts";
import { filesContract } from "#modules/files/contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { messagesContract } from "#modules/messages/contract.ts";
import { route } from "#platform/contract/route.ts";

/** Items of each section. */
export const OVERVIEW_ITEMS = 3;

/**
 * What the overview shows first, each section as its own call answers it; null: the reader lacks
 * the right, or it failed and its own call says why.
 */
export const overview = z.object({
  me: usersContract.getMe.answer,
  invitations: invitationsContract.searchMyInvitations.answer.shape.content.nullable(),
  events: calendarsContract.listUpcoming.answer.shape.content.nullable(),
  messages: messagesContract.searchUnread.answer.shape.content.nullable(),
  files: filesContract.listNewestFiles.answer.nullable(),
});
export type Overview = z.infer<typeof overview>;

export const dashboardContract = {
  getOverview: route({
    method: "GET",
    path: "/overview",
    access: "loggedIn",
    summary: "The current user and what the overview shows of each section, in one answer",
    answer: overview,
  }),
} as const;
