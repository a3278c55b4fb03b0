import { useRef, useState } from "react";
import { ApiError } from "#platform/web/api/api.ts";
import type { Outcome } from "#platform/web/api/api-error.ts";
import type { Message } from "../../contract.ts";
import { hasRecipients, type MessageValues } from "./message-values.ts";
import { sendMessage } from "./send-message.ts";
import type { Attachments } from "./attachments/use-attachments.ts";
import type { KeptDraft } from "./drafts/kept-draft.ts";

export interface SendProblem {
  sentence: string;
  recipients?: string;
  subject?: string;
}

interface Sending {
  values: MessageValues;
  attachments: Attachments;
  draft: KeptDraft;
  onSent: (message: Message) => Promise<void>;
}

/** Sends once: what is missing or refused is said, and everything stays in the form. */
export function useSending({ values, attachments, draft, onSent }: Sending) {
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<SendProblem>();
  // Sending the same again after a lost answer must not send it twice.
  const attempt = useRef({ content: "", key: "" });

  const send = async () => {
    if (running) return;
    const missing = missingIn(values, attachments);
    setProblem(missing);
    if (missing) return;
    setRunning(true);
    try {
      const draftId = await draft.ensureSaved();
      if (draftId === undefined)
        return setProblem({
          sentence:
            "Der Server ist gerade nicht erreichbar. Ihre Nachricht ist nicht gesendet; sie bleibt hier stehen.",
        });
      const content = JSON.stringify([values, attachments.items.map((item) => item.id)]);
      if (content !== attempt.current.content)
        attempt.current = { content, key: crypto.randomUUID() };
      await onSent(await sendMessage(values, draftId, attempt.current.key));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(problemOf(error));
    } finally {
      setRunning(false);
    }
  };
  return { send, running, problem };
}

function missingIn(values: MessageValues, attachments: Attachments): SendProblem | undefined {
  const recipients = hasRecipients(values)
    ? undefined
    : "Bitte wählen Sie, an wen die Nachricht geht.";
  const subject = values.subject.trim() === "" ? "Bitte geben Sie einen Betreff an." : undefined;
  if (recipients !== undefined || subject !== undefined) {
    return {
      sentence: [recipients, subject].filter(Boolean).join(" "),
      ...(recipients && { recipients }),
      ...(subject && { subject }),
    };
  }
  if (attachments.uploading)
    return { sentence: "Die Anhänge werden noch übertragen. Bitte warten Sie einen Augenblick." };
  if (attachments.items.some((item) => item.failure !== undefined)) {
    return {
      sentence:
        "Ein Anhang ist nicht angekommen. Bitte entfernen Sie ihn oder wählen Sie ihn noch einmal.",
    };
  }
  return undefined;
}

/** Sent again unchanged, a message goes out once: its key decides. */
const LOST_MESSAGE: Readonly<Record<Outcome, string>> = {
  NONE: "Die Verbindung ist abgebrochen, bevor Ihre Nachricht beim Server ankam. Sie ist nicht gesendet und bleibt hier stehen; bitte senden Sie sie gleich noch einmal.",
  SAVED: "Ihre Nachricht ist gesendet; nur die Antwort des Servers ging unterwegs verloren.",
  UNKNOWN:
    "Der Server antwortet nicht. Ob Ihre Nachricht gesendet ist, wird geprüft; sie bleibt hier stehen. Senden Sie sie unverändert noch einmal, geht sie nur einmal hinaus.",
};

function problemOf(error: ApiError): SendProblem {
  if (error.isUnreachable) return { sentence: LOST_MESSAGE[error.outcome ?? "NONE"] };
  const said = (...paths: string[]) =>
    error.fieldErrors.find(({ path }) =>
      paths.some((one) => path === one || path.startsWith(`${one}.`)),
    )?.message;
  const recipients = said("recipientIds", "recipientGroupIds", "recipientSets");
  const subject = said("subject");
  return {
    sentence:
      error.fieldErrors.length > 0
        ? error.fieldErrors.map(({ message }) => message).join(" ")
        : error.message,
    ...(recipients !== undefined && { recipients }),
    ...(subject !== undefined && { subject }),
  };
}
