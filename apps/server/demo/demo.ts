import { rm } from "node:fs/promises";
import { join } from "node:path";
import { identityAdmin } from "#modules/identity/server/public.ts";
import { allTenants, createTenant, TenantRefusal } from "#modules/tenants/server/public.ts";
import { createMembers, OPERATOR, setMemberPermissions } from "#modules/members/server/public.ts";
import { userCreate } from "#modules/members/contract.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import { keepFirst, keptIn } from "#platform/server/kept-file.ts";
import type { Services } from "#platform/server/services.ts";
import { generatedPassword } from "../first-admin.ts";
import { DEMO_ACCOUNTS } from "./people/accounts.ts";
import { DEMO_CLUB, DEMO_GROUPS } from "./club.ts";
import { setClubLook } from "./people/set-club-look.ts";
import { editLikeAnOffice } from "./people/office-edits.ts";
import { fillCalendars } from "./calendars/fill-calendars.ts";
import { createDemoGroups } from "./people/create-demo-groups.ts";
import { invitePeople } from "./calendars/invite-people.ts";
import { type DemoPerson, demoPeople } from "./people/people.ts";
import { shareDocuments } from "./content/share-documents.ts";
import { sharePictures } from "./content/share-pictures.ts";
import { writeMessages } from "./content/write-messages.ts";

const PEOPLE = 296;

export interface DemoLogins {
  password: string;
  accounts: { email: string; role: string }[];
}

/**
 * Fills an empty installation with a believable club, through the same services that people use.
 * People, groups and logins come in one transaction: a start that is killed half-way leaves
 * nothing, the next one begins anew.
 * @returns the logins, or undefined when this installation's demo club is not ours to show.
 */
export async function makeDemo(services: Services): Promise<DemoLogins | undefined> {
  const { database, environment } = services;
  const tenants = await allTenants(database);
  const isNew = tenants.length === 0;
  if (!isNew && !tenants.some(({ name }) => name === environment.defaultTenant)) return undefined;
  const password = await demoPassword(services, isNew);
  if (password === undefined) return undefined;
  if (isNew) {
    await makeClub(services, password).catch(async (error: unknown) => {
      // A server that started at the same moment was faster: its club is the one to show.
      if (!(error instanceof TenantRefusal)) throw error;
      const made = await allTenants(database);
      if (!made.some(({ name }) => name === environment.defaultTenant)) throw error;
    });
  }
  return { password, accounts: DEMO_ACCOUNTS.map(({ email, role }) => ({ email, role })) };
}

async function makeClub(services: Services, password: string): Promise<void> {
  const { database, environment } = services;
  let club: Club | undefined;
  const { id } = await createTenant(
    database,
    environment.defaultTenant,
    DEMO_CLUB.name,
    async (tx) => {
      club = await fill(services, tx, password);
    },
  );
  // In transactions of their own: what is made and changed in one would be one entry of the
  // history.
  if (club !== undefined) await editLikeAnOffice(database, id, club.office, club.people);
}

interface Club {
  people: (DemoPerson & { id: string })[];
  office: { id: string; name: string };
}

async function fill(services: Services, tx: WriteTx, password: string): Promise<Club> {
  const today = new Date();
  await setClubLook(services, tx);
  const people = demoPeople(PEOPLE, today);
  const accounts = DEMO_ACCOUNTS.map(
    ({ salutation, firstname, lastname, email, gender, birthday, joinedOn }) =>
      userCreate.parse({
        salutation,
        firstname,
        lastname,
        email,
        gender,
        birthday,
        joinedOn,
        street: "Am Sportplatz 1",
        postalCode: "73099",
        city: "Adelberg",
        country: "DE",
      }),
  );
  const ids = await createMembers(tx, [
    ...accounts,
    ...people.map(({ age: _age, ...person }) => userCreate.parse(person)),
  ]);
  const admin = identityAdmin(services);
  for (const [index, { email, isAdmin, permissions }] of DEMO_ACCOUNTS.entries()) {
    const memberId = ids[index] ?? "";
    if (isAdmin || permissions.length > 0)
      await setMemberPermissions(
        tx,
        memberId,
        { isAdmin, permissions, version: 1 },
        { actor: OPERATOR },
      );
    await admin.createLoginWithPassword(tx, { memberId, username: email, password });
  }
  const candidates = people.map((person, index) => ({
    ...person,
    id: ids[accounts.length + index] ?? "",
  }));
  const leaders = new Map(
    DEMO_ACCOUNTS.flatMap(({ leads }, index) =>
      leads === undefined ? [] : [[leads, ids[index] ?? ""] as const],
    ),
  );
  const groupIds = await createDemoGroups(
    tx,
    DEMO_GROUPS,
    candidates,
    ids.slice(0, accounts.length),
    leaders,
    today,
  );
  const memberIds = new Map(DEMO_ACCOUNTS.map(({ email }, index) => [email, ids[index] ?? ""]));
  const events = await fillCalendars(tx, { groupIds, memberIds }, today);
  const adults = candidates.filter(({ age }) => age >= 18).map(({ id }) => id);
  await invitePeople(tx, events, { groupIds, memberIds, adults }, today);
  await shareDocuments(tx, services, groupIds, today);
  await sharePictures(tx, services, groupIds);
  await writeMessages(tx, services, { groupIds, memberIds }, today);
  const office = DEMO_ACCOUNTS.findIndex(({ email }) => email.startsWith("buero@"));
  const { firstname, lastname } = DEMO_ACCOUNTS[office] ?? { firstname: "", lastname: "" };
  return {
    people: candidates,
    office: { id: ids[office] ?? "", name: `${firstname} ${lastname}` },
  };
}

/** The password of the demo's logins: given, or made at the first start and kept below DATA_DIR. */
async function demoPassword(
  { environment }: Services,
  isNew: boolean,
): Promise<string | undefined> {
  const path = join(environment.dataDir, "demo-password");
  if (!isNew) return keptIn(path);
  const given = environment.demoPassword;
  if (given !== undefined) await rm(path, { force: true });
  return keepFirst(path, given ?? generatedPassword());
}
