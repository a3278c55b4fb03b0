import type { Configuration } from "oidc-provider";
import { API_AUDIENCE } from "../tokens/access-tokens.ts";
import { SCOPES, SESSION_SECONDS } from "./lifetimes.ts";

/** The club's own pages need no consent: the grant is made with the session and lives as long. */
export const existingGrant: NonNullable<Configuration["loadExistingGrant"]> = async ({ oidc }) => {
  const { provider, session, client, account } = oidc;
  if (client === undefined || account === undefined || session === undefined) return undefined;
  const known = session.grantIdFor(client.clientId);
  const found = known === undefined ? undefined : await provider.Grant.find(known);
  if (found?.accountId === account.accountId) {
    if ((found.exp ?? 0) - Date.now() / 1000 > SESSION_SECONDS) return found;
    // The library keeps an expiry it finds; without one it counts anew.
    Reflect.deleteProperty(found, "exp");
    await found.save();
    return found;
  }
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.addOIDCScope(SCOPES);
  grant.addResourceScope(API_AUDIENCE, SCOPES);
  await grant.save();
  return grant;
};
