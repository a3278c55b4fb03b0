import type { PersonalData } from "#platform/server/personal-data.ts";
import { eraseMailsOf } from "../mail/delivery-queries.ts";
import { dropDraft } from "../drafts/draft-handlers.ts";
import { selectDraftAttachments } from "../sending/attachment-queries.ts";
import {
  erasePerson,
  type PersonalMessage,
  selectDraftsOf,
  selectMailsTo,
  selectReceived,
  selectSent,
} from "./personal-queries.ts";
import { plainText } from "../content/plain-text.ts";

const MAIL_STATES = {
  QUEUED: "wartet",
  SENT: "verschickt",
  FAILED: "gescheitert",
  DROPPED: "nicht verschickt",
};

/** A person's messages and the mails about them; erasing takes the person out of both. */
export const messagesOfPerson: PersonalData = {
  key: "nachrichten",
  title: "Nachrichten",
  deletion: {
    fate: "ANONYMISED",
    reason:
      "Geschriebene Nachrichten bleiben ohne Namen bei denen, die sie bekommen haben; empfangene und Entwürfe werden gelöscht.",
  },
  async load(tx, memberId) {
    const received = await selectReceived(tx, memberId);
    const sent = await selectSent(tx, memberId);
    const drafts = await selectDraftsOf(tx, memberId);
    const mails = await selectMailsTo(tx, memberId);
    const draftFiles: { name: string; blobKey: string }[] = [];
    for (const { id, subject, updated_on } of drafts) {
      for (const { name, blob_key } of await selectDraftAttachments(tx, id))
        draftFiles.push({
          name: `Entwürfe/${folder(updated_on, subject)}/${name}`,
          blobKey: blob_key,
        });
    }
    return {
      data: {
        Empfangen: received.map((row) => ({
          ...described(row),
          "Gelesen am": row.read_at?.toISOString() ?? null,
        })),
        Gesendet: sent.map((row) => ({ ...described(row), Empfängerzahl: row.recipient_count })),
        Entwürfe: drafts.map(({ subject, content, updated_at }) => ({
          Betreff: subject,
          Text: plainText(content),
          "Geändert am": updated_at.toISOString(),
        })),
        "E-Mails über Nachrichten": mails.map(({ kind, address, state, created_at, ended_at }) => ({
          An: address,
          Art: kind === "DIGEST" ? "Sammelmail" : "Nachricht",
          Stand: MAIL_STATES[state],
          "Angelegt am": created_at.toISOString(),
          "Beendet am": ended_at?.toISOString() ?? null,
        })),
      },
      files: [...files("Empfangen", received), ...files("Gesendet", sent), ...draftFiles],
    };
  },
  async erase(tx, memberId) {
    for (const { id } of await selectDraftsOf(tx, memberId)) await dropDraft(tx, id);
    await erasePerson(tx, memberId);
    await eraseMailsOf(tx, memberId);
  },
};

function described(row: PersonalMessage) {
  return {
    Von: row.sender,
    "An Gruppen": row.groups,
    Betreff: row.subject,
    Text: row.plain_text,
    "Gesendet am": row.sent_at.toISOString(),
    Anhänge: row.attachments.map(({ name, size }) => ({ Name: name, "Größe in Byte": size })),
  };
}

function files(kind: string, messages: readonly PersonalMessage[]) {
  return messages.flatMap(({ subject, sent_on, attachments }) =>
    attachments.map(({ name, blob_key }) => ({
      name: `${kind}/${folder(sent_on, subject)}/${name}`,
      blobKey: blob_key,
    })),
  );
}

/** A message by its day and subject, as one looks for it. */
function folder(day: string, subject: string): string {
  return `${day} ${subject.replaceAll("/", "-").slice(0, 80)}`.trim();
}
