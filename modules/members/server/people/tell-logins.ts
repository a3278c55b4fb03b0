import { peopleChanged } from "#modules/identity/server/public.ts";
import type { WriteTx } from "#platform/server/database/database.ts";

/** What a login goes by: how its owner is called and reached. */
interface Contact {
  firstname: string | null;
  lastname: string | null;
  email: string | null;
}

const sameAddress = (a: string | null, b: string | null) =>
  (a ?? "").toLowerCase() === (b ?? "").toLowerCase();

/**
 * Has the identity module draw its conclusions from changed names and addresses, in the transaction
 * that has written them.
 */
export async function tellLogins(
  tx: WriteTx,
  people: readonly { id: string; before: Contact; after: Contact }[],
): Promise<void> {
  const idsWhere = (differs: (before: Contact, after: Contact) => boolean) =>
    people.filter(({ before, after }) => differs(before, after)).map(({ id }) => id);
  await peopleChanged(tx, {
    told: idsWhere(
      (before, after) =>
        before.email !== after.email ||
        before.firstname !== after.firstname ||
        before.lastname !== after.lastname,
    ),
    moved: idsWhere((before, after) => !sameAddress(before.email, after.email)),
  });
}
