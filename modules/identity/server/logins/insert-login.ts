import { translateViolations } from "#platform/server/database/constraints.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import { isAnothersAddress, lockLoginAddresses } from "./address-queries.ts";
import { insertLogin, type LoginRow } from "./login-queries.ts";

const uniqueLogin = translateViolations({
  login_username: () => usernameTaken("Dieser Benutzername ist schon vergeben."),
  login_tenant_id_member_id_key: () =>
    new AppError("ALREADY_EXISTS", {
      code: "LOGIN_EXISTS",
      detail: "Dieses Mitglied hat schon einen Zugang.",
    }),
});

/** Inserts a login; refuses in German what is taken, by a name or by an address. */
export async function insertNewLogin(tx: WriteTx, login: LoginRow): Promise<void> {
  await uniqueLogin(() => insertLogin(tx, login));
  if (!login.username.includes("@")) return;
  await lockLoginAddresses(tx, "name");
  if (await isAnothersAddress(tx, login.username, login.memberId))
    throw usernameTaken("Dieser Benutzername ist die E-Mail-Adresse einer anderen Person.");
}

export function usernameTaken(detail: string): AppError {
  return new AppError("ALREADY_EXISTS", { code: "USERNAME_TAKEN", detail });
}
