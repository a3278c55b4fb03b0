import { calendarsContract } from "#modules/calendars/contract.ts";
import { invitationsContract } from "#modules/calendars/invitation-contract.ts";
import { eventListHandlers, invitedHandlers } from "#modules/calendars/server/public.ts";
import { filesContract } from "#modules/files/contract.ts";
import { entryHandlers } from "#modules/files/server/public.ts";
import { meHandlers } from "#modules/members/server/public.ts";
import { messagesContract } from "#modules/messages/contract.ts";
import { messageHandlers } from "#modules/messages/server/public.ts";
import type { Access } from "#platform/contract/route.ts";
import type { Call, Handlers } from "#platform/server/http/implement.ts";
import { holdsAccess } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import { type dashboardContract, OVERVIEW_ITEMS } from "../contract.ts";

type Routes = typeof dashboardContract;
type OverviewCall = Call<Routes["getOverview"]>;

/**
 * Returns the call as another route would get it. It inherits, because a copy would read the body
 * that neither has.
 */
function asked<Q>(call: OverviewCall, query: Q): Omit<OverviewCall, "query"> & { query: Q } {
  return Object.create(call, { query: { value: query } }) as Omit<OverviewCall, "query"> & {
    query: Q;
  };
}

/** Each section is what its own route answers to the same reader: one rule, one code. */
export function overviewHandlers(services: Services): Handlers<Routes> {
  const { searchMyInvitations } = invitedHandlers(services);
  const { listUpcoming } = eventListHandlers(services);
  const { searchUnread } = messageHandlers(services);
  const { listNewestFiles } = entryHandlers();
  const size = String(OVERVIEW_ITEMS);
  const queries = {
    invitations: invitationsContract.searchMyInvitations.query.parse({ size }),
    events: calendarsContract.listUpcoming.query.parse({ size }),
    messages: messagesContract.searchUnread.query.parse({ size }),
    files: filesContract.listNewestFiles.query.parse({ limit: size }),
  };

  /** Returns a section, or null where the reader lacks the right or it fails. */
  async function section<T>(
    { principal, request }: OverviewCall,
    access: Access,
    load: () => Promise<T>,
  ): Promise<T | null> {
    if (!holdsAccess(principal, access)) return null;
    try {
      return await load();
    } catch (error) {
      request.log.warn({ err: error }, "a section of the overview failed");
      return null;
    }
  }

  return {
    async getOverview(call) {
      const [me, invitations, events, messages, files] = await Promise.all([
        meHandlers.getMe(asked(call, undefined)),
        section(call, invitationsContract.searchMyInvitations.access, async () => {
          const page = await searchMyInvitations(asked(call, queries.invitations));
          return page.content;
        }),
        section(call, calendarsContract.listUpcoming.access, async () => {
          const page = await listUpcoming(asked(call, queries.events));
          return page.content;
        }),
        section(call, messagesContract.searchUnread.access, async () => {
          const page = await searchUnread(asked(call, queries.messages));
          return page.content;
        }),
        section(call, filesContract.listNewestFiles.access, () =>
          listNewestFiles(asked(call, queries.files)),
        ),
      ]);
      return { me, invitations, events, messages, files };
    },
  };
}
