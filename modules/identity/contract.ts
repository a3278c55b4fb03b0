import { z } from "zod";
import { dateTime } from "#platform/contract/fields.ts";
import { noContent, route } from "#platform/contract/route.ts";

/**
 * Name of a log-in session, the `sid` of its tokens. Given by the identity provider, so not a UUID.
 */
export const sessionId = z.string().regex(/^[\w.-]{8,128}$/);

export const loginSession = z.object({
  id: sessionId,
  /** German, for example `Firefox unter Windows`. */
  device: z.string(),
  startedAt: dateTime,
  lastSeenAt: dateTime,
  /** The session of the asking browser itself. */
  current: z.boolean(),
});
export type LoginSession = z.infer<typeof loginSession>;

export const identityContract = {
  listMySessions: route({
    method: "GET",
    path: "/me/sessions",
    access: "loggedIn",
    summary: "The log-ins of the current user",
    answer: z.object({ content: z.array(loginSession) }),
  }),
  endMySession: route({
    method: "DELETE",
    path: "/me/sessions/{id}",
    access: "loggedIn",
    summary: "End one of the current user's log-ins",
    unremembered: "OWN_TRANSACTIONS",
    params: z.strictObject({ id: sessionId }),
    answer: noContent,
  }),
  resetMyPassword: route({
    method: "POST",
    path: "/me/reset-password",
    access: "loggedIn",
    summary: "Mail the current user a link to set a new password",
    query: z.strictObject({
      /** Must be an address of this tenant. */
      redirectUri: z.string().max(2048),
      redirectClient: z.literal("frontend"),
    }),
    answer: noContent,
  }),
} as const;
