import { z } from "zod";
import { type Actor, systemActor, type WriteTx } from "#platform/server/database/database.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import { job } from "#platform/server/jobs/job.ts";
import type { IdentityAdmin } from "../identity-admin.ts";
import { identityAdmin } from "../installed-admin.ts";
import { selectDueReminders, selectInvitee, takeReminder } from "./invitation-queries.ts";

/** What one job does: short enough to begin again after a crash. */
const OF_ONE_JOB = 50;
/** One after the other, so that a large club leaves the workers to others. */
const QUEUE = "login-invitations";
/** Behind what people wait for. */
const BEHIND = 10;

const actor = z.strictObject({ userId: z.uuid().nullable(), name: z.string() });

/** Offers a log-in to these members, one mail each. */
export const inviteLogins = job({
  id: "identity:invite-logins",
  perTenant: "active",
  payload: z.strictObject({
    memberIds: z.array(z.uuid()).max(OF_ONE_JOB),
    /** Who was invited since has had this mail already. */
    since: z.iso.datetime(),
    reminds: z.boolean(),
    actor,
  }),
  handler(services) {
    const admin = identityAdmin(services);
    return async (
      { memberIds, since, reminds, actor: by },
      { tenantId, database, log, signal },
    ) => {
      const acting: Actor = { ...by, kind: "USER", way: "UI" };
      for (const memberId of memberIds) {
        signal.throwIfAborted();
        try {
          // May ask a Keycloak, so outside of any transaction.
          const request = await admin.prepareInvitation(tenantId, { memberId });
          await database.write(tenantId, acting, async (tx) => {
            if (await isToInvite(tx, memberId, new Date(since)))
              await admin.inviteLogin(tx, request, { reminds, isOneOfMany: true });
          });
        } catch (error) {
          // A name that is taken at the Keycloak is this person's matter and holds up nobody else:
          // they stay without a log-in, and who invites them alone is told why.
          if (!(error instanceof AppError) || error.status >= 500) throw error;
          log.warn({ memberId, code: error.code }, "a member could not be invited to log in");
        }
      }
    };
  },
});

/** A run may begin again, and much may have happened since somebody chose these people. */
async function isToInvite(tx: WriteTx, memberId: string, since: Date): Promise<boolean> {
  const invitee = await selectInvitee(tx, memberId);
  if (invitee?.belongs !== true || (invitee.email ?? "") === "") return false;
  if (invitee.state === null) return true;
  return invitee.state === "INVITED" && (invitee.invitedAt ?? new Date(0)) < since;
}

/** Has these members invited soon, in the transaction in which they were chosen. */
export async function requestInvitations(
  tx: WriteTx,
  memberIds: readonly string[],
  reminds: boolean,
): Promise<void> {
  const since = new Date().toISOString();
  const by = { userId: tx.actor.userId, name: tx.actor.name };
  for (let at = 0; at < memberIds.length; at += OF_ONE_JOB)
    await addJob(
      tx,
      inviteLogins,
      { memberIds: memberIds.slice(at, at + OF_ONE_JOB), since, reminds, actor: by },
      { queue: QUEUE, priority: BEHIND },
    );
}

/** Reminds once, a week after the invitation, with a new link: the old one is dead by then. */
export const remindInvited = job({
  id: "identity:remind-invited",
  schedule: "7 8 * * *",
  perTenant: "active",
  handler(services) {
    const admin = identityAdmin(services);
    return async (_payload, { tenantId, database, signal }) => {
      for (const memberId of await database.read(tenantId, selectDueReminders)) {
        signal.throwIfAborted();
        await database.write(tenantId, systemActor("Anmeldung"), (tx) =>
          remind(tx, admin, memberId),
        );
      }
    };
  },
});

async function remind(tx: WriteTx, admin: IdentityAdmin, memberId: string): Promise<void> {
  if (await takeReminder(tx, memberId)) await admin.remindInvited(tx, memberId);
}
