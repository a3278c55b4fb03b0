import { grantsOf } from "#modules/grants/server/public.ts";
import { type AddresseeLists, MAX_SUBJECT } from "#modules/messages/contract.ts";
import { sendMessage } from "#modules/messages/server/public.ts";
import { escapeHtml } from "#platform/contract/escape-html.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { RecipientSource } from "#platform/server/recipient-source.ts";
import type { Telling } from "../../contract.ts";
import { CALENDAR_GRANTS } from "../calendars/access.ts";
import type { EventTarget } from "../events/find-event.ts";
import { calendarIdOf } from "../events/find-event.ts";
import { whenText } from "../invitations/when.ts";
import type { ClubTime } from "../time/club-time.ts";

/** What a message says of an event. */
interface News {
  target: EventTarget;
  /** More than one occurrence is meant. */
  many: boolean;
  status: "CANCELLED" | "CONFIRMED";
  reason: string | null;
  /** The event's page. */
  url: string;
}

/** Whom a calendar is open to, as a message names them. */
export async function calendarLists(tx: ReadTx, calendarId: string): Promise<AddresseeLists> {
  const lines = (await grantsOf(tx, CALENDAR_GRANTS, [calendarId])).get(calendarId) ?? [];
  const named = (kind: "GROUP" | "USER") =>
    lines.flatMap(({ subject, id }) => (subject === kind && id !== null ? [id] : []));
  const isForAll = lines.some(({ subject }) => subject === "ALL");
  return {
    recipientIds: named("USER"),
    recipientGroupIds: named("GROUP"),
    recipientSets: isForAll ? [{ kind: "EVERYBODY" }] : [],
  };
}

/**
 * Sends a message about an event in the sender's name, by the rules of messages: whom they may not
 * write to can't be told this way either. Nothing happens where nobody is named.
 */
export async function tell(
  tx: WriteTx,
  sender: Principal,
  { groupIds, everyone }: Telling,
  news: News,
  time: ClubTime,
  sources: readonly RecipientSource[],
): Promise<void> {
  const none = { recipientIds: [], recipientGroupIds: [], recipientSets: [] };
  const lists = everyone ? await calendarLists(tx, calendarIdOf(news.target)) : none;
  const recipientGroupIds = [...new Set([...lists.recipientGroupIds, ...groupIds])];
  if (recipientGroupIds.length === 0 && !everyone) return;
  const request = {
    ...lists,
    recipientGroupIds,
    subject: subjectOf(news, time),
    messageContent: contentOf(news, time),
    callBackSeconds: 0,
  };
  await sendMessage(tx, sender, request, [], sources);
}

function subjectOf({ target: { occurrence }, status, many }: News, time: ClubTime): string {
  const heading = status === "CANCELLED" ? "Abgesagt" : "Findet statt";
  const when = many ? "" : `, ${whenText(occurrence, time)}`;
  return `${heading}: ${occurrence.row.title}${when}`.slice(0, MAX_SUBJECT);
}

function contentOf(
  { target: { occurrence }, status, many, reason, url }: News,
  time: ClubTime,
): string {
  const name = `„${escapeHtml(occurrence.row.title)}“`;
  const what = many
    ? `die Termine ${name}`
    : `der Termin ${name} am ${escapeHtml(whenText(occurrence, time))}`;
  const verb = many ? "finden" : "findet";
  const not = status === "CANCELLED" ? "nicht statt" : "doch statt";
  return [
    `<p>Guten Tag,</p><p>${what} ${verb} ${not}.</p>`,
    ...(reason === null ? [] : [`<p>Grund: ${escapeHtml(reason).replaceAll("\n", "<br>")}</p>`]),
    `<p><a href="${escapeHtml(url)}">Zum Termin</a></p>`,
  ].join("");
}
