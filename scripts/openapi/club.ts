import type { AddressInfo } from "node:net";
import { calendarsContract } from "#modules/calendars/contract.ts";
import { filesContract } from "#modules/files/contract.ts";
import { systemContract } from "#modules/system/contract.ts";
import { makeRecords } from "#apps/server/contract-tests/records/testing.ts";
import { fillClub, userOf } from "#apps/server/contract-tests/rights/people/testing.ts";
import type { Club } from "#apps/server/contract-tests/rights/testing.ts";
import { testApp } from "#apps/server/testing.ts";

/** Whose token the requests carry, by their name in `fillClub`. */
export const ROLES = {
  administrator: "another administrator",
  leader: "a leader who sees members",
  member: "a member",
} as const;

/** A club with a record of each kind, on a server that listens. */
export interface ListeningClub {
  role: keyof typeof ROLES;
  url: string;
  token: string;
  /** The OpenAPI document as the server tells it. */
  document: object;
  close(): Promise<void>;
}

/** A club of its own for each role: what is tried deletes and changes everything. */
export async function openClub(role: keyof typeof ROLES): Promise<ListeningClub> {
  const app = await testApp();
  const tenant = await app.tenant("alpha");
  const admin = await app.user(tenant, { isAdmin: true, email: "admin@example.org" });
  const club: Club = {
    app,
    tenant,
    admin,
    people: new Map(),
    sql: () => Promise.reject(new Error("nothing here runs SQL")),
  };
  const { below } = await fillClub(club);
  await makeRecords(app, admin);
  // The one who made the records can be deactivated and deleted without ending the run.
  const second = await app.user(tenant, { isAdmin: true, email: "second@example.org" });
  club.people.set(ROLES.administrator, {
    name: ROLES.administrator,
    user: second,
    permissions: new Set(),
    refused: new Map(),
  });
  const grants = [{ subject: "GROUP" as const, id: below, access: "WRITE" as const }];
  const ofGroup = { name: "Jugend", grants };
  await app.call(calendarsContract.createCalendar, { body: { ...ofGroup, color: "RED" } }, admin);
  await app.call(filesContract.createFileShare, { body: ofGroup }, admin);

  const user = userOf(club, ROLES[role]);
  const document = await app.call(systemContract.getOpenApi, {}, user);
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.server.address() as AddressInfo;
  return {
    role,
    url: `http://127.0.0.1:${port}`,
    token: user.token,
    document: document.body as object,
    close: () => app.close(),
  };
}
