import { z } from "zod";
import { date, id, optional, text } from "#platform/contract/fields.ts";
import { STATUSES } from "./choices.ts";

/** Fields known so far while a member is being entered. */
export const duplicateProbe = z.strictObject({
  id: optional(id),
  firstname: optional(text(100)),
  lastname: optional(text(100)),
  birthday: optional(date),
  email: optional(text(254)),
  phone: optional(text(60)),
  mobile: optional(text(60)),
  memberNumber: optional(text(30)),
});
export const duplicateCandidate = z.object({
  user: z.object({
    id,
    memberNumber: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    birthday: date.nullable(),
    email: z.string().nullable(),
    city: z.string().nullable(),
    status: z.enum(STATUSES),
    inTrash: z.boolean(),
  }),
  reasons: z.array(
    z.object({
      code: z.enum([
        "NAME_AND_BIRTHDAY",
        "SIMILAR_NAME_AND_BIRTHDAY",
        "SAME_NAME",
        "SIMILAR_NAME",
        "EMAIL",
        "PHONE",
        "MEMBER_NUMBER",
      ]),
      /** German sentence. */
      text: z.string(),
    }),
  ),
});
