import { tenant } from "./tenant.ts";

/**
 * Address of the realm in which people log in, as the server names it; on the own origin where the
 * server is the identity provider itself.
 */
export function issuer(): string {
  return serviceOfPage() ?? `${window.location.origin}/realms/${tenant()}`;
}

/** Address of the page on which people change their password. */
export function accountAddress(): string {
  return `${serviceOfPage() ?? `/realms/${tenant()}`}/account`;
}

/** Whether logins are held by a service beside this one. */
export function hasIdentityService(): boolean {
  return serviceOfPage() !== undefined;
}

/** The development server of the pages leaves the place holder. */
function serviceOfPage(): string | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="issuer"]')?.content ?? "";
  return content === "" || content.includes("%") ? undefined : content;
}
