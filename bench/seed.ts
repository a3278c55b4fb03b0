import { demoPeople } from "#apps/server/demo/people/people.ts";
import { nameSound } from "#modules/members/server/public.ts";
import { searchText } from "#platform/contract/fold.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { hash } from "@node-rs/argon2";
import type pg from "pg";
import { v7 as uuidv7 } from "uuid";

/** The password of every login of the bench. */
export const PASSWORD = "Vier zufaellige Woerter";
/** What @node-rs/argon2 is asked for by the identity module: 19 MiB, two passes, one lane. */
export const ARGON2_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const OFFICE_RIGHTS = [
  "QUERY_FILESHARE",
  "MANAGE_FILESHARE",
  "QUERY_USER",
  "QUERY_GROUP",
  "MANAGE_USER",
  "QUERY_CALENDAR",
  "MANAGE_CALENDAR",
  "SEND_MESSAGE",
  "MANAGE_IMPORTS",
  "MANAGE_EXPORTS",
];
const BATCH = 5_000;
const DIVISIONS = [
  "Fußball",
  "Handball",
  "Tischtennis",
  "Turnen",
  "Leichtathletik",
  "Schwimmen",
  "Tennis",
  "Ski",
];

/**
 * A tenant to be filled; of its members the first `office` ones have a login named `buero{n}` and
 * may read and change members.
 */
export interface TenantPlan {
  name: string;
  members: number;
  office: number;
}

type Row = Record<string, unknown>;
interface Rows {
  tenant: Row[];
  club_group: Row[];
  member: Row[];
  membership: Row[];
  login: Row[];
}

/**
 * Fills an empty installation by the owner's connection. Rows are what the services would write
 * (folded names, sounds, counters); only the change history is left out, and foreign keys are not
 * checked row by row.
 */
export async function seed(ownerUrl: string, plans: readonly TenantPlan[]): Promise<void> {
  const passwordHash = await hash(PASSWORD, ARGON2_COST);
  const people = demoPeople(Math.max(...plans.map(({ members }) => members)), new Date());
  await withClient(ownerUrl, async (client) => {
    await client.query("SET session_replication_role = replica");
    await client.query("SET synchronous_commit = off");
    await client.query("SET maintenance_work_mem = '512MB'");
    const indexes = await dropIndexes(client, ["member", "membership"]);
    let rows = noRows();
    for (const plan of plans) {
      for (const part of rowsOf(plan, people, passwordHash)) {
        for (const [table, more] of Object.entries(part)) rows[table as keyof Rows].push(...more);
        if (rows.member.length < BATCH) continue;
        await insert(client, rows);
        rows = noRows();
      }
    }
    await insert(client, rows);
    for (const definition of indexes) await client.query(definition);
    // What autovacuum does by itself within a minute.
    await client.query("VACUUM (ANALYZE) tenant, club_group, member, membership, login");
    await client.query("CHECKPOINT");
  });
}

function noRows(): Rows {
  return { tenant: [], club_group: [], member: [], membership: [], login: [] };
}

function* rowsOf(
  { name, members, office }: TenantPlan,
  people: ReturnType<typeof demoPeople>,
  passwordHash: string,
): Generator<Rows> {
  const tenant_id = uuidv7();
  const head = noRows();
  head.tenant.push({
    tenant_id,
    name,
    display_name: `TSV ${name}`,
    next_member_number: members + 1,
  });
  const teams = groupsOf(tenant_id, members, head.club_group);
  yield head;
  for (let start = 0; start < members; start += BATCH) {
    const part = noRows();
    for (const [offset, person] of people
      .slice(start, Math.min(start + BATCH, members))
      .entries()) {
      const index = start + offset;
      const { age: _age, ...values } = person;
      const id = uuidv7();
      const number = String(index + 1);
      const isOffice = index < office;
      const left_on = isOffice || (values.leftOn ?? "") < values.joinedOn ? null : values.leftOn;
      part.member.push({
        tenant_id,
        id,
        member_number: number,
        salutation: values.salutation,
        title: values.title,
        first_name: values.firstname,
        last_name: values.lastname,
        email: values.email,
        phone: values.phone,
        mobile: values.mobile,
        street: values.street,
        postal_code: values.postalCode,
        city: values.city,
        country: values.country,
        birthday: values.birthday,
        gender: values.gender,
        joined_on: values.joinedOn,
        terminated_on: isOffice ? null : values.terminatedOn,
        left_on,
        status: values.status,
        account_holder: values.accountHolder,
        iban: values.iban,
        mandate_reference: values.mandateReference,
        permissions: isOffice ? OFFICE_RIGHTS : [],
        search_text: searchText([
          values.firstname,
          values.lastname,
          number,
          values.email,
          values.city,
        ]),
        name_sound: nameSound(values.firstname, values.lastname),
        updated_by_id: null,
        updated_by_system: "Bench",
      });
      for (let team = index % 5 === 0 ? 2 : index % 5 === 4 ? 0 : 1; team > 0; team--) {
        part.membership.push({
          tenant_id,
          id: uuidv7(),
          group_id: teams[(index * 7 + team) % teams.length],
          member_id: id,
          from_on: values.joinedOn,
          to_on: left_on,
        });
      }
      if (isOffice || index % 3 === 0) {
        part.login.push({
          tenant_id,
          id: uuidv7(),
          member_id: id,
          username: isOffice ? `buero${index}` : `mitglied${index}`,
          state: "ACTIVE",
          password_hash: passwordHash,
        });
      }
    }
    yield part;
  }
}

/** Divisions with teams below them; returns the teams' ids. */
function groupsOf(tenant_id: string, members: number, rows: Row[]): string[] {
  const teams: string[] = [];
  const divisions = members < 1_000 ? 2 : DIVISIONS.length;
  for (const division of DIVISIONS.slice(0, divisions)) {
    const id = uuidv7();
    rows.push({ tenant_id, id, name: division, parent_id: null, permissions: [] });
    for (let team = 1; team <= (members < 1_000 ? 2 : 6); team++) {
      const teamId = uuidv7();
      rows.push({
        tenant_id,
        id: teamId,
        name: `${division} ${team}`,
        parent_id: id,
        permissions: [],
      });
      teams.push(teamId);
    }
  }
  return teams;
}

async function insert(client: pg.Client, rows: Rows): Promise<void> {
  for (const [table, list] of Object.entries(rows) as [string, Row[]][]) {
    const columns = Object.keys(list[0] ?? {}).join(", ");
    if (list.length > 0)
      await client.query(
        `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`,
        [JSON.stringify(list)],
      );
  }
}

/** Building an index at the end takes a third of the time of keeping it up row by row. */
async function dropIndexes(client: pg.Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
     WHERE i.indrelid = ANY($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}
