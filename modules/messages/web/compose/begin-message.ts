import { call } from "#platform/web/api/api.ts";
import { messagesContract, type Draft, type Message } from "../../contract.ts";
import { handedOver, idsOf, setsOf, type ComposeState } from "./compose-state.ts";
import {
  copyOf,
  forwardOf,
  hasRecipients,
  NO_VALUES,
  replyTo,
  valuesOfDraft,
  type MessageValues,
} from "./message-values.ts";

/** What the form opens with. */
export interface Beginning {
  title: string;
  values: MessageValues;
  /** The draft the values are kept in; none until something is typed. */
  draft: Draft | undefined;
  /** The draft was only made to hold attachments: untouched, it goes when the form is left. */
  passing: boolean;
  /** What is missing first. */
  startsIn: "recipients" | "subject" | "content";
}

/**
 * Reads what the address names: a draft, or a message to answer, to pass on or to send once more.
 */
export async function beginMessage(state: ComposeState, signal: AbortSignal): Promise<Beginning> {
  const beginning = await readBeginning(state, signal);
  return { ...beginning, startsIn: firstMissing(beginning.values) };
}

function firstMissing(values: MessageValues): Beginning["startsIn"] {
  if (!hasRecipients(values)) return "recipients";
  return values.subject === "" ? "subject" : "content";
}

async function readBeginning(
  state: ComposeState,
  signal: AbortSignal,
): Promise<Omit<Beginning, "startsIn">> {
  if (state.draft !== "") {
    const draft = await call(messagesContract.getDraft, {
      params: { id: state.draft },
      signal,
      silent: true,
    });
    return {
      title: draft.replyTo === null ? "Neue Nachricht" : "Antwort",
      values: valuesOfDraft(draft),
      draft,
      passing: false,
    };
  }
  if (state.reply !== "")
    return {
      title: "Antwort",
      values: replyTo(await load(state.reply, signal)),
      draft: undefined,
      passing: false,
    };
  if (state.forward !== "") {
    const message = await load(state.forward, signal);
    return withAttachments("Weiterleiten", forwardOf(message), message);
  }
  if (state.copy !== "") {
    const message = await load(state.copy, signal);
    return withAttachments("Neue Nachricht", copyOf(message), message);
  }
  const given = handedOver(state.from);
  const values = {
    ...NO_VALUES,
    recipientIds: [...idsOf(state.recipients), ...given.recipientIds],
    recipientGroupIds: idsOf(state.groups),
    recipientSets: [...setsOf(state), ...given.recipientSets],
  };
  return { title: "Neue Nachricht", values, draft: undefined, passing: false };
}

function load(id: string, signal: AbortSignal): Promise<Message> {
  return call(messagesContract.getMessage, { params: { id }, signal, silent: true });
}

/** Attachments that go along are copied into a draft, where they can be taken off one by one. */
async function withAttachments(
  title: string,
  values: MessageValues,
  message: Message,
): Promise<Omit<Beginning, "startsIn">> {
  if (message.attachments.length === 0) return { title, values, draft: undefined, passing: false };
  const draft = await call(messagesContract.createDraft, {
    body: { ...values, forwardAttachmentsOf: message.id },
    silent: true,
  });
  return { title, values, draft, passing: true };
}
