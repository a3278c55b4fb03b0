import { randomBytes } from "node:crypto";
import { identityAdmin } from "#modules/identity/server/public.ts";
import { createMember, joinForNewMembers } from "#modules/members/server/public.ts";
import { systemActor } from "#platform/server/database/database.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";

export interface NewAdministrator {
  /** Also the login name. */
  email: string;
  firstname: string;
  lastname: string;
  /** Without one a password is made and answered. */
  password: string | undefined;
}

/** The first person of a new tenant: a member with all rights who can log in at once. */
export async function createAdministrator(
  services: Services,
  tenant: TenantRow,
  { email, firstname, lastname, password }: NewAdministrator,
): Promise<{ username: string; password: string | undefined }> {
  const made = password === undefined ? generatedPassword() : undefined;
  const identity = identityAdmin(services);
  await identity.requireFreeUsername(tenant.id, email);
  await services.database.write(tenant.id, systemActor("Betreiber"), async (tx) => {
    const { id: memberId } = await createMember(
      tx,
      { firstname, lastname, email },
      { isAdmin: true },
    );
    await joinForNewMembers(tx, [memberId]);
    await identity.createLoginWithPassword(tx, {
      memberId,
      username: email,
      password: password ?? made ?? "",
    });
  });
  return { username: email, password: made };
}

/** 20 signs of a 32-sign alphabet without look-alikes: 100 random bits, easy to type. */
export function generatedPassword(): string {
  const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
  return [...randomBytes(20)]
    .map((byte) => alphabet[byte % 32])
    .join("")
    .replace(/(.{5})(?=.)/g, "$1-");
}
