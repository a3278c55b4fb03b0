import { z } from "zod";
import {
  can,
  dateTime,
  id,
  idParams,
  optional,
  queryFlag,
  queryNumber,
  text,
} from "#platform/contract/fields.ts";
import { pageOf, pageQuery } from "#platform/contract/paging.ts";
import { bytes, noContent, route } from "#platform/contract/route.ts";
import { MOST_NAMED, possibleRecipients } from "#modules/messages/contract.ts";
import { event, EVENT_SCOPES, INVITATION_STATES } from "./contract.ts";
import { invite } from "./invite-shape.ts";

export type { Invite } from "./invite-shape.ts";

/** Most companions that one person may bring. */
export const MAX_COMPANIONS = 50;

/** What an invited person sees of the event: it may lie in a calendar that they can't read. */
export const invitedEvent = event
  .pick({
    id: true,
    title: true,
    description: true,
    location: true,
    meetAt: true,
    startDateTime: true,
    endDateTime: true,
    allDay: true,
    occurrenceOf: true,
    status: true,
    cancelReason: true,
    calendar: true,
    invitationSettings: true,
  })
  .extend({
    /** How many more people may come; null without a maximum. */
    placesLeft: z.int().nullable(),
  });
export type InvitedEvent = z.infer<typeof invitedEvent>;

const answerFields = {
  state: z.enum(INVITATION_STATES),
  /** Place in the waiting list, from 1; null in other states. */
  position: z.int().nullable(),
  comment: z.string().nullable(),
  /** People brought along; they take places of the maximum as well. */
  companions: z.int(),
  answeredAt: dateTime.nullable(),
  /**
   * Name of who answered for the invited person; null when they answered themselves or have not
   * answered.
   */
  answeredBy: z.string().nullable(),
};

/**
 * An invitation as the invited person sees it. Exactly one
 * of `user` and `guest` is set. Accepting when no place is left leads to WAITING; where the event
 * keeps no waiting list it is refused with 409 EVENT_FULL. An accepted person who wants more
 * companions than there are places keeps what they have (409 EVENT_FULL). After the deadline: 422
 * DEADLINE_OVER; cancelled: 422 EVENT_CANCELLED; over: 422 EVENT_OVER.
 */
export const invitation = z.object({
  id,
  event: invitedEvent,
  ...answerFields,
  user: z.object({ id, firstname: z.string(), lastname: z.string() }).nullable(),
  guest: z.object({ name: z.string(), email: z.string() }).nullable(),
  invitedAt: dateTime,
  /** ANSWER: while answers are taken. */
  can: can("ANSWER"),
});
export type Invitation = z.infer<typeof invitation>;

/** An invitation as the event's organiser sees it. */
export const eventInvitation = z.object({
  id,
  ...answerFields,
  user: z
    .object({ id, firstname: z.string(), lastname: z.string(), hasProfilePicture: z.boolean() })
    .nullable(),
  guest: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** False: this person has no e-mail address, wants no mails or has left the club. */
  hasMail: z.boolean(),
  invitedAt: dateTime,
  remindedAt: dateTime.nullable(),
  can: can("ANSWER", "DELETE"),
});
export type EventInvitation = z.infer<typeof eventInvitation>;

/**
 * Numbers of invitations by answer; `coming` counts people: the accepted ones with their
 * companions.
 */
export const invitationCounts = z.object({
  open: z.int(),
  accepted: z.int(),
  declined: z.int(),
  waiting: z.int(),
  coming: z.int(),
  maximum: z.int().nullable(),
  placesLeft: z.int().nullable(),
  /** Silent ones who can be reminded by mail. */
  remindable: z.int(),
});
export type InvitationCounts = z.infer<typeof invitationCounts>;

const companions = z
  .int({ error: "Bitte eine ganze Zahl." })
  .min(0)
  .max(MAX_COMPANIONS, { error: `Höchstens ${MAX_COMPANIONS} Begleitpersonen.` });
const comment = text(1_000, { multiline: true });

/**
 * Without a body comment and companions stay as they are; with one, an absent field means empty.
 */
export const answerBody = z.strictObject({
  comment: optional(comment),
  companions: companions.default(0),
});
export type AnswerBody = z.output<typeof answerBody>;
const answerQuery = z.strictObject({ accept: queryFlag() });

/** How people learn of what concerns an event, each counted once. */
export const invitationReach = z.object({
  people: z.int(),
  /** Get a mail. */
  mailed: z.int(),
  /** Get no mail and can log in. */
  inApp: z.int(),
  unreachableCount: z.int(),
  /** By name, at most MOST_NAMED. */
  unreachable: z
    .array(
      z.object({
        id,
        name: z.string(),
        /** MAIL_OFF: has an address and wants no mails. */
        reason: z.enum(["NO_ADDRESS", "MAIL_OFF"]),
        /**
         * An adult of the same name and address who gets mails, for readers of members; whether
         * they answer for a child is for the organiser to know.
         */
        family: z.string().nullable(),
      }),
    )
    .max(MOST_NAMED),
});
export type InvitationReach = z.infer<typeof invitationReach>;

/**
 * An organiser's answer on someone's behalf; OPEN takes an answer back. The deadline does not bind
 * organisers, the maximum does.
 */
export const organiserAnswer = z.strictObject({
  state: z.enum(["OPEN", "ACCEPTED", "DECLINED"]),
  comment: optional(comment),
  companions: companions.default(0),
});

const invitationParams = z.strictObject({ id, invitationId: id });
const publicParams = z.strictObject({ publicId: z.string().max(100) });

export const invitationsContract = {
  listEventInvitations: route({
    method: "GET",
    path: "/event/{id}/invitations",
    access: "QUERY_CALENDAR",
    summary: "Invited people of an event with their answers and the counts, for its organisers",
    params: idParams,
    query: z.strictObject({
      q: z.string().max(200).optional(),
      state: z.enum(INVITATION_STATES).optional(),
      ...pageQuery(["name", "state", "answeredAt"]),
    }),
    answer: pageOf(eventInvitation).extend({ counts: invitationCounts }),
  }),
  invite: route({
    method: "POST",
    path: "/event/{id}/invitations",
    access: "QUERY_CALENDAR",
    summary:
      "Invite members, groups and guests; answers those added, people already invited are left alone",
    params: idParams,
    query: z.strictObject({
      /**
       * Of a series: ONE occurrence, or ALL: then its coming occurrences are invited to, each
       * answered by itself. Absent: as the id says.
       */
      scope: z.enum(EVENT_SCOPES).exclude(["FOLLOWING"]).optional(),
    }),
    body: invite,
    answer: z.array(eventInvitation),
    status: 201,
  }),
  previewInvite: route({
    method: "POST",
    path: "/event/{id}/invitations/preview",
    access: "QUERY_CALENDAR",
    summary: "Who would be invited, and how they would learn of it",
    unremembered: "NO_EFFECT",
    params: idParams,
    query: z.strictObject({ scope: z.enum(EVENT_SCOPES).exclude(["FOLLOWING"]).optional() }),
    body: invite,
    answer: z.object({
      /** Of those who are not invited yet. */
      reach: invitationReach,
      /** Are invited already and stay as they are. */
      already: z.int(),
    }),
  }),
  getCancellation: route({
    method: "GET",
    path: "/event/{id}/cancellation",
    access: "QUERY_CALENDAR",
    summary: "Whom calling an event off, or deleting it, would tell, and who else could be told",
    params: idParams,
    query: z.strictObject({ scope: z.enum(EVENT_SCOPES).optional() }),
    answer: z.object({
      /** Invited people who have not declined. */
      invited: invitationReach,
      /** Groups that the caller may write to. */
      groups: possibleRecipients.shape.groups,
      /** How many see the event; null where the caller may not write to all of them. */
      everyone: z.int().nullable(),
    }),
  }),
  getUnreachable: route({
    method: "GET",
    path: "/event/{id}/invitations/unreachable.pdf",
    access: "QUERY_CALENDAR",
    summary:
      "Invited people who get no mail and can't log in, with address and telephone for readers of members, A4",
    params: idParams,
    answer: bytes(["application/pdf"]),
  }),
  searchInvitable: route({
    method: "GET",
    path: "/event/{id}/invitations/possible",
    access: "QUERY_CALENDAR",
    summary:
      "Whom the caller may invite to an event: whom they may write to, and whom its calendar is granted to",
    params: idParams,
    query: z.strictObject({
      q: z.string().max(200).optional(),
      size: queryNumber(1, 200).default(20),
    }),
    answer: possibleRecipients,
  }),
  searchInvitableIn: route({
    method: "GET",
    path: "/calendar/{id}/invitable",
    access: "QUERY_CALENDAR",
    summary: "The same for events that are to be made in a calendar",
    params: idParams,
    query: z.strictObject({
      q: z.string().max(200).optional(),
      size: queryNumber(1, 200).default(20),
    }),
    answer: possibleRecipients,
  }),
  remindInvited: route({
    method: "POST",
    path: "/event/{id}/invitations/remind",
    access: "QUERY_CALENDAR",
    summary: "Mail those who have not answered yet",
    params: idParams,
    answer: z.object({
      reminded: z.int(),
      /** Silent ones without an e-mail address. */
      withoutMail: z.int(),
    }),
  }),
  answerForInvited: route({
    method: "PUT",
    path: "/event/{id}/invitations/{invitationId}",
    access: "QUERY_CALENDAR",
    summary: "Answer for an invited person",
    params: invitationParams,
    body: organiserAnswer,
    answer: eventInvitation,
  }),
  deleteInvitation: route({
    method: "DELETE",
    path: "/event/{id}/invitations/{invitationId}",
    access: "QUERY_CALENDAR",
    summary: "Take an invitation back; its place goes to the first waiting",
    params: invitationParams,
    answer: noContent,
  }),
  getSignatureList: route({
    method: "GET",
    path: "/event/{id}/invitations/list.pdf",
    access: "QUERY_CALENDAR",
    summary: "List of the invited people with a column for signatures, A4",
    params: idParams,
    query: z.strictObject({ state: z.enum(INVITATION_STATES).optional() }),
    answer: bytes(["application/pdf"]),
  }),
  exportInvitations: route({
    method: "GET",
    path: "/event/{id}/invitations/list.csv",
    access: "QUERY_CALENDAR",
    summary: "List of the invited people for Excel",
    params: idParams,
    query: z.strictObject({ state: z.enum(INVITATION_STATES).optional() }),
    answer: bytes(["text/csv"]),
  }),
  searchMyInvitations: route({
    method: "GET",
    path: "/invitations",
    access: "loggedIn",
    summary: "One's own invitations: open ones to events that are not over, or all",
    query: z.strictObject({
      state: z.enum([...INVITATION_STATES, "ALL"]).default("OPEN"),
      ...pageQuery(["startDateTime"]),
    }),
    answer: pageOf(invitation),
  }),
  answerInvitation: route({
    method: "PUT",
    path: "/invitations/{id}",
    access: "loggedIn",
    summary: "Accept or decline one's own invitation",
    params: idParams,
    query: answerQuery,
    body: answerBody,
    bodyOptional: true,
    answer: invitation,
  }),
  takeBackAnswer: route({
    method: "DELETE",
    path: "/invitations/{id}/answer",
    access: "loggedIn",
    summary:
      "Take one's own answer back: the invitation is open again, its place goes to the first waiting",
    params: idParams,
    answer: invitation,
    status: 200,
  }),
  getMyInvitationFile: route({
    method: "GET",
    path: "/invitations/{id}/event.ics",
    access: "loggedIn",
    summary: "The event of one's own invitation for one's own calendar (iCalendar)",
    params: idParams,
    answer: bytes(["text/calendar"]),
  }),
  getPublicInvitation: route({
    method: "GET",
    path: "/invitation/{publicId}",
    access: "public",
    summary: "One invitation, by the unguessable id of its mail; changes nothing",
    params: publicParams,
    answer: invitation,
  }),
  answerPublicInvitation: route({
    method: "PUT",
    path: "/invitation/{publicId}",
    access: "public",
    summary: "Accept or decline without login",
    params: publicParams,
    query: answerQuery,
    body: answerBody,
    bodyOptional: true,
    answer: invitation,
  }),
  getPublicInvitationFile: route({
    method: "GET",
    path: "/invitation/{publicId}/event.ics",
    access: "public",
    summary: "The event of an invitation for one's own calendar (iCalendar)",
    params: publicParams,
    answer: bytes(["text/calendar"]),
  }),
} as const;
