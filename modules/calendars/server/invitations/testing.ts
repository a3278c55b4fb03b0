import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import type { TestApp, TestUser } from "#apps/server/testing.ts";
import type { BodyInput } from "#platform/contract/route.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { calendarsContract, type Event } from "../../contract.ts";
import {
  type EventInvitation,
  type Invitation,
  invitationsContract as api,
} from "../../invitation-contract.ts";

type Grants = NonNullable<BodyInput<typeof calendarsContract.createCalendar>["grants"]>;

const DAY_MS = 86_400_000;
let names = 0;

/** `days` from now, at full seconds. */
export function inDays(days: number): string {
  return new Date(Math.floor((Date.now() + days * DAY_MS) / 1_000) * 1_000).toISOString();
}

export async function aCalendar(app: TestApp, admin: TestUser, grants?: Grants): Promise<string> {
  const body = {
    name: `Kalender ${++names}`,
    color: "GREEN" as const,
    ...(grants === undefined ? {} : { grants }),
  };
  return (await app.call(calendarsContract.createCalendar, { body }, admin)).body.id;
}

/** An event in ten days, in a calendar of its own unless one is named. */
export async function anEvent(
  app: TestApp,
  admin: TestUser,
  more: { calendarId?: string; [field: string]: unknown } = {},
): Promise<Event> {
  const { calendarId = await aCalendar(app, admin), ...fields } = more;
  const body = {
    title: "Sommerfest",
    startDateTime: inDays(10),
    endDateTime: inDays(10.1),
    ...fields,
  };
  const answer = await app.call(
    calendarsContract.createEvent,
    { params: { id: calendarId }, body },
    admin,
  );
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** Changes fields of an event, as its form does. */
export async function changedEvent(
  app: TestApp,
  admin: TestUser,
  id: string,
  changes: object,
  query: { resetAnswers?: "true"; scope?: "ONE" | "ALL" | "FOLLOWING" } = {},
) {
  const { body: event } = await app.call(calendarsContract.getEvent, { params: { id } }, admin);
  const {
    title,
    description,
    location,
    meetAt,
    startDateTime,
    endDateTime,
    allDay,
    invitationSettings,
    version,
  } = event;
  const body = {
    title,
    description,
    location,
    meetAt,
    startDateTime,
    endDateTime,
    allDay,
    invitationSettings,
    version,
    ...changes,
  };
  const answer = await app.call(
    calendarsContract.updateEvent,
    { params: { id }, query, body },
    admin,
  );
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

export async function invited(
  app: TestApp,
  organiser: TestUser,
  eventId: string,
  body: object,
): Promise<EventInvitation[]> {
  const answer = await app.call(api.invite, { params: { id: eventId }, body }, organiser);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** The member's own answer to an event they are invited to. */
export async function answers(
  app: TestApp,
  user: TestUser,
  eventId: string,
  accept: boolean,
  body?: { comment?: string; companions?: number },
) {
  const own = await app.call(api.searchMyInvitations, { query: { state: "ALL", size: 200 } }, user);
  const id = own.body.content.find(({ event }) => event.id === eventId)?.id ?? "";
  return app.call(
    api.answerInvitation,
    { params: { id }, query: { accept: String(accept) }, ...(body === undefined ? {} : { body }) },
    user,
  );
}

export async function overview(app: TestApp, organiser: TestUser, eventId: string) {
  return (
    await app.call(
      api.listEventInvitations,
      { params: { id: eventId }, query: { size: 200 } },
      organiser,
    )
  ).body;
}

/** The unguessable id of the mailed link. */
export async function publicId(app: TestApp, { id }: Pick<Invitation, "id">): Promise<string> {
  const { rows } = await sql<{ public_id: string }>(
    app,
    "SELECT public_id FROM invitation WHERE id = $1",
    [id],
  );
  return rows[0]?.public_id ?? "";
}

/** Past the application's rights: for looking behind it and for making the past. */
export function sql<Row extends object>(app: TestApp, text: string, values: unknown[] = []) {
  return withClient(app.services.environment.databaseUrl ?? "", async (client) => {
    // Triggers write down and announce changes for a tenant: the first one.
    await client.query(
      "SELECT set_config('app.tenant_id', (SELECT tenant_id::text FROM tenant ORDER BY name LIMIT 1), false)",
    );
    return client.query<Row>(text, values);
  });
}

/** Runs every job, also those of a later time, until nothing is left. */
export async function runAllJobs(app: TestApp): Promise<void> {
  for (let round = 0; round < 5; round++) {
    await sql(app, "UPDATE graphile_worker._private_jobs SET run_at = now()");
    await app.runJobs();
  }
}

/** Mails written since the last look. */
export function mailbox(app: TestApp): () => Promise<Email[]> {
  const seen = new Set<string>();
  const folder = join(app.services.environment.dataDir, "mail");
  return async () => {
    await runAllJobs(app);
    const names = (await readdir(folder).catch(() => [] as string[])).filter(
      (name) => !seen.has(name),
    );
    for (const name of names) seen.add(name);
    return Promise.all(
      names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
    );
  };
}
