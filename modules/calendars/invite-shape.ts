import { z } from "zod";
import { id, optional, requiredText, text } from "#platform/contract/fields.ts";

/** Most guests that one call may invite. */
const MAX_GUESTS = 500;

const guest = z.strictObject({
  name: requiredText(200),
  email: z
    .email({ error: "Diese E-Mail-Adresse ist nicht richtig." })
    .max(254)
    .transform((value) => value.normalize("NFC")),
});

/** Who is to be invited to an event. */
export const invite = z.strictObject({
  userIds: z.array(id).max(20_000).default([]),
  /** With everybody in their sub-groups. */
  groupIds: z.array(id).max(500).default([]),
  guests: z.array(guest).max(MAX_GUESTS).default([]),
  /** A personal line in the mail. */
  message: optional(text(2_000, { multiline: true })),
});
export type Invite = z.output<typeof invite>;
