import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { messagesContract } from "#modules/messages/contract.ts";
import { messageForm } from "#modules/messages/server/testing.ts";
import { changelogContract } from "#modules/changelog/contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import { PERMISSIONS, type Permission } from "#platform/contract/permissions.ts";
import type { Contract } from "#platform/contract/route.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { modules } from "../modules.ts";
import { fingerprintOf, firstCulprit } from "./fingerprint/testing.ts";
import { type Case, cases } from "./cases.ts";
import { makeRecords } from "./records/testing.ts";
import { contracts, type Records } from "./samples.ts";

/**
 * Every route of every contract, called by those who must not. Generated: a new route is in here on
 * the day it is written, because its sample does not compile otherwise.
 */

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
  records = await makeRecords(app, alphaAdmin);
});
afterAll(() => app?.close());

test("the list of modules and the list of contracts are the same", () => {
  const covered = new Set<Contract>(Object.values(contracts));
  const missing = modules.filter(({ contract }) => !covered.has(contract));
  expect(
    missing.map(({ name }) => name),
    "modules whose contract samples.ts lacks",
  ).toEqual([]);
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
    const answer = await app.call(route, sample(records) as never, betaAdmin, {
      ...alpha,
      name: "gibtesnicht",
    });
    expect(answer.status).toBe(404);
  });
});

const naming = answering.filter(({ sample }) => sample(emptyRecords()).namesRecord === true);

describe("foreign ids", () => {
  let before: string;
  beforeAll(async () => {
    before = await fingerprintOf(app, alpha.id);
  });

  test.each(naming)("$name answers 404 like a random id", async ({ route, sample }) => {
    const foreign = await app.call(route, sample(records) as never, betaAdmin);
    const random = await app.call(route, sample(emptyRecords()) as never, betaAdmin);
    expect(foreign.status).toBe(404);
    expect(comparable(foreign.body)).toEqual(comparable(random.body));
  });

  test("none of these calls touched anything", async () => {
    if ((await fingerprintOf(app, alpha.id)) === before) return expect(before).not.toBe("");
    const culprit = await firstCulprit(naming, touchesSomething);
    expect.fail(`a call with foreign ids touched the other club: ${culprit?.name ?? "unknown"}`);
  }, 300_000);
});

/** Do these calls with foreign ids change the other club? In an application of their own. */
async function touchesSomething(some: readonly Case[]): Promise<boolean> {
  const fresh = await testApp();
  try {
    const owner = await fresh.user(await fresh.tenant("alpha"), { isAdmin: true });
    const stranger = await fresh.user(await fresh.tenant("beta"), { isAdmin: true });
    const made = await makeRecords(fresh, owner);
    const untouched = await fingerprintOf(fresh, owner.tenant.id);
    for (const { route, sample } of some) await fresh.call(route, sample(made) as never, stranger);
    return (await fingerprintOf(fresh, owner.tenant.id)) !== untouched;
  } finally {
    await fresh.close();
  }
}

describe("foreign ids beside the path", () => {
  test("a group's parent, a list's group and the ids of an export are not found", async () => {
    const before = await fingerprintOf(app, alpha.id);
    const parent = await app.call(
      groupsContract.createGroup,
      { body: { name: "Unterwandert", parentId: records.groupId } },
      betaAdmin,
    );
    expect([404, 422]).toContain(parent.status);
    const list = await app.call(
      usersContract.searchUsers,
      { query: { group: records.groupId } },
      betaAdmin,
    );
    expect(list.status === 404 || list.body.totalElements === 0).toBe(true);
    const file = await app.call(
      usersContract.exportUsers,
      { body: { ids: [records.userId], format: "CSV", columns: ["lastname"] } },
      betaAdmin,
    );
    expect(file.status === 404 || !file.bytes.toString("utf8").includes("Eigen")).toBe(true);
    const history = await app.call(
      changelogContract.searchChanges,
      { query: { user: records.userId } },
      betaAdmin,
    );
    expect(history.status === 404 || history.body.totalElements === 0).toBe(true);
    expect(await fingerprintOf(app, alpha.id)).toBe(before);
  });
});

describe("foreign ids in a message", () => {
  test("reach nobody, take no files along and send no draft", async () => {
    const before = await fingerprintOf(app, alpha.id);
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
      expect([request, answer.status]).toEqual([
        request,
        expect.toSatisfy((status: number) => status === 409 || status === 422),
      ]);
    }
    for (const body of [
      { recipientIds: [records.userId] },
      { recipientGroupIds: [records.groupId] },
    ]) {
      expect((await app.call(messagesContract.countRecipients, { body }, betaAdmin)).status).toBe(
        422,
      );
      expect((await app.call(messagesContract.printLetterList, { body }, betaAdmin)).status).toBe(
        422,
      );
    }
    const draft = await app.call(
      messagesContract.createDraft,
      { body: { forwardAttachmentsOf: records.messageId } },
      betaAdmin,
    );
    expect(draft.status).toBe(422);
    const names = await app.call(
      messagesContract.createDraft,
      { body: { recipientIds: [records.userId], replyTo: records.messageId } },
      betaAdmin,
    );
    expect(names.body).toMatchObject({ recipientNames: [], replyTo: null });
    expect(await fingerprintOf(app, alpha.id)).toBe(before);
  });
});

describe("role × permission", () => {
  const holders = new Map<Permission | "nothing", TestUser>();

  beforeAll(async () => {
    holders.set("nothing", await app.user(alpha, { firstname: "Ohne", lastname: "Recht" }));
    for (const permission of PERMISSIONS)
      holders.set(
        permission,
        await app.user(alpha, {
          firstname: "Nur",
          lastname: permission,
          permissions: [permission],
        }),
      );
  });

  test.each(guarded.filter(({ route }) => route.access !== "loggedIn"))(
    "$name opens to its right only",
    async ({ route, sample, name }) => {
      const enough = typeof route.access === "string" ? [route.access] : [...route.access];
      for (const [permission, user] of holders) {
        if (name === "system.listenToUpdates") continue;
        if ((enough as string[]).includes(permission)) continue;
        const answer = await app.call(route, sample(records) as never, user);
        expect(`${permission}: ${answer.status}`).toBe(`${permission}: 403`);
      }
    },
  );

  // An upload is seen by who began it only; an export's file and what is wrong with rows of an
  // import by those who see members too.
  test.each(
    answering.filter(
      ({ route, name }) =>
        route.method === "GET" &&
        route.access !== "loggedIn" &&
        !["files.getUpload", "transfer.getExportFile", "transfer.getFaultyRows"].includes(name),
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
    publicSeriesId: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
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
