import { randomUUID } from "node:crypto";
import { type Generated, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";

interface Tables {
  tenant: { tenant_id: string; name: string; display_name: string };
  member: {
    id: string;
    member_number: string;
    first_name: string;
    last_name: string;
    email: string | null;
    search_text: string;
    name_sound: string;
    left_on: Generated<string | null>;
    deceased_on: Generated<string | null>;
    deleted_at: Generated<Date | null>;
  };
}

export async function insertTestTenant(tx: WriteTx, id: string, name: string): Promise<void> {
  await sqlOf<Tables>(tx)
    .insertInto("tenant")
    .values({ tenant_id: id, name, display_name: `Verein ${name}` })
    .execute();
}

export async function insertTestMember(
  tx: WriteTx,
  { firstName, lastName, email }: { firstName: string; lastName: string; email: string | null },
): Promise<string> {
  const id = randomUUID();
  await sqlOf<Tables>(tx)
    .insertInto("member")
    .values({
      id,
      member_number: id.slice(0, 8),
      first_name: firstName,
      last_name: lastName,
      email,
      search_text: "",
      name_sound: "",
    })
    .execute();
  return id;
}

export async function changeTestMember(
  tx: WriteTx,
  id: string,
  change: {
    left_on?: string | null;
    deceased_on?: string | null;
    deleted_at?: Date | null;
    email?: string | null;
  },
): Promise<void> {
  await sqlOf<Tables>(tx).updateTable("member").set(change).where("id", "=", id).execute();
}

/** Moves every use of a record a minute into the past. */
export async function ageConsumedRecords(tx: WriteTx): Promise<void> {
  await sql`UPDATE oidc_record SET consumed_at = consumed_at - interval '1 minute' WHERE consumed_at IS NOT NULL`.execute(
    sqlOf<Tables>(tx),
  );
}

/** Everything that is kept, as one text. */
export async function dumpRecords(tx: ReadTx): Promise<string> {
  const { rows } = await sql<{
    text: string;
  }>`SELECT oidc_record::text AS text FROM oidc_record`.execute(sqlOf<Tables>(tx));
  return rows.map(({ text }) => text).join("\n");
}

export async function suspendTestTenant(tx: WriteTx): Promise<void> {
  await sql`UPDATE tenant SET state = 'SUSPENDED'`.execute(sqlOf<Tables>(tx));
}
