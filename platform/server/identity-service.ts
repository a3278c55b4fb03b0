/** A Keycloak that holds the logins, instead of the embedded identity provider. */
export interface IdentityService {
  /**
   * Address of a club's realm as browsers see it and as its tokens name it, without a slash at the
   * end: `https://login.example.org/realms/tsv`.
   */
  issuerOf(tenantName: string): string;
  /** Where this server reaches it, for all realms; without a slash at the end. */
  url: string;
  client: string;
  user: string | undefined;
  password: string | undefined;
}

interface Variables {
  AUTH_URL?: string | undefined;
  AUTH_INTERNAL_URL?: string | undefined;
  AUTH_ADMIN_CLIENT: string;
  AUTH_ADMIN_USER?: string | undefined;
  AUTH_ADMIN_PASSWORD?: string | undefined;
}

/**
 * Returns undefined without AUTH_URL. With `{tenant}` in it there is no one address for all realms:
 * the server's own, AUTH_INTERNAL_URL, has to be named then, and null is returned where it is not.
 */
export function readIdentityService(variables: Variables): IdentityService | undefined | null {
  const { AUTH_URL, AUTH_INTERNAL_URL } = variables;
  if (AUTH_URL === undefined) return undefined;
  const seen = withoutSlash(AUTH_URL);
  if (AUTH_INTERNAL_URL === undefined && seen.includes("{tenant}")) return null;
  return {
    issuerOf: (tenantName) => `${seen.replaceAll("{tenant}", tenantName)}/realms/${tenantName}`,
    url: withoutSlash(AUTH_INTERNAL_URL ?? seen),
    client: variables.AUTH_ADMIN_CLIENT,
    user: variables.AUTH_ADMIN_USER,
    password: variables.AUTH_ADMIN_PASSWORD,
  };
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, "");
}
