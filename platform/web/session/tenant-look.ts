import { createAtom } from "@tanstack/react-store";
import { setTimeZone } from "../format/format.ts";
import { ApiError } from "../api/api-error.ts";
import { shellSources, type TenantLook } from "../shell-sources.ts";
import { tenant } from "./tenant.ts";

export type TenantLookState =
  | { kind: "loading" }
  | { kind: "known"; look: TenantLook }
  | { kind: "unknown" };

export const tenantLook = createAtom<TenantLookState>({ kind: "loading" });

/** Loads name, logo and colour of the club; again after they were changed in Einstellungen. */
export async function loadTenantLook(): Promise<void> {
  try {
    const look = await shellSources().loadTenant(new AbortController().signal);
    setTimeZone(look.timeZone);
    tenantLook.set({ kind: "known", look });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      return tenantLook.set({ kind: "unknown" });
    // Without the look the page still works; it tries again until the server is there.
    window.setTimeout(() => void loadTenantLook(), 4000);
  }
}

/** The club's name as people write it. */
export function tenantDisplayName(state: TenantLookState): string {
  return state.kind === "known" ? state.look.displayName : "";
}

/** Address of the logo, or nothing where none was given. */
export function logoAddress(state: TenantLookState): string | undefined {
  if (state.kind !== "known" || !state.look.hasLogo) return undefined;
  return `/public/${tenant()}/logo${state.look.logoVersion ? `?v=${encodeURIComponent(state.look.logoVersion)}` : ""}`;
}
