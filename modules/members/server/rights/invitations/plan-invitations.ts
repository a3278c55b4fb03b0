import type { ReadTx } from "#platform/server/database/database.ts";
import { notFound } from "#platform/server/http/app-error.ts";
import {
  LEFT_OUT_REASONS,
  type LeftOutReason,
  type LoginInvitationPlan,
  MOST_NAMED,
  type SharedChoice,
} from "../../../contract.ts";
import { type Holder, outranks } from "../permissions.ts";
import { selectRights } from "../rights-queries.ts";
import { type Invitee, selectInvitees, selectPeopleAt } from "./invitee-queries.ts";

export interface InvitationChoice {
  shared: SharedChoice;
  again: boolean;
}

/** Whom to invite of those chosen, and why not the others. */
export interface InvitationPlan {
  invited: Invitee[];
  leftOut: Map<LeftOutReason, Invitee[]>;
  invitedBefore: number;
  /** By address: those without a log-in who were chosen and share it with others of the club. */
  shared: Map<string, Invitee[]>;
}

/** Returns what inviting these people would do; throws 404 where one of them is not there. */
export async function planInvitations(
  tx: ReadTx,
  ids: readonly string[],
  { shared: sharedChoice, again }: InvitationChoice,
  actor: Holder,
): Promise<InvitationPlan> {
  const chosen = await selectInvitees(tx, ids);
  if (chosen.length !== new Set(ids).size) throw notFound();
  const outranking = await outrankingIds(tx, ids, actor);
  const reasons = new Map(chosen.map((one) => [one, reasonAgainst(one, outranking)]));
  const candidates = chosen.filter((one) => reasons.get(one) === undefined);
  const sharers = await sharersByAddress(tx, candidates.filter(isNew));
  const isShared = (one: Invitee) => isNew(one) && (sharers.get(one.address)?.length ?? 0) > 1;
  for (const one of candidates) {
    if (!isNew(one) && !again) reasons.set(one, "INVITED");
    if (isShared(one) && !isChosenOf(one, sharers.get(one.address) ?? [], sharedChoice))
      reasons.set(one, "SHARED");
  }
  const byReason = Map.groupBy(chosen, (one) => reasons.get(one));
  return {
    invited: byReason.get(undefined) ?? [],
    leftOut: new Map(
      LEFT_OUT_REASONS.flatMap((reason) => {
        const people = byReason.get(reason);
        return people === undefined ? [] : [[reason, people] as const];
      }),
    ),
    invitedBefore: candidates.filter((one) => !isNew(one)).length,
    shared: Map.groupBy(candidates.filter(isShared), ({ address }) => address),
  };
}

/** Has no invitation yet. */
function isNew({ state }: Invitee): boolean {
  return state === null;
}

function reasonAgainst(
  { id, address, state, belongs }: Invitee,
  outranking: ReadonlySet<string>,
): LeftOutReason | undefined {
  if (!belongs) return "GONE";
  if (state === "ACTIVE" || state === "DISABLED") return state;
  if (outranking.has(id)) return "OUTRANKED";
  return address === "" ? "WITHOUT_MAIL" : undefined;
}

/** A single one of them would be refused; among many they are left out and named. */
async function outrankingIds(
  tx: ReadTx,
  ids: readonly string[],
  actor: Holder,
): Promise<Set<string>> {
  if (actor.isAdmin) return new Set();
  const rights = await selectRights(tx, ids);
  return new Set(rights.filter((target) => outranks(target, actor)).map(({ id }) => id));
}

async function sharersByAddress(
  tx: ReadTx,
  people: readonly Invitee[],
): Promise<Map<string, { id: string }[]>> {
  const addresses = [...new Set(people.map(({ address }) => address))];
  return Map.groupBy(await selectPeopleAt(tx, addresses), ({ address }) => address);
}

/** Children mostly need no log-in of their own: the oldest at an address is who reads its mail. */
function isChosenOf(
  { id }: Invitee,
  oldestFirst: readonly { id: string }[],
  choice: SharedChoice,
): boolean {
  return choice === "ALL" || (choice === "OLDEST" && oldestFirst[0]?.id === id);
}

/** Returns the plan as the page gets it: counts of all, and the first names. */
export function toPlan(plan: InvitationPlan): LoginInvitationPlan {
  return {
    invited: plan.invited.length,
    leftOut: [...plan.leftOut].map(([reason, people]) => ({
      reason,
      count: people.length,
      people: named(people),
    })),
    invitedBefore: plan.invitedBefore,
    shared: {
      people: [...plan.shared.values()].flat().length,
      addresses: plan.shared.size,
      named: [...plan.shared]
        .slice(0, MOST_NAMED)
        .map(([address, people]) => ({ address, people: named(people) })),
    },
  };
}

function named(people: readonly Invitee[]) {
  return people.slice(0, MOST_NAMED).map(({ id, name }) => ({ id, name }));
}
