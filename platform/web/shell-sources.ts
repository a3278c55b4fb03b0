/**
 * What the shell needs of modules. The platform knows no module: `apps/web` binds these to the
 * modules' contracts.
 */
export interface ShellUser {
  id: string;
  username: string | null;
  firstname: string;
  lastname: string;
  email: string | null;
  permissions: readonly string[];
  /** What they may give and take where they may change the rights of a member or a group. */
  grantablePermissions: readonly string[];
  isAdmin: boolean;
  hasProfilePicture: boolean;
  /** Changes when the record does; the own picture loads again then. */
  version: number;
}

/** The club as the pages show it, with and without login. */
export interface TenantLook {
  name: string;
  displayName: string;
  accentColor: string;
  timeZone: string;
  hasLogo: boolean;
  /** Changes with the logo, so that a new one is seen at once. */
  logoVersion: string | null;
}

/** An item of a static data list. */
export interface StaticItem {
  value: string;
  label: string;
}

export interface ShellSources {
  loadMe(signal: AbortSignal): Promise<ShellUser>;
  loadTenant(signal: AbortSignal): Promise<TenantLook>;
  loadOwnPicture(signal: AbortSignal, timeout: number): Promise<Blob>;
  loadPictureOf(userId: string, signal: AbortSignal, timeout: number): Promise<Blob>;
  loadStaticData(name: string, signal: AbortSignal): Promise<readonly StaticItem[]>;
}

let sources: ShellSources | undefined;

export function provideShellSources(next: ShellSources): void {
  sources = next;
}

export function shellSources(): ShellSources {
  if (!sources) throw new Error("provideShellSources was not called");
  return sources;
}
