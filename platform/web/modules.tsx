import { createContext, use } from "react";
import type { Permission } from "#platform/contract/permissions.ts";
import { holdsOneOf, type ShellUser } from "./session/me.tsx";
import type { MenuContribution, MenuItem, WebModule } from "./module.ts";

export const ModulesContext = createContext<readonly WebModule[]>([]);

/** All modules of the application; for what collects their registrations (search, dashboard). */
export function useModules(): readonly WebModule[] {
  return use(ModulesContext);
}

type Reader = Pick<ShellUser, "permissions" | "isAdmin">;

/**
 * The side menu as this reader sees it: in order, submenus in their places, without what they may
 * not use.
 */
export function sideMenuOf(modules: readonly WebModule[], reader: Reader): MenuItem[] {
  const entries = inOrder(modules.flatMap((module) => module.menu ?? []));
  return entries
    .filter((entry) => entry.under === undefined)
    .flatMap((entry) => {
      const menu = entries.filter(
        (other) =>
          other.under === entry.to && entry.to !== undefined && mayUse(reader, other.roles),
      );
      // Someone who may do exports but not see members still has to find the exports.
      return mayUse(reader, entry.roles) ? [menu.length > 0 ? { ...entry, menu } : entry] : menu;
    });
}

/** Up to five most used places for the phone's bottom bar. */
export function phoneBarOf(modules: readonly WebModule[], reader: Reader): MenuItem[] {
  const entries = modules
    .flatMap((module) => module.menu ?? [])
    .filter((entry) => entry.onPhoneBar);
  return inOrder(entries.filter((entry) => mayUse(reader, entry.roles))).slice(0, 5);
}

export function accountMenuOf(modules: readonly WebModule[], reader: Reader): MenuItem[] {
  return inOrder(
    modules
      .flatMap((module) => module.accountMenu ?? [])
      .filter((entry) => mayUse(reader, entry.roles)),
  );
}

function mayUse(reader: Reader, roles: readonly Permission[] | undefined): boolean {
  return holdsOneOf(reader, roles);
}

function inOrder(entries: readonly MenuContribution[]): MenuContribution[] {
  return entries.toSorted((a, b) => a.order - b.order);
}
