import { randomUUID } from "node:crypto";
import { type Generated } from "kysely";
import { sqlOf, type WriteTx } from "#platform/server/database.ts";

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
  await sqlOf<Tables>(tx).insertInto("tenant").values({ tenant_id: id, name, display_name: `Verein ${name}` }).execute();
}

export async function insertTestMember(tx: WriteTx, { firstName, lastName, email }: { firstName: string; lastName: string; email: string | null }): Promise<string> {
  const id = randomUUID();
  await sqlOf<Tables>(tx)
    .insertInto("member")
    .values({ id, member_number: id.slice(0, 8), first_name: firstName, last_name: lastName, email, search_text: "", name_sound: "" })
    .execute();
  return id;
}

export async function changeTestMember(tx: WriteTx, id: string, change: { left_on?: string | null; deceased_on?: string | null; deleted_at?: Date | null; email?: string | null }): Promise<void> {
  await sqlOf<Tables>(tx).updateTable("member").set(change).where("id", "=", id).execute();
}
