import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { expect } from "vitest";
import { calendarsContract } from "#modules/calendars/contract.ts";
import { invitationsContract } from "#modules/calendars/invitation-contract.ts";
import { changelogContract } from "#modules/changelog/contract.ts";
import { filesContract } from "#modules/files/contract.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { messagesContract } from "#modules/messages/contract.ts";
import { messageForm } from "#modules/messages/server/testing.ts";
import { tenantsContract } from "#modules/tenants/contract.ts";
import { exportContract } from "#modules/transfer/export-contract.ts";
import { importContract } from "#modules/transfer/import-contract.ts";
import { mappingContract } from "#modules/transfer/mapping-contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import type { TestApp, TestUser } from "#apps/server/testing.ts";
import { PIXEL, type Records } from "../samples.ts";

/** One record of each kind, made by an administrator through the API. */
export async function makeRecords(app: TestApp, admin: TestUser): Promise<Records> {
  const user = await app.call(
    usersContract.createUser,
    { body: { firstname: "Hilde", lastname: "Eigen", email: "hilde@example.org" } },
    admin,
  );
  expect(user.status).toBe(201);
  const group = await app.call(groupsContract.createGroup, { body: { name: "Vorstand" } }, admin);
  expect(group.status).toBe(201);
  const subgroup = await app.call(
    groupsContract.createGroup,
    { body: { name: "Beirat", parentId: group.body.id } },
    admin,
  );
  await app.call(
    groupsContract.putGroupMember,
    { params: { id: group.body.id, userId: user.body.id }, body: {} },
    admin,
  );
  const view = await app.call(
    usersContract.createView,
    { body: { name: "Geteilte Ansicht", shared: true } },
    admin,
  );
  const field = await app.call(
    tenantsContract.createCustomField,
    { body: { key: "groesse", kind: "TEXT", label: "Größe" } },
    admin,
  );
  const changes = await app.call(
    changelogContract.searchChanges,
    { query: { user: user.body.id } },
    admin,
  );
  const share = await app.call(
    filesContract.createFileShare,
    { body: { name: "Ablage", grants: [{ subject: "ALL", access: "WRITE" }] } },
    admin,
  );
  const picture = await app.call(
    filesContract.uploadFile,
    { params: { id: share.body.id, path: "Bild.png" }, body: PIXEL },
    admin,
  );
  expect(picture.status).toBe(201);
  const target = await app.call(
    exportContract.createExportTarget,
    { body: { name: "Verbandsmeldung", format: "CSV" } },
    admin,
  );
  const run = await app.call(
    exportContract.runExportTarget,
    { params: { id: target.body.id } },
    admin,
  );
  await app.runJobs();
  const changeId = changes.body.content[0]?.id;
  if (changeId === undefined) throw new Error("creating a member left no history");
  const calendar = await app.call(
    calendarsContract.createCalendar,
    {
      body: {
        name: "Vereinstermine",
        color: "GREEN",
        grants: [{ subject: "ALL", access: "WRITE" }],
      },
    },
    admin,
  );
  const times = {
    startDateTime: "2096-12-01T18:30:00+01:00",
    endDateTime: "2096-12-01T20:00:00+01:00",
  };
  const event = await app.call(
    calendarsContract.createEvent,
    { params: { id: calendar.body.id }, body: { title: "Weihnachtsfeier", ...times } },
    admin,
  );
  const weekly = { title: "Training", recurrence: "FREQ=WEEKLY", ...times };
  const series = await app.call(
    calendarsContract.createEvent,
    { params: { id: calendar.body.id }, body: weekly },
    admin,
  );
  const month = await app.call(
    calendarsContract.listMonth,
    { params: { id: calendar.body.id, y: 2096, m: 12 } },
    admin,
  );
  const occurrenceId = month.body.find(({ occurrenceOf }) => occurrenceOf !== null)?.id;
  if (occurrenceId === undefined) throw new Error("a weekly series has no occurrence");
  const invited = await app.call(
    invitationsContract.invite,
    { params: { id: event.body.id }, body: { userIds: [user.body.id] } },
    admin,
  );
  await app.call(
    invitationsContract.invite,
    { params: { id: series.body.id }, body: { userIds: [user.body.id] } },
    admin,
  );
  const mapping = await app.call(
    mappingContract.createMappingConfig,
    { body: { name: "Mitgliederliste", isExport: false, entries: [] } },
    admin,
  );
  const form = messageForm(
    { subject: "Einladung", messageContent: "<p>Bitte kommen.</p>", recipientIds: [user.body.id] },
    [{ name: "Bild.png", bytes: PIXEL }],
  );
  const message = await app.call(messagesContract.sendMessage, form, admin);
  expect(message.status).toBe(201);
  const draft = await app.call(
    messagesContract.createDraft,
    { body: { subject: "Angefangen" } },
    admin,
  );
  const draftFile = await app.call(
    messagesContract.uploadDraftAttachment,
    { params: { id: draft.body.id }, query: { name: "Bild.png" }, body: PIXEL },
    admin,
  );
  const source = await app.call(
    importContract.createImportSource,
    { body: { name: "Mitgliederliste" } },
    admin,
  );
  const importRun = await app.call(
    importContract.runImportSource,
    {
      params: { id: source.body.id },
      body: Buffer.from("Nachname;Vorname;Geburtstag\n;Ohne;01.01.1990\n"),
    },
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
    publicInvitationId: await publicIdOf(
      app,
      "SELECT public_id FROM invitation WHERE id = $1",
      invited.body[0]?.id ?? "",
    ),
    publicSeriesId: await publicIdOf(
      app,
      "SELECT public_id FROM series_invitee WHERE series_id = $1",
      series.body.id,
    ),
    messageId: message.body.id,
    mailToken: await mailTokenOf(app, message.body.id),
    attachmentId: message.body.attachments[0]?.id ?? "",
    draftId: draft.body.id,
    draftAttachmentId: draftFile.body.id,
    exportTargetId: target.body.id,
    exportRunId: run.body.id,
    mappingConfigId: mapping.body.id,
  };
}

async function publicIdOf(app: TestApp, text: string, id: string): Promise<string> {
  const read = (client: Client) => client.query<{ public_id: string }>(text, [id]);
  const { rows } = await withClient(app.services.environment.databaseUrl ?? "", read);
  return rows[0]?.public_id ?? "";
}

/** Has the message mailed, and reads the link in its mail. */
async function mailTokenOf(app: TestApp, messageId: string): Promise<string> {
  await app.runJobs();
  const read = (client: Client) =>
    client.query<{ id: string }>("SELECT id FROM message_mail WHERE message_id = $1", [messageId]);
  const { rows } = await withClient(app.services.environment.databaseUrl ?? "", read);
  const mail = await readFile(
    join(app.services.environment.dataDir, "mail", `${rows[0]?.id ?? ""}.eml`),
    "utf8",
  );
  return /message-mail\/([0-9a-f-]{36}\.[\w-]+)>/.exec(mail.replaceAll(/\r\n\s/g, ""))?.[1] ?? "";
}
