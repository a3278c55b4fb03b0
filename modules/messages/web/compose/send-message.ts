import { call } from "#platform/web/api/api.ts";
import { messagesContract, type Message } from "../../contract.ts";
import type { MessageValues } from "./message-values.ts";

/**
 * Calling back is offered for ten seconds; the answer and the call need some time on a bad line.
 */
const CALL_BACK_SECONDS = 13;

/**
 * Sends what stands in the form with the attachments of its draft. The same `key` again has one
 * effect.
 */
export function sendMessage(values: MessageValues, draftId: string, key: string): Promise<Message> {
  const form = new FormData();
  form.append(
    "request",
    new Blob([JSON.stringify({ ...values, draftId, callBackSeconds: CALL_BACK_SECONDS })], {
      type: "application/json",
    }),
  );
  return call(messagesContract.sendMessage, {
    body: form,
    headers: { "idempotency-key": key },
    inForm: true,
  });
}
