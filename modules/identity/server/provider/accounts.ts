import type { FindAccount } from "oidc-provider";
import { type Login, mayLogIn } from "../logins/login-queries.ts";
import { type RequestFacts, requestFacts } from "./request-facts.ts";

export type LoadLogin = (id: string) => Promise<Login | undefined>;

/** The library and its hooks ask for the same login several times while they answer one request. */
export function oncePerRequest(load: LoadLogin): LoadLogin {
  const loaded = new WeakMap<RequestFacts, Map<string, Promise<Login | undefined>>>();
  return (id) => {
    const request = requestFacts();
    if (request === undefined) return load(id);
    const known = loaded.get(request) ?? new Map<string, Promise<Login | undefined>>();
    loaded.set(request, known);
    const login = known.get(id) ?? load(id);
    known.set(id, login);
    return login;
  };
}

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
