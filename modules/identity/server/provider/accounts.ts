import type { FindAccount } from "oidc-provider";
import { type Login, mayLogIn } from "../logins/login-queries.ts";

export type LoadLogin = (id: string) => Promise<Login | undefined>;

/** Finds accounts by the login's id; one that may not log in is none. */
export function accountOf(loadLogin: LoadLogin): FindAccount {
  return async (_ctx, id) => {
    const login = await loadLogin(id);
    if (login === undefined || !mayLogIn(login)) return undefined;
    return {
      accountId: id,
      claims: () => ({
        sub: id,
        name: `${login.firstName} ${login.lastName}`.trim(),
        given_name: login.firstName,
        family_name: login.lastName,
        preferred_username: login.username,
        ...(login.email === null ? {} : { email: login.email }),
      }),
    };
  };
}
