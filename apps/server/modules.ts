import { calendarsModule } from "#modules/calendars/server/module.ts";
import { changelogModule } from "#modules/changelog/server/module.ts";
import { dashboardModule } from "#modules/dashboard/server/module.ts";
import { eventImportModule } from "#modules/event-import/server/module.ts";
import { filesModule } from "#modules/files/server/module.ts";
import { identityModule } from "#modules/identity/server/module.ts";
import { membersModule } from "#modules/members/server/module.ts";
import { messagesModule } from "#modules/messages/server/module.ts";
import { tenantsModule } from "#modules/tenants/server/module.ts";
import { transferModule } from "#modules/transfer/server/module.ts";
import type { ServerModule } from "#platform/server/server-module.ts";

/**
 * The product without the search and the system, which are made from the manifests of all others.
 */
export function composeModules(content: readonly ServerModule[]): readonly ServerModule[] {
  const personalData = content.flatMap((module) => module.personalData ?? []);
  const sightings = content.flatMap((module) => module.shows ?? []);
  return [tenantsModule, identityModule, membersModule(personalData, sightings), ...content];
}

/**
 * Every module of the product. The general tests read this list: what stands here is covered by
 * them.
 */
export const modules = composeModules([
  changelogModule,
  calendarsModule,
  eventImportModule,
  filesModule,
  messagesModule,
  transferModule,
  dashboardModule,
]);
