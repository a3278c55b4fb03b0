import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { groupsContract } from "#modules/members/groups-contract.ts";
import { usersContract } from "#modules/members/contract.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import {
  importContract,
  type ImportRow,
  type ImportRun,
  type RowKind,
} from "../../import-contract.ts";

type Settings = Partial<
  Parameters<typeof importContract.createImportSource.body.parse>[0] & object
>;

/** A server with one club, for the tests of imports. */
export async function clubForImports(name = "alpha", variables: Record<string, string> = {}) {
  return importClub(await testApp({ variables }), name);
}

/** A club with an administrator; several on one server don't meet. */
export async function importClub(app: TestApp, name: string) {
  const tenant = await app.tenant(name);
  const admin = await app.user(tenant, { isAdmin: true, firstname: "Ada", lastname: "Admin" });
  return { ...clubOf(app, tenant, admin), app, tenant, admin };
}

export type ImportClub = Awaited<ReturnType<typeof importClub>>;

function clubOf(app: TestApp, tenant: TenantRow, admin: TestUser) {
  const getRun = async (id: string, as = admin): Promise<ImportRun> =>
    (await app.call(importContract.getImportRun, { params: { id } }, as)).body;
  return {
    getRun,
    async source(settings: Settings = {}, as = admin): Promise<string> {
      const answer = await app.call(
        importContract.createImportSource,
        { body: { name: `Quelle ${crypto.randomUUID().slice(0, 8)}`, ...settings } },
        as,
      );
      if (answer.status !== 201) throw new Error(`no source: ${JSON.stringify(answer.body)}`);
      return answer.body.id;
    },
    /** Reads and compares a file; the run as it is then. */
    async preview(sourceId: string, text: string | Buffer, as = admin): Promise<ImportRun> {
      const body = typeof text === "string" ? Buffer.from(text) : text;
      const answer = await app.call(
        importContract.runImportSource,
        { params: { id: sourceId }, body, headers: { "x-file-name": "Mitglieder.csv" } },
        as,
      );
      if (answer.status !== 202) throw new Error(`no run: ${JSON.stringify(answer.body)}`);
      await app.runJobs();
      return getRun(answer.body.id);
    },
    async apply(id: string, as = admin): Promise<ImportRun> {
      const answer = await app.call(importContract.applyImport, { params: { id } }, as);
      if (answer.status !== 202) throw new Error(`not applied: ${JSON.stringify(answer.body)}`);
      await app.runJobs();
      return getRun(id);
    },
    async revert(id: string, as = admin): Promise<ImportRun> {
      const answer = await app.call(importContract.revertImport, { params: { id } }, as);
      if (answer.status !== 202) throw new Error(`not taken back: ${JSON.stringify(answer.body)}`);
      await app.runJobs();
      return getRun(id);
    },
    async rows(id: string, kind?: RowKind, as = admin): Promise<ImportRow[]> {
      return (
        await app.call(
          importContract.listImportRows,
          { params: { id }, query: { size: 200, ...(kind && { kind }) } },
          as,
        )
      ).body.content;
    },
    async members() {
      return (
        await app.call(
          usersContract.searchUsers,
          { query: { size: 200, sort: "memberNumber" } },
          admin,
        )
      ).body.content.filter(({ id }) => id !== admin.id);
    },
    async group(groupName: string, parentId?: string): Promise<string> {
      return (
        await app.call(
          groupsContract.createGroup,
          { body: { name: groupName, ...(parentId && { parentId }) } },
          admin,
        )
      ).body.id;
    },
    tenant,
  };
}
