import { groupHandlers } from "./groups/group-handlers.ts";
import { membershipHandlers } from "./groups/membership-handlers.ts";
import { membershipsOfPerson } from "./groups/personal-data.ts";
import { groupSearch } from "./groups/search-provider.ts";
import type { PersonalData } from "#platform/server/personal-data.ts";
import type { Sighting } from "#platform/server/sighting.ts";
import { serverModule, type ServerModule } from "#platform/server/server-module.ts";
import { identityAdmin } from "#modules/identity/server/public.ts";
import { allMembersRoutes } from "../all-routes.ts";
import { bulkHandlers } from "./list/bulk-handlers.ts";
import { deletionHandlers } from "./erasure/deletion-handlers.ts";
import { exportHandlers } from "./personal-data/export-handlers.ts";
import { jubileeHandlers } from "./jubilees/jubilee-handlers.ts";
import { letterHandlers } from "./letters/letter-handlers.ts";
import { listHandlers } from "./list/list-handlers.ts";
import { meHandlers } from "./people/me-handlers.ts";
import { memberHandlers } from "./people/member-handlers.ts";
import { pictureHandlers } from "./people/pictures.ts";
import { invitationHandlers } from "./rights/invitations/invitation-handlers.ts";
import { trashHandlers } from "./erasure/trash-handlers.ts";
import { anonymiseExpired } from "./erasure/anonymise-expired.ts";
import { viewHandlers } from "./views/view-handlers.ts";
import { memberSearch } from "./people/search/search-provider.ts";

/** What this module holds about a person beside their record, which it tells and erases itself. */
const ownPersonalData = [membershipsOfPerson];

/**
 * People, groups and rights.
 *
 * @param others what the modules above hold about a person: this one tells and erases it
 * @param sightings where the modules above show people
 */
export function membersModule(
  others: readonly PersonalData[],
  sightings: readonly Sighting[],
): ServerModule {
  const personalData = [...ownPersonalData, ...others];
  return serverModule({
    name: "members",
    about: "Mitglieder, Gruppen, Rechte und das eigene Profil",
    tables: ["member", "member_view", "club_group", "membership"],
    offers: ["person", "group_name", "group_member"],
    reads: ["club", "member_login"],
    contract: allMembersRoutes,
    search: [memberSearch, groupSearch],
    personalData: ownPersonalData,
    liveKinds: {
      user: { visibleTo: ["QUERY_USER", "QUERY_GROUP"], ids: "QUERY_USER" },
      "user-view": "QUERY_USER",
      login: "QUERY_USER",
      group: { visibleTo: "QUERY_GROUP", ids: "QUERY_GROUP" },
      membership: "QUERY_GROUP",
    },
    handlers: (services) => {
      const identity = identityAdmin(services);
      const erasers = { identity, personalData };
      return {
        ...meHandlers,
        ...listHandlers(services),
        ...memberHandlers(identity, services),
        ...invitationHandlers,
        ...trashHandlers(erasers),
        ...pictureHandlers(services, sightings),
        ...bulkHandlers({ ...erasers, openings: services.openings }),
        ...exportHandlers(services, erasers),
        ...jubileeHandlers,
        ...letterHandlers(services),
        ...deletionHandlers(services, erasers),
        ...viewHandlers,
        ...groupHandlers(services),
        ...membershipHandlers(services),
      };
    },
    jobs: [anonymiseExpired(personalData)],
  });
}
