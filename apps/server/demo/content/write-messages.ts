import { keepMessage } from "#modules/messages/server/public.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { Services } from "#platform/server/services.ts";
import { DEMO_ACCOUNTS } from "../people/accounts.ts";
import { DEMO_MESSAGES, type DemoMessage } from "./message-texts.ts";
import { pdfOf } from "./paper.ts";
import { Chance } from "../random.ts";

interface Club {
  groupIds: ReadonlyMap<string, string>;
  /** By the address of the demo's logins. */
  memberIds: ReadonlyMap<string, string>;
}

const DAY_MS = 86_400_000;

/** Messages of the past two months; some are read, some not. No mail is sent. */
export async function writeMessages(
  tx: WriteTx,
  { blobs }: Pick<Services, "blobs">,
  { groupIds, memberIds }: Club,
  today: Date,
): Promise<void> {
  const chance = new Chance(11);
  const address = (name: DemoMessage["from"]) => `${name}@demo.example`;
  const idOf = (name: DemoMessage["from"]) => memberIds.get(address(name)) ?? "";
  const logins = new Set(memberIds.values());
  const written: string[] = [];
  for (const {
    from,
    to = [],
    groups = [],
    subject,
    html,
    age,
    read,
    readBy = [],
    attachment,
    answers,
  } of DEMO_MESSAGES) {
    const sender = DEMO_ACCOUNTS.find(({ email }) => email === address(from));
    const sureReaders = new Set(readBy.map(idOf));
    const replyTo = answers === undefined ? undefined : written[answers];
    written.push(
      await keepMessage(tx, blobs, {
        sender: {
          userId: idOf(from),
          name: `${sender?.firstname ?? ""} ${sender?.lastname ?? ""}`,
        },
        subject,
        html,
        recipientIds: to.map(idOf),
        recipientGroupIds: groups.map((name) => groupIds.get(name) ?? ""),
        ...(replyTo === undefined ? {} : { replyTo }),
        attachments:
          attachment === undefined
            ? []
            : [
                {
                  name: attachment.name,
                  bytes: await pdfOf(attachment.title, attachment.paragraphs),
                },
              ],
        sentAt: new Date(today.getTime() - age * DAY_MS),
        hasRead: (userId) =>
          sureReaders.has(userId) || (!logins.has(userId) && chance.happens(read)),
      }),
    );
  }
}
