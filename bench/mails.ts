import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { addJob } from "#platform/server/jobs/add-job.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { createMailTransport } from "#platform/server/mail/mail-transport.ts";
import { prepareMails } from "#modules/messages/server/mail/prepare-mails.ts";
import { renderMail } from "#platform/server/mail/mail-layout.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { v7 as uuidv7 } from "uuid";
import { type Bench, officeToken } from "./lists.ts";
import { type Figure, ms, percent, perSecond } from "./report.ts";

/** People who get the message; each has a mailbox of their own. */
const RECIPIENTS = 5_000;
const CONNECTIONS = 5;
const LIMIT_MS = 180_000;
const NAME = "Bench: an alle";

/**
 * Mails about a message to thousands: how fast they go out, and how long a password mail takes
 * meanwhile. `sinkPort`: where the server under test sends its mails.
 */
export async function mailFigures(
  bench: Omit<Bench, "floorOrigin">,
  tenant: string,
  sinkPort: number,
): Promise<Figure[]> {
  const { installation, origin } = bench;
  const sink = fork(join(import.meta.dirname, "mail-sink-server.ts"), [String(sinkPort)]);
  await once(sink, "message");
  try {
    const floor = await bareRate(sinkPort);
    const token = await officeToken(bench, tenant);
    const { tenantId, messageId } = await withClient(installation.ownerUrl, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        "SELECT tenant_id AS id FROM tenant WHERE name = $1",
        [tenant],
      );
      const id = rows[0]?.id ?? "";
      const message = uuidv7();
      await client.query("SELECT set_config('app.tenant_id', $1, false)", [id]);
      await client.query("DELETE FROM message WHERE tenant_id = $1 AND subject = $2", [id, NAME]);
      await client.query(
        `INSERT INTO message (tenant_id, id, sender_first_name, sender_last_name, subject, content, plain_text, recipient_count, words)
         VALUES ($1, $2, 'Bea', 'Büro', $3, '<p>Bitte lesen.</p>', 'Bitte lesen.', $4, '')`,
        [id, message, NAME, RECIPIENTS],
      );
      await client.query(
        `WITH chosen AS (SELECT id FROM member WHERE tenant_id = $1 AND deleted_at IS NULL AND (left_on IS NULL OR left_on > now()) ORDER BY id DESC LIMIT $2),
         mailboxes AS (UPDATE member SET email = 'bench' || member.id || '@example.org' FROM chosen WHERE member.tenant_id = $1 AND member.id = chosen.id)
         INSERT INTO message_recipient (tenant_id, message_id, user_id, direct) SELECT $1, $3, id, true FROM chosen`,
        [id, RECIPIENTS, message],
      );
      return { tenantId: id, messageId: message };
    });
    const begun = performance.now();
    const arrivals = watch(sink);
    await installation.services.database.write(tenantId, systemActor(), (tx) =>
      addJob(tx, prepareMails, { messageId }),
    );
    await arrivals.reached(RECIPIENTS / 10);
    const first = arrivals.times[0] ?? 0;
    const asked = performance.now();
    const query = new URLSearchParams({
      redirectUri: bench.publicOrigin(tenant),
      redirectClient: "frontend",
    });
    const answer = await fetch(`${origin}/${tenant}/api/me/reset-password?${query.toString()}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok)
      throw new Error(`reset-password answered ${answer.status}: ${await answer.text()}`);
    const reset = await arrivals.other();
    await arrivals.reached(RECIPIENTS);
    const last = arrivals.times.at(-1) ?? 0;
    const rate = (RECIPIENTS - 1) / ((last - first) / 1_000);
    return [
      {
        what: `mails of a message to ${RECIPIENTS} people, from the queue to the mail server`,
        ours: perSecond(rate),
        floor: perSecond(floor),
        ratio: percent(rate / floor),
      },
      { what: "… from sending to the first of them", ours: ms(first - begun) },
      { what: "… a password mail asked for meanwhile", ours: ms(reset - asked) },
    ];
  } finally {
    sink.disconnect();
  }
}

/** The same mails by the bare transport, as many at a time. */
async function bareRate(port: number): Promise<number> {
  const transport = createMailTransport({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mailFrom: "bench@example.org",
    dataDir: "",
    connections: CONNECTIONS,
  });
  const content = renderMail(
    { clubName: "TSV", accentColor: "#123456", logoUrl: null },
    { title: NAME, paragraphs: ["Bitte lesen."] },
  );
  let left = RECIPIENTS;
  const begun = performance.now();
  const one = async () => {
    while (left-- > 0)
      await transport.send({
        to: { address: `floor${left}@example.org` },
        subject: NAME,
        messageId: `<${uuidv7()}@example.org>`,
        ...content,
      });
  };
  await Promise.all(Array.from({ length: CONNECTIONS * 2 }, one));
  const seconds = (performance.now() - begun) / 1_000;
  transport.close();
  return RECIPIENTS / seconds;
}

/** Arrivals of the message's mails, and of any other. */
function watch(sink: ChildProcess) {
  const times: number[] = [];
  const waiting: { count: number; done: () => void }[] = [];
  let otherAt: number | undefined;
  let otherCame = (_at: number) => {};
  sink.on("message", ({ recipient }: { recipient: string }) => {
    const at = performance.now();
    // The last mails of the floor are still being told.
    if (recipient.startsWith("floor")) return;
    if (!/^bench[0-9a-f-]{36}@/.test(recipient)) {
      otherAt ??= at;
      otherCame(otherAt);
      return;
    }
    times.push(at);
    for (const { count, done } of waiting) if (times.length === count) done();
  });
  const within = <T>(promise: Promise<T>) =>
    Promise.race([
      promise,
      new Promise<T>((_resolve, reject) =>
        setTimeout(() => reject(new Error(`only ${times.length} mails arrived`)), LIMIT_MS).unref(),
      ),
    ]);
  return {
    times,
    reached: (count: number) =>
      within(
        times.length >= count
          ? Promise.resolve()
          : new Promise<void>((done) => waiting.push({ count, done })),
      ),
    other: () =>
      within(
        otherAt === undefined
          ? new Promise<number>((resolve) => (otherCame = resolve))
          : Promise.resolve(otherAt),
      ),
  };
}
