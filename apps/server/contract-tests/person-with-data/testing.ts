import { calendarsContract } from "#modules/calendars/contract.ts";
import { invitationsContract } from "#modules/calendars/invitation-contract.ts";
import { filesContract } from "#modules/files/contract.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { identityAdmin } from "#modules/identity/server/public.ts";
import { messagesContract } from "#modules/messages/contract.ts";
import { aMessage } from "#modules/messages/server/testing.ts";
import { exportContract } from "#modules/transfer/export-contract.ts";
import { importContract } from "#modules/transfer/import-contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import type { TestApp, TestUser } from "#apps/server/testing.ts";
import { makeRecords } from "../records/testing.ts";
import { PIXEL } from "../samples.ts";

/** Stand in nothing but this person's data. */
export const MARKS = [
  "Xylander",
  "Kuckucksgasse",
  "+49 171 3920777",
  "DE02120300000000202051",
  "Streng vertraulich",
];
/** The person's last name until a marriage, under which they left traces in every corner. */
export const FORMER_NAME = "Zwetschgenbaum";
/** What the browser of their session said about itself; the file names the device in words. */
export const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 auf dem Mars";

/** Soon, so that invitations to its coming occurrences are there already. */
const DAY = Temporal.Now.plainDateISO("Europe/Berlin").add({ days: 20 }).toString();
const EVENING = { startDateTime: `${DAY}T18:30:00Z`, endDateTime: `${DAY}T20:00:00Z` };

/**
 * Somebody with traces in every corner of the product, made through the API as `boss` and as the
 * person.
 */
export async function aPersonWithData(app: TestApp, boss: TestUser): Promise<TestUser> {
  const { tenant } = boss;
  const person = await app.user(tenant, {
    firstname: "Wilhelmine",
    lastname: FORMER_NAME,
    email: "wilhelmine@xylander.example",
    isAdmin: true,
  });
  // One record of each kind by the person, among them files, messages, events, an export and an
  // import.
  await makeRecords(app, person);
  await leaveName(app, person);
  await fillRecord(app, boss, person);
  await leaveName(app, person);
  await giveLogin(app, person);
  // Or the person would be the last administrator who can log in.
  const login = { memberId: boss.id, username: "boss", password: "Vier zufaellige Woerter" };
  await app.services.database.write(tenant.id, systemActor(), (tx) =>
    identityAdmin(app.services).createLoginWithPassword(tx, login),
  );
  await addContent(app, boss, person);
  await importAndExport(app, boss, person);
  await app.runJobs();
  return person;
}

async function must<A extends { status: number; body: unknown }>(answer: Promise<A>): Promise<A> {
  const given = await answer;
  if (given.status >= 300) throw new Error(JSON.stringify(given.body));
  return given;
}

async function fillRecord(app: TestApp, boss: TestUser, person: TestUser): Promise<void> {
  const params = { id: person.id };
  const { body: user } = await must(app.call(usersContract.getUser, { params }, boss));
  const values = {
    memberNumber: user.memberNumber,
    firstname: "Wilhelmine",
    lastname: "Xylander",
    email: "wilhelmine@xylander.example",
    phone: "+49 171 3920777",
    street: "Kuckucksgasse 7",
    iban: "DE02120300000000202051",
    accountHolder: "Ottokar Xylander",
    notes: "Streng vertraulich",
    birthday: "1970-05-17",
  };
  await must(
    app.call(
      usersContract.updateUser,
      {
        params,
        body: {
          ...values,
          customFields: { groesse: "Kuckucksgasse im Feld" },
          version: user.version,
        },
      },
      boss,
    ),
  );
  await must(app.call(usersContract.putMyPicture, { body: PIXEL }, person));
  await must(
    app.call(usersContract.createView, { body: { name: "Alle Xylander", shared: true } }, person),
  );
  const group = await must(
    app.call(groupsContract.createGroup, { body: { name: "Turnen" } }, boss),
  );
  await must(
    app.call(
      groupsContract.putGroupMember,
      { params: { id: group.body.id, userId: person.id }, body: { function: "Kassenwart" } },
      boss,
    ),
  );
}

/** What they do to others leaves their name there: somebody they entered, and one they deleted. */
async function leaveName(app: TestApp, person: TestUser): Promise<void> {
  const body = { firstname: "Otto", lastname: "Ander" };
  await must(app.call(usersContract.createUser, { body }, person));
  const other = await must(app.call(usersContract.createUser, { body }, person));
  await must(app.call(usersContract.deleteUser, { params: { id: other.body.id } }, person));
}

/**
 * Ways to log in cannot be set up without a browser: their rows are written as the provider writes
 * them.
 */
async function giveLogin(app: TestApp, person: TestUser): Promise<void> {
  const login = {
    memberId: person.id,
    username: "wilhelmine.xylander",
    password: "Vier zufaellige Woerter",
  };
  const { loginId } = await app.services.database.write(person.tenant.id, systemActor(), (tx) =>
    identityAdmin(app.services).createLoginWithPassword(tx, login),
  );
  await withClient(app.services.environment.databaseUrl ?? "", async (client) => {
    await client.query("SELECT set_config('app.tenant_id', $1, false)", [person.tenant.id]);
    await client.query(
      "INSERT INTO login_passkey (id, login_id, credential_id, public_key, counter, name) VALUES (gen_random_uuid(), $1, 'k', 'geheim', 0, 'Xylander-Laptop')",
      [loginId],
    );
    await client.query(
      "INSERT INTO login_totp (login_id, secret, last_step, confirmed_at) VALUES ($1, 'geheim', 59002880, now())",
      [loginId],
    );
    await client.query(
      "INSERT INTO login_recovery_code (login_id, code_hash) VALUES ($1, 'geheim')",
      [loginId],
    );
    await client.query(
      "INSERT INTO login_action_token (token_hash, login_id, purpose, expires_at) VALUES ('geheim', $1, 'RESET', now() + interval '1 hour')",
      [loginId],
    );
    await client.query(
      `INSERT INTO oidc_record (model, id_hash, payload, session_uid, login_id, user_agent, expires_at)
       VALUES ('Session', 'geheim', jsonb_build_object('accountId', $1::text, 'loginTs', 1790000000), 'sitzung', $1::uuid, $2, now() + interval '1 hour')`,
      [loginId, BROWSER],
    );
  });
}

async function addContent(app: TestApp, boss: TestUser, person: TestUser): Promise<void> {
  const grants = [{ subject: "USER" as const, id: person.id, access: "WRITE" as const }];
  const share = await must(
    app.call(filesContract.createFileShare, { body: { name: "Vorstandsakten", grants } }, boss),
  );
  const at = (path: string) => ({ id: share.body.id, path });
  await must(app.call(filesContract.uploadFile, { params: at("Weg.png"), body: PIXEL }, person));
  await must(app.call(filesContract.deleteEntry, { params: at("Weg.png") }, person));
  const start = Buffer.from(
    JSON.stringify({
      size: 3_000_000,
      contentType: "image/png",
      lastModified: "2026-01-01T00:00:00Z",
    }),
  );
  await must(
    app.call(
      filesContract.uploadFile,
      { params: at("Halb.png"), query: { phase: "start" }, body: start },
      person,
    ),
  );
  const calendar = await must(
    app.call(
      calendarsContract.createCalendar,
      { body: { name: "Vorstand", color: "RED", grants } },
      boss,
    ),
  );
  for (const recurrence of [null, "FREQ=WEEKLY;COUNT=10"]) {
    const body = { title: "Training", recurrence, ...EVENING };
    const event = await must(
      app.call(calendarsContract.createEvent, { params: { id: calendar.body.id }, body }, boss),
    );
    const query = recurrence === null ? {} : { scope: "ALL" as const };
    await must(
      app.call(
        invitationsContract.invite,
        { params: { id: event.body.id }, query, body: { userIds: [person.id] } },
        boss,
      ),
    );
  }
  const { body: own } = await must(app.call(invitationsContract.searchMyInvitations, {}, person));
  const answer = {
    params: { id: own.content[0]?.id ?? "" },
    query: { accept: "true" as const },
    body: { comment: "Streng vertraulich" },
  };
  await must(app.call(invitationsContract.answerInvitation, answer, person));
  await aMessage(app, boss, { subject: "Für Sie", recipientIds: [person.id] }, [
    { name: "Anhang.png", bytes: PIXEL },
  ]);
  await aMessage(app, person, { subject: "Gruß von Wilhelmine Xylander", recipientIds: [boss.id] });
  await must(
    app.call(
      messagesContract.createDraft,
      { body: { subject: "Xylander angefangen", recipientIds: [boss.id] } },
      person,
    ),
  );
  await must(
    app.call(
      messagesContract.createDraft,
      { body: { subject: "An jemand", recipientIds: [person.id] } },
      boss,
    ),
  );
}

async function importAndExport(app: TestApp, boss: TestUser, person: TestUser): Promise<void> {
  const source = await must(
    app.call(importContract.createImportSource, { body: { name: "Verbandsliste" } }, person),
  );
  const file = Buffer.from(
    "Vorname;Nachname;Geburtstag;Telefon\nWilhelmine;Xylander;17.05.1970;+49 171 3920777\n",
  );
  const run = await must(
    app.call(
      importContract.runImportSource,
      { params: { id: source.body.id }, body: file },
      person,
    ),
  );
  await app.runJobs();
  await must(app.call(importContract.applyImport, { params: { id: run.body.id } }, person));
  await app.runJobs();
  const target = await must(
    app.call(
      exportContract.createExportTarget,
      { body: { name: "Änderungen", format: "CSV", onlyChanges: true } },
      person,
    ),
  );
  await must(app.call(exportContract.runExportTarget, { params: { id: target.body.id } }, boss));
}
