import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calendarsContract } from "#modules/calendars/contract.ts";
import { filesContract } from "#modules/files/contract.ts";
import { invitationsContract } from "#modules/calendars/invitation-contract.ts";
import { importContract } from "#modules/transfer/import-contract.ts";
import { groupsContract } from "#modules/groups/contract.ts";
import { messagesContract } from "#modules/messages/contract.ts";
import { messageForm } from "#modules/messages/server/testing.ts";
import { changelogContract } from "#modules/changelog/contract.ts";
import { tenantsContract } from "#modules/tenants/contract.ts";
import { exportContract } from "#modules/transfer/export-contract.ts";
import { mappingContract } from "#modules/transfer/mapping-contract.ts";
import { usersContract } from "#modules/users/contract.ts";
import { PERMISSIONS, type Permission } from "#platform/contract/permissions.ts";
import type { Contract, Route } from "#platform/contract/route.ts";
import { withClient } from "#platform/server/migrate.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { modules } from "../modules.ts";
import { contracts, PIXEL, type Records, type Sample, samples } from "./samples.ts";

/**
 * Every route of every contract, called by those who must not. Generated: a new route is in here on the day it is
 * written, because its sample does not compile otherwise.
 */

interface Case {
  name: string;
  route: Route;
  sample(records: Records): Sample<Route>;
}

const cases: Case[] = Object.entries(contracts).flatMap(([module, contract]) =>
  Object.entries(contract as Contract).map(([name, route]) => ({
    name: `${module}.${name}`,
    route,
    sample: (samples as unknown as Record<string, Record<string, (records: Records) => Sample<Route>>>)[module]?.[name] ?? (() => ({})),
  })),
);
const guarded = cases.filter(({ route }) => route.access !== "public");
/** A stream stays open: its refusals are tried, its success is not. */
const answering = guarded.filter(({ name }) => name !== "system.listenToUpdates");

let app: TestApp;
let alpha: Awaited<ReturnType<TestApp["tenant"]>>;
let alphaAdmin: TestUser;
let betaAdmin: TestUser;
let records: Records;

beforeAll(async () => {
  app = await testApp();
  alpha = await app.tenant("alpha");
  const beta = await app.tenant("beta");
  alphaAdmin = await app.user(alpha, { isAdmin: true });
  betaAdmin = await app.user(beta, { isAdmin: true });
  records = await makeRecords(alphaAdmin);
});
afterAll(() => app?.close());

async function makeRecords(admin: TestUser): Promise<Records> {
  const user = await app.call(usersContract.createUser, { body: { firstname: "Hilde", lastname: "Eigen", email: "hilde@example.org" } }, admin);
  expect(user.status).toBe(201);
  const group = await app.call(groupsContract.createGroup, { body: { name: "Vorstand" } }, admin);
  expect(group.status).toBe(201);
  const subgroup = await app.call(groupsContract.createGroup, { body: { name: "Beirat", parentId: group.body.id } }, admin);
  await app.call(groupsContract.putGroupMember, { params: { id: group.body.id, userId: user.body.id }, body: {} }, admin);
  const view = await app.call(usersContract.createView, { body: { name: "Geteilte Ansicht", shared: true } }, admin);
  const field = await app.call(tenantsContract.createCustomField, { body: { key: "groesse", kind: "TEXT", label: "Größe" } }, admin);
  const changes = await app.call(changelogContract.searchChanges, { query: { user: user.body.id } }, admin);
  const share = await app.call(filesContract.createFileShare, { body: { name: "Ablage", grants: [{ subject: "ALL", access: "WRITE" }] } }, admin);
  const picture = await app.call(filesContract.uploadFile, { params: { id: share.body.id, path: "Bild.png" }, body: PIXEL }, admin);
  expect(picture.status).toBe(201);
  const target = await app.call(exportContract.createExportTarget, { body: { name: "Verbandsmeldung", format: "CSV" } }, admin);
  const run = await app.call(exportContract.runExportTarget, { params: { id: target.body.id } }, admin);
  await app.runJobs();
  const changeId = changes.body.content[0]?.id;
  if (changeId === undefined) throw new Error("creating a member left no history");
  const calendar = await app.call(
    calendarsContract.createCalendar,
    { body: { name: "Vereinstermine", color: "GREEN", grants: [{ subject: "ALL", access: "WRITE" }] } },
    admin,
  );
  const times = { startDateTime: "2096-12-01T18:30:00+01:00", endDateTime: "2096-12-01T20:00:00+01:00" };
  const event = await app.call(calendarsContract.createEvent, { params: { id: calendar.body.id }, body: { title: "Weihnachtsfeier", ...times } }, admin);
  const weekly = { title: "Training", recurrence: "FREQ=WEEKLY", ...times };
  await app.call(calendarsContract.createEvent, { params: { id: calendar.body.id }, body: weekly }, admin);
  const month = await app.call(calendarsContract.listMonth, { params: { id: calendar.body.id, y: 2096, m: 12 } }, admin);
  const occurrenceId = month.body.find(({ occurrenceOf }) => occurrenceOf !== null)?.id;
  if (occurrenceId === undefined) throw new Error("a weekly series has no occurrence");
  const invited = await app.call(invitationsContract.invite, { params: { id: event.body.id }, body: { userIds: [user.body.id] } }, admin);
  const mapping = await app.call(mappingContract.createMappingConfig, { body: { name: "Mitgliederliste", isExport: false, entries: [] } }, admin);
  const form = messageForm({ subject: "Einladung", messageContent: "<p>Bitte kommen.</p>", recipientIds: [user.body.id] }, [
    { name: "Bild.png", bytes: PIXEL },
  ]);
  const message = await app.call(messagesContract.sendMessage, form, admin);
  expect(message.status).toBe(201);
  const draft = await app.call(messagesContract.createDraft, { body: { subject: "Angefangen" } }, admin);
  const draftFile = await app.call(messagesContract.uploadDraftAttachment, { params: { id: draft.body.id }, query: { name: "Bild.png" }, body: PIXEL }, admin);
  const source = await app.call(importContract.createImportSource, { body: { name: "Mitgliederliste" } }, admin);
  const importRun = await app.call(
    importContract.runImportSource,
    { params: { id: source.body.id }, body: Buffer.from("Nachname;Vorname;Geburtstag\n;Ohne;01.01.1990\n") },
    admin,
  );
  expect(importRun.status).toBe(202);
  await app.runJobs();
  return {
    importSourceId: source.body.id,
    importRunId: importRun.body.id,
    userId: user.body.id,
    groupId: group.body.id,
    subgroupId: subgroup.body.id,
    viewId: view.body.id,
    customFieldId: field.body.id,
    changeId,
    shareId: share.body.id,
    calendarId: calendar.body.id,
    eventId: event.body.id,
    occurrenceId,
    invitationId: invited.body[0]?.id ?? "",
    publicInvitationId: await publicIdOf(invited.body[0]?.id ?? ""),
    messageId: message.body.id,
    mailToken: await mailTokenOf(message.body.id),
    attachmentId: message.body.attachments[0]?.id ?? "",
    draftId: draft.body.id,
    draftAttachmentId: draftFile.body.id,
    exportTargetId: target.body.id,
    exportRunId: run.body.id,
    mappingConfigId: mapping.body.id,
  };
}

async function publicIdOf(invitationId: string): Promise<string> {
  const read = (client: Client) => client.query<{ public_id: string }>("SELECT public_id FROM invitation WHERE id = $1", [invitationId]);
  const { rows } = await withClient(app.services.environment.databaseUrl ?? "", read);
  return rows[0]?.public_id ?? "";
}

/** Has the message mailed, and reads the link in its mail. */
async function mailTokenOf(messageId: string): Promise<string> {
  await app.runJobs();
  const read = (client: Client) => client.query<{ id: string }>("SELECT id FROM message_mail WHERE message_id = $1", [messageId]);
  const { rows } = await withClient(app.services.environment.databaseUrl ?? "", read);
  const mail = await readFile(join(app.services.environment.dataDir, "mail", `${rows[0]?.id ?? ""}.eml`), "utf8");
  return /message-mail\/([0-9a-f-]{36}\.[\w-]+)>/.exec(mail.replaceAll(/\r\n\s/g, ""))?.[1] ?? "";
}

/** Every row of a tenant as one number, read past row-level security. */
async function fingerprint(tenantId: string): Promise<string> {
  const ownerUrl = app.services.environment.databaseUrl ?? "";
  return withClient(ownerUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'idempotent_answer' ORDER BY 1",
    );
    const sums: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ sum: string }>(
        `SELECT coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS sum FROM ${client.escapeIdentifier(name)} t WHERE tenant_id = $1`,
        [tenantId],
      );
      sums.push(`${name}=${rows[0]?.sum ?? ""}`);
    }
    return sums.join(";");
  });
}

test("the list of modules and the list of contracts are the same", () => {
  const covered = new Set<Contract>(Object.values(contracts));
  expect(modules.filter(({ contract }) => !covered.has(contract))).toEqual([]);
});

describe.each(guarded)("$name", ({ route, sample }) => {
  test("without a token: 401", async () => {
    const answer = await app.call(route, sample(records) as never, null, alpha);
    expect(answer.status).toBe(401);
  });

  test("with another tenant's token: 401", async () => {
    const answer = await app.call(route, sample(records) as never, betaAdmin, alpha);
    expect(answer.status).toBe(401);
  });

  test("at a tenant that does not exist: 404", async () => {
    const answer = await app.call(route, sample(records) as never, betaAdmin, { ...alpha, name: "gibtesnicht" });
    expect(answer.status).toBe(404);
  });
});

describe.each(answering.filter(({ sample }) => sample(emptyRecords()).namesRecord === true))("$name with foreign ids", ({ route, sample }) => {
  test("answers 404 like a random id and touches nothing", async () => {
    const before = await fingerprint(alpha.id);
    const foreign = await app.call(route, sample(records) as never, betaAdmin);
    const random = await app.call(route, sample(emptyRecords()) as never, betaAdmin);
    expect(foreign.status).toBe(404);
    expect(comparable(foreign.body)).toEqual(comparable(random.body));
    expect(await fingerprint(alpha.id)).toBe(before);
  });
});

describe("foreign ids beside the path", () => {
  test("a group's parent, a list's group and the ids of an export are not found", async () => {
    const before = await fingerprint(alpha.id);
    const parent = await app.call(groupsContract.createGroup, { body: { name: "Unterwandert", parentId: records.groupId } }, betaAdmin);
    expect([404, 422]).toContain(parent.status);
    const list = await app.call(usersContract.searchUsers, { query: { group: records.groupId } }, betaAdmin);
    expect(list.status === 404 || list.body.totalElements === 0).toBe(true);
    const file = await app.call(usersContract.exportUsers, { body: { ids: [records.userId], format: "CSV", columns: ["lastname"] } }, betaAdmin);
    expect(file.status === 404 || !file.bytes.toString("utf8").includes("Eigen")).toBe(true);
    const history = await app.call(changelogContract.searchChanges, { query: { user: records.userId } }, betaAdmin);
    expect(history.status === 404 || history.body.totalElements === 0).toBe(true);
    expect(await fingerprint(alpha.id)).toBe(before);
  });
});

describe("foreign ids in a message", () => {
  test("reach nobody, take no files along and send no draft", async () => {
    const before = await fingerprint(alpha.id);
    const own = { subject: "Fremd", recipientIds: [betaAdmin.id] };
    const tries = [
      { subject: "Fremd", recipientIds: [records.userId] },
      { subject: "Fremd", recipientGroupIds: [records.groupId] },
      { ...own, forwardAttachmentsOf: records.messageId },
      { ...own, replyTo: records.messageId },
      { ...own, draftId: records.draftId },
    ];
    for (const request of tries) {
      const answer = await app.call(messagesContract.sendMessage, messageForm(request), betaAdmin);
      expect([request, answer.status]).toEqual([request, expect.toSatisfy((status: number) => status === 409 || status === 422)]);
    }
    for (const body of [{ recipientIds: [records.userId] }, { recipientGroupIds: [records.groupId] }]) {
      expect((await app.call(messagesContract.countRecipients, { body }, betaAdmin)).status).toBe(422);
      expect((await app.call(messagesContract.printLetterList, { body }, betaAdmin)).status).toBe(422);
    }
    const draft = await app.call(messagesContract.createDraft, { body: { forwardAttachmentsOf: records.messageId } }, betaAdmin);
    expect(draft.status).toBe(422);
    const names = await app.call(messagesContract.createDraft, { body: { recipientIds: [records.userId], replyTo: records.messageId } }, betaAdmin);
    expect(names.body).toMatchObject({ recipientNames: [], replyTo: null });
    expect(await fingerprint(alpha.id)).toBe(before);
  });
});

describe("role × permission", () => {
  const holders = new Map<Permission | "nothing", TestUser>();

  beforeAll(async () => {
    holders.set("nothing", await app.user(alpha, { firstname: "Ohne", lastname: "Recht" }));
    for (const permission of PERMISSIONS) holders.set(permission, await app.user(alpha, { firstname: "Nur", lastname: permission, permissions: [permission] }));
  });

  test.each(guarded.filter(({ route }) => route.access !== "loggedIn"))("$name opens to its right only", async ({ route, sample, name }) => {
    const enough = typeof route.access === "string" ? [route.access] : [...route.access];
    for (const [permission, user] of holders) {
      if (name === "system.listenToUpdates") continue;
      if ((enough as string[]).includes(permission)) continue;
      const answer = await app.call(route, sample(records) as never, user);
      expect(`${permission}: ${answer.status}`).toBe(`${permission}: 403`);
    }
  });

  // An upload is seen by who began it only; an export's file by those who see members too.
  test.each(
    answering.filter(
      ({ route, name }) => route.method === "GET" && route.access !== "loggedIn" && !["files.getUpload", "transfer.getExportFile"].includes(name),
    ),
  )("$name can be read with its right", async ({ route, sample }) => {
    const [permission] = typeof route.access === "string" ? [route.access] : route.access;
    const user = holders.get(permission as Permission);
    const answer = await app.call(route, sample(records) as never, user ?? alphaAdmin);
    expect(answer.status).toBe(200);
  });
});

function emptyRecords(): Records {
  const nobody = "0192d3a0-0000-7000-8000-000000000000";
  return {
    userId: nobody,
    groupId: nobody,
    subgroupId: nobody,
    viewId: nobody,
    customFieldId: nobody,
    changeId: nobody,
    shareId: nobody,
    calendarId: nobody,
    eventId: nobody,
    occurrenceId: nobody,
    invitationId: nobody,
    importSourceId: nobody,
    importRunId: nobody,
    publicInvitationId: "AAAAAAAAAAAAAAAAAAAAAAAA",
    messageId: nobody,
    mailToken: `${nobody}.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`,
    attachmentId: nobody,
    draftId: nobody,
    draftAttachmentId: nobody,
    exportTargetId: nobody,
    exportRunId: nobody,
    mappingConfigId: 2_000_000_000,
  };
}

function comparable(body: unknown): unknown {
  return { ...(body as object), requestId: "" };
}
