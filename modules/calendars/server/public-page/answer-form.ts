import { z } from "zod";
import { refuseUnstorable } from "#platform/server/http/forbidden-characters.ts";
import { validationError } from "#platform/server/http/problems.ts";
import { type AnswerBody, answerBody } from "../../invitation-contract.ts";

/** What is typed into the form; a field that the event does not ask for is not sent. */
export interface Typed {
  comment: string;
  companions: string;
}

const sentForm = z.strictObject({
  accept: z.enum(["true", "false"]),
  comment: z.string().optional(),
  companions: z.string().optional(),
});

/** Returns the texts of a form as they were typed, to be shown again. */
export function typedIn(form: unknown): Typed {
  const { comment, companions } = (form ?? {}) as Record<string, unknown>;
  return { comment: textOf(comment), companions: textOf(companions) };
}

/** Returns the answer of a form; refuses what the interface would refuse. */
export function answerOf(form: unknown): { accept: boolean; body: AnswerBody } {
  refuseUnstorable(form);
  const sent = sentForm.safeParse(form ?? {});
  if (!sent.success) throw validationError(sent.error);
  const accept = sent.data.accept === "true";
  const { comment, companions } = typedIn(sent.data);
  const body = answerBody.safeParse({
    comment,
    // Who does not come brings nobody.
    companions: accept && companions.trim() !== "" ? Number(companions) : 0,
  });
  if (!body.success) throw validationError(body.error);
  return { accept, body: body.data };
}

/** Browsers send the ends of lines as CR and LF. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value.replace(/\r\n?/g, "\n") : "";
}
