import { setTimeout as wait } from "node:timers/promises";
import { messageForm } from "#modules/messages/server/testing.ts";
import { mailServer, type TestMailServer } from "#modules/messages/server/mail/testing.ts";
import { startServer } from "../e2e/support/server.ts";
import { AdminApi } from "./admin-api.ts";
import type { Report } from "./report.ts";

const MAILS = 500;
const KILL_AFTER = [120, 310];
const WRITERS = 6;
/**
 * Jobs of a dead process are given to others after a minute, mails that it had in hand after
 * another half.
 */
const ARRIVAL_LIMIT_MS = 240_000;
/** Mails that are on their way at the same moment (deliver.ts). */
const IN_FLIGHT = 10;

/**
 * kill -9 of the server while 500 mails go out, twice: none is lost, and who gets a mail twice gets
 * it under one Message-ID.
 */
export async function killedMails(report: Report): Promise<void> {
  const mail = await mailServer();
  const env = { SMTP_URL: mail.url, MAIL_FROM: "Verein <verein@example.org>" };
  let server = await startServer({ env });
  try {
    let api = await AdminApi.at(server);
    const messageId = await send(api, await people(api, MAILS));
    for (const count of KILL_AFTER) {
      await arrived(mail, count);
      server.process.kill("SIGKILL");
      report.holds(
        "the server was killed in the middle",
        `${mail.count()} of ${MAILS} mails were out`,
        mail.count() < MAILS,
      );
      server = await startServer({ dataDir: server.dataDir, port: server.port, env });
    }
    const begun = performance.now();
    api = await AdminApi.at(server);
    let delivery = await deliveryOf(api, messageId);
    while (delivery.mailed < MAILS && performance.now() - begun < ARRIVAL_LIMIT_MS) {
      await wait(500);
      delivery = await deliveryOf(api, messageId);
    }
    const received = (await mail.received()).filter(({ recipient }) =>
      recipient.startsWith("abbruch"),
    );
    const ids = Map.groupBy(received, ({ recipient }) => recipient);
    const twice = [...ids.values()].filter((mails) => mails.length > 1);
    const differing = twice.filter(
      (mails) => new Set(mails.map(({ messageId: id }) => id)).size > 1,
    ).length;
    report.holds(
      "no mail is lost",
      `${ids.size} of ${MAILS} people have theirs ${Math.round((performance.now() - begun) / 1_000)} s after the last start`,
      ids.size === MAILS,
    );
    report.holds(
      "the sender sees all of them as sent",
      `${delivery.mailed} mailed, ${delivery.failed} failed`,
      delivery.mailed === MAILS && delivery.failed === 0,
    );
    report.holds(
      "only mails in flight came twice",
      `${twice.length} people`,
      twice.length <= IN_FLIGHT * KILL_AFTER.length,
    );
    report.holds("those under one Message-ID", `${differing} with another`, differing === 0);
  } finally {
    await server.stop();
    await mail.stop();
  }
}

async function arrived(mail: TestMailServer, count: number): Promise<void> {
  const begun = performance.now();
  while (mail.count() < count) {
    if (performance.now() - begun > ARRIVAL_LIMIT_MS)
      throw new Error(`only ${mail.count()} of ${count} mails arrived`);
    await wait(2);
  }
}

async function people(api: AdminApi, count: number): Promise<string[]> {
  const ids: string[] = [];
  let next = 0;
  const writer = async () => {
    for (let number = next++; number < count; number = next++) {
      const person = {
        firstname: "Abbruch",
        lastname: `Nummer${number}`,
        email: `abbruch${number}@example.org`,
      };
      ids.push((await api.send<{ id: string }>("POST", "/user", person)).id);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return ids;
}

async function send(api: AdminApi, recipientIds: string[]): Promise<string> {
  const { body, headers } = messageForm({
    subject: "An alle",
    messageContent: "<p>Bitte lesen.</p>",
    recipientIds,
  });
  return (await api.json<{ id: string }>("POST", "/message", headers, body)).id;
}

function deliveryOf(api: AdminApi, id: string): Promise<{ mailed: number; failed: number }> {
  return api.json("GET", `/message/${id}/delivery`);
}
