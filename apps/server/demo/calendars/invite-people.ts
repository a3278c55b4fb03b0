import {
  inviteWithoutMail,
  answer,
  selectMembersOfGroups,
} from "#modules/calendars/server/public.ts";
import { clubDay } from "#modules/members/server/public.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { FilledEvent } from "./fill-calendars.ts";
import { Chance } from "../random.ts";

interface Club {
  groupIds: ReadonlyMap<string, string>;
  /** By the address of the demo's logins. */
  memberIds: ReadonlyMap<string, string>;
  adults: readonly string[];
}

const COMMENTS = [
  "Komme etwas später.",
  "Bringe einen Salat mit.",
  "Kann fahren, drei Plätze frei.",
  "Noch nicht ganz sicher.",
  "Bin im Urlaub.",
  "Verletzt, schaue aber zu.",
];
/** Chances of an answer: accepted, declined; the rest stays silent. */
const COMING = 0.5;
const MISSING = 0.2;
/** The answers of matches are due two days before. */
const DAYS_TO_ANSWER = 3;

/**
 * Invitations as a running club has them: some answered, some silent, one event full. No one is
 * written to.
 */
export async function invitePeople(
  tx: WriteTx,
  events: readonly FilledEvent[],
  { groupIds, memberIds, adults }: Club,
  today: Date,
): Promise<void> {
  const chance = new Chance(7);
  const day = Temporal.PlainDate.from(clubDay("Europe/Berlin", today));
  const earliest = day.add({ days: DAYS_TO_ANSWER });
  const isComing = (event: FilledEvent) => Temporal.PlainDate.compare(event.day, earliest) >= 0;
  const byDay = (a: FilledEvent, b: FilledEvent) => Temporal.PlainDate.compare(a.day, b.day);
  const named = (title: RegExp) =>
    events.filter((event) => title.test(event.title)).toSorted(byDay);
  const member = memberIds.get("mitglied@demo.example") ?? "";
  const trainer = memberIds.get("trainer@demo.example") ?? "";
  const team = await selectMembersOfGroups(tx, [groupIds.get("C-Jugend") ?? ""]);
  const youth = named(/^C-Jugend: /);

  const invite = async (
    event: FilledEvent | undefined,
    people: readonly string[],
    decided: Record<string, "ACCEPTED" | "DECLINED" | "OPEN"> = {},
  ) => {
    if (event === undefined) return;
    const invitations = await inviteWithoutMail(tx, event.id, [
      ...new Set([...people, ...Object.keys(decided)]),
    ]);
    for (const invitation of invitations) {
      const luck = chance.happens(COMING)
        ? "ACCEPTED"
        : chance.happens(MISSING / (1 - COMING))
          ? "DECLINED"
          : "OPEN";
      const state = decided[invitation.user_id ?? ""] ?? luck;
      const comment = chance.happens(0.15) ? chance.oneOf(COMMENTS) : null;
      if (state === "OPEN" || invitation.user_id === null) continue;
      // The way that is open for past events as well.
      await answer(
        tx,
        invitation,
        { state, comment, companions: 0 },
        { kind: "ORGANISER", userId: invitation.user_id },
      );
    }
  };

  const [nextMatch, secondMatch] = youth.filter(isComing);
  await invite(
    youth.findLast((event) => Temporal.PlainDate.compare(event.day, day) < 0),
    team,
    { [trainer]: "ACCEPTED" },
  );
  await invite(nextMatch, team, { [trainer]: "OPEN" });
  await invite(secondMatch, team, { [trainer]: "ACCEPTED" });
  const [festival, laterFestival] = named(/^(Maiwanderung|Weihnachtsfeier|Silvesterlauf)$/).filter(
    isComing,
  );
  await invite(festival, adults.slice(0, 70), { [member]: "OPEN", [trainer]: "OPEN" });
  await invite(laterFestival, adults.slice(20, 60), {
    [member]: "ACCEPTED",
    [trainer]: "DECLINED",
  });
  await invite(named(/^Jahreshauptversammlung$/).find(isComing), adults.slice(0, 90), {
    [member]: "OPEN",
  });
  // More people than places: the last ones wait, the plain member among them.
  const full = named(/^Schnupperstunde/).find(isComing);
  const parents = adults.slice(100, 100 + (full?.places ?? 0) + 3);
  await invite(
    full,
    parents,
    Object.fromEntries([...parents, member].map((id) => [id, "ACCEPTED" as const])),
  );
}
