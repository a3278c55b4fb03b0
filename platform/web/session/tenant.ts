/** The tenant of the page, and how it looks. */

const IP_ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|\[.*\])$/;

/**
 * Specification: the tenant is the first part of the host name; a host of two or fewer parts
 * (and a bare IP address) uses the development default.
 */
export function tenantOfHost(hostname: string, defaultTenant: string): string {
  if (IP_ADDRESS.test(hostname)) return defaultTenant;
  const parts = hostname.toLowerCase().replace(/\.$/, "").split(".");
  return parts.length <= 2 ? defaultTenant : (parts[0] ?? defaultTenant);
}

/** The server writes its setting into the page; the development server of the pages does not. */
function defaultTenantOfPage(): string {
  const content =
    document.querySelector<HTMLMetaElement>('meta[name="default-tenant"]')?.content ?? "";
  return content === "" || content.includes("%") ? "demo" : content;
}

let current: string | undefined;

/** The tenant this page belongs to. */
export function tenant(): string {
  current ??= tenantOfHost(window.location.hostname, defaultTenantOfPage());
  return current;
}
