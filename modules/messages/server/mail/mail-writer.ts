import { homeOf } from "#modules/identity/server/public.ts";
import { type Branding, tenantBranding } from "#modules/tenants/server/public.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import { senderHost } from "#platform/server/mail/sender-host.ts";
import type { OutgoingMail } from "#platform/server/mail/mail-message.ts";
import type { Services } from "#platform/server/services.ts";
import { type MailedMessage, selectMailedMessages, selectMailedPeople } from "./content-queries.ts";
import { type Addressed, type Attached, digestLetter, messageLetter } from "./letters.ts";
import type { ClaimedMail } from "./queue-queries.ts";
import { subscriptionToken } from "./subscription-token.ts";

/**
 * Attachments of a message that go along with each of its mails, in bytes; more are fetched from
 * the page.
 */
const ATTACHED_BYTES = 5 * 1024 * 1024;
/** The same, of all mails of a message together. */
const ATTACHED_IN_ALL_BYTES = 1024 * 1024 * 1024;

/** Writes the mails of one club. Messages and their attachments are read once for many mails. */
export class MailWriter {
  readonly #services: Pick<Services, "environment" | "secrets" | "blobs">;
  readonly #tenantId: string;
  readonly #messages = new Map<string, MailedMessage>();
  readonly #attached = new Map<string, Attached>();
  #branding: Branding | undefined;

  constructor(services: Pick<Services, "environment" | "secrets" | "blobs">, tenantId: string) {
    this.#services = services;
    this.#tenantId = tenantId;
  }

  /** Null where no recipient is left. */
  async write(
    tx: ReadTx,
    mails: readonly ClaimedMail[],
  ): Promise<ReadonlyMap<string, OutgoingMail | null>> {
    const { environment, secrets } = this.#services;
    const branding = (this.#branding ??= await tenantBranding(tx, (name) =>
      homeOf(environment, name),
    ));
    const people = Map.groupBy(
      await selectMailedPeople(
        tx,
        mails.map(({ id }) => id),
      ),
      ({ mail_id }) => mail_id,
    );
    const wanted = new Set([...people.values()].flat().map(({ message_id }) => message_id));
    for (const message of await selectMailedMessages(
      tx,
      [...wanted].filter((id) => !this.#messages.has(id)),
    )) {
      this.#messages.set(message.id, message);
      this.#attached.set(message.id, await this.#attachments(message));
    }
    return new Map(
      mails.map((mail) => {
        const persons = people.get(mail.id) ?? [];
        const messages = [...this.#messages.values()].filter(({ id }) =>
          persons.some(({ message_id }) => message_id === id),
        );
        const [first] = messages;
        if (first === undefined) return [mail.id, null] as const;
        const token = subscriptionToken(secrets, this.#tenantId, mail.id);
        const to: Addressed = {
          address: mail.address,
          names: [...new Set(persons.map(({ name }) => name))],
          hasLogin: persons.some(({ has_login }) => has_login),
          messageId: `<${mail.id}@${senderHost(environment.mailFrom)}>`,
          unsubscribe: {
            page: `${branding.origin}/public/message-mail/${token}`,
            call: `${branding.origin}/public/${branding.tenantName}/message-mail/${token}`,
          },
        };
        return [
          mail.id,
          mail.kind === "DIGEST"
            ? digestLetter(messages, branding, to)
            : messageLetter(first, branding, to, this.#attached.get(first.id) ?? []),
        ];
      }),
    );
  }

  async #attachments({ attachments, mails }: MailedMessage): Promise<Attached> {
    const bytes = attachments.reduce((sum, { size }) => sum + size, 0);
    if (bytes > ATTACHED_BYTES || bytes * mails > ATTACHED_IN_ALL_BYTES) return [];
    const files = [];
    for (const { name, content_type, blob_key } of attachments) {
      const parts: Buffer[] = [];
      for await (const part of await this.#services.blobs.get(blob_key)) parts.push(part as Buffer);
      files.push({ fileName: name, contentType: content_type, content: Buffer.concat(parts) });
    }
    return files;
  }
}
