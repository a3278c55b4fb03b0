import { z } from "zod";
import { id, idParams } from "#platform/contract/fields.ts";
import { pageOf, pageQuery } from "#platform/contract/paging.ts";
import { route } from "#platform/contract/route.ts";
import { event, INVITATION_STATES } from "./contract.ts";
import { eventInvitation, invitation, invitationCounts } from "./invitation-contract.ts";

/** Most answers in one call, and most dates that a person's page of a series shows. */
export const MOST_DATES = 100;

/** Each is answered by itself, as if it came alone: comments and companions stay as they are. */
const manyAnswers = z.strictObject({
  answers: z
    .array(z.strictObject({ id, accept: z.boolean() }))
    .min(1)
    .max(MOST_DATES),
});
export type ManyAnswers = z.output<typeof manyAnswers>;

/** What could not be answered, with the code and the sentence that its own route gives. */
const refusedAnswer = z.object({ id, code: z.string(), detail: z.string() });
export type RefusedAnswer = z.infer<typeof refusedAnswer>;

/** All coming dates of a series that one person is invited to. */
export const seriesInvitation = z.object({
  title: z.string(),
  /** Of the invited person. */
  name: z.string(),
  /** By beginning. */
  invitations: z.array(invitation).max(MOST_DATES),
});

const publicParams = z.strictObject({ publicId: z.string().max(100) });

/** One date of a series, with how many said what. */
const answeredDate = event
  .pick({ id: true, startDateTime: true, endDateTime: true, allDay: true, status: true })
  .extend({
    counts: invitationCounts.pick({
      open: true,
      declined: true,
      waiting: true,
      coming: true,
      maximum: true,
    }),
  });
export type AnsweredDate = z.infer<typeof answeredDate>;

/** What one person said to the dates of a series. */
const seriesAnswers = eventInvitation
  .pick({ id: true, user: true, guest: true, hasMail: true })
  .extend({
    /** By which they are taken from the series; null: invited to single dates of it. */
    inviteeId: id.nullable(),
    /** By the date's id; a date that they are not invited to is absent. */
    answers: z.record(id, z.enum(INVITATION_STATES)),
  });
export type SeriesAnswers = z.infer<typeof seriesAnswers>;

export const seriesInvitationsContract = {
  searchSeriesAnswers: route({
    method: "GET",
    path: "/event/{id}/invitations/series",
    access: "QUERY_CALENDAR",
    summary:
      "Who comes to which of the coming dates of a series, for its organisers; at most 60 dates",
    params: idParams,
    query: z.strictObject({ q: z.string().max(200).optional(), ...pageQuery(["name"]) }),
    answer: pageOf(seriesAnswers).extend({ dates: z.array(answeredDate).max(60) }),
  }),
  answerInvitations: route({
    method: "PUT",
    path: "/invitations",
    access: "loggedIn",
    summary: "Accept or decline several of one's own invitations; each is answered or refused",
    unremembered: "OWN_TRANSACTIONS",
    body: manyAnswers,
    answer: z.object({ invitations: z.array(invitation), refused: z.array(refusedAnswer) }),
  }),
  getPublicSeriesInvitation: route({
    method: "GET",
    path: "/invitation-series/{publicId}",
    access: "public",
    summary:
      "One person's invitations to the coming dates of a series, by the unguessable id of their mail",
    params: publicParams,
    answer: seriesInvitation,
  }),
  answerPublicSeriesInvitation: route({
    method: "PUT",
    path: "/invitation-series/{publicId}",
    access: "public",
    summary: "Accept or decline several of them without login; each is answered or refused",
    unremembered: "OWN_TRANSACTIONS",
    params: publicParams,
    body: manyAnswers,
    answer: seriesInvitation.extend({ refused: z.array(refusedAnswer) }),
  }),
} as const;
