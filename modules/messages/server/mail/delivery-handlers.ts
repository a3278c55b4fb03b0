import { notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import { holds, type Principal } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import { setMessageMail } from "#modules/members/server/public.ts";
import {
  MAIL_FAILURES,
  type MailDelivery,
  type MailSubscription,
  type messageMailsContract,
  MOST_FAILURES,
} from "../../mail-contract.ts";
import { deliveriesOf } from "../inbox/delivery.ts";
import { selectMessage } from "../inbox/message-queries.ts";
import { requestDelivery } from "./deliver.ts";
import {
  countMails,
  countUnmailed,
  requeueFailed,
  selectDelay,
  selectFailures,
  selectSubscribers,
} from "./delivery-queries.ts";
import { mailOfToken } from "./subscription-token.ts";

export function mailHandlers({ secrets }: Services): Handlers<typeof messageMailsContract> {
  /** The people behind an unsubscribe link. */
  async function subscribers(tx: ReadTx, token: string) {
    const mailId = mailOfToken(secrets, tx.tenantId, token);
    if (mailId === undefined) throw notFound();
    return selectSubscribers(tx, mailId);
  }

  return {
    getDelivery: ({ read, params, principal }) =>
      read((tx) => deliveryOf(tx, params.id, principal)),
    retryMails: ({ write, params, principal }) =>
      write(async (tx) => {
        await sentMessage(tx, params.id, principal);
        if ((await requeueFailed(tx, params.id)) > 0) await requestDelivery(tx);
        return deliveryOf(tx, params.id, principal);
      }),
    getSubscription: ({ read, params }) =>
      read(async (tx) => toSubscription(await subscribers(tx, params.token))),
    changeSubscription: ({ write, params, query }) =>
      write(
        async (tx) => {
          const people = await subscribers(tx, params.token);
          await setMessageMail(
            tx,
            people.map(({ id }) => id),
            query.setting,
          );
          return toSubscription(await subscribers(tx, params.token));
        },
        { name: "Abbestellt per E-Mail", way: "PROFILE" },
      ),
    async unsubscribe({ write, params, stream }) {
      stream.resume();
      await write(
        async (tx) =>
          setMessageMail(
            tx,
            (await subscribers(tx, params.token)).map(({ id }) => id),
            "NONE",
          ),
        {
          name: "Abbestellt per E-Mail",
          way: "PROFILE",
        },
      );
    },
  };
}

async function sentMessage(tx: ReadTx, id: string, reader: Principal) {
  const record = await selectMessage(tx, id, reader.userId, { people: 0 });
  if (record?.sent_by_reader !== true) throw notFound();
  return record;
}

async function deliveryOf(tx: ReadTx, id: string, reader: Principal): Promise<MailDelivery> {
  const record = await sentMessage(tx, id, reader);
  const counts = (await deliveriesOf(tx, [record])).get(id) ?? {
    recipients: record.recipient_count,
    mailed: 0,
    failed: 0,
    read: 0,
  };
  const waiting = (await countMails(tx, [id])).get(id)?.waiting ?? 0;
  const { without_mail, mail_off } = await countUnmailed(tx, id);
  const delay = await selectDelay(tx, id);
  const failures = await selectFailures(tx, id, MOST_FAILURES);
  return {
    ...counts,
    waiting,
    mailOff: mail_off,
    withoutMail: without_mail,
    delay:
      delay === undefined
        ? null
        : { response: delay.response, nextAttemptAt: delay.next_attempt_at.toISOString() },
    failures: failures.map(
      ({ user_id, first_name, last_name, address, failure, response, ended_at }) => ({
        user: { id: user_id, firstname: first_name, lastname: last_name },
        address: holds(reader, "QUERY_USER") ? address : null,
        reason: failure,
        text: MAIL_FAILURES[failure],
        // Mail servers repeat the address in what they say.
        response: holds(reader, "QUERY_USER") ? response : null,
        at: ended_at.toISOString(),
      }),
    ),
  };
}

function toSubscription(
  people: readonly { name: string; setting: MailSubscription["setting"] }[],
): MailSubscription {
  const settings = new Set(people.map(({ setting }) => setting));
  return {
    names: people.map(({ name }) => name),
    setting: settings.size === 1 ? (people[0]?.setting ?? null) : null,
  };
}
