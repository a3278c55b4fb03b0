import { homeOf } from "#modules/identity/server/public.ts";
import { type Branding, tenantBranding } from "#modules/tenants/server/public.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { Environment } from "#platform/server/environment.ts";
import { AHEAD, enqueueMail } from "#platform/server/mail/send-mail.ts";
import { senderAddress } from "#platform/server/mail/sender-host.ts";
import { type MailContent, renderMail } from "#platform/server/mail/mail-layout.ts";
import { ClubTime } from "../../time/club-time.ts";
import { takesAnswers } from "../answers/answer-rules.ts";
import { changesOf, headingOf, shortChange } from "../event-changes.ts";
import { eventMail } from "./event-file.ts";
import { type MailedInvitation, selectInvitationsWithEvents } from "../invitation-queries.ts";
import { personName, type NotifiedState, notifiedStateOf } from "../invitation-record.ts";
import type { Occasion } from "./mail-jobs.ts";
import { selectSeriesLinks } from "../series/series-invitation-queries.ts";
import { clockText, momentText, whenText } from "../when.ts";

/** Why people are written to; the same `cause` gives the same mails. */
export type Cause = Occasion & {
  cause: string;
  /** What was told before, by invitation. */
  before: ReadonlyMap<string, NotifiedState>;
};

/**
 * Writes one mail for each list of invitations (all of one person), as they are now: who has
 * answered is not asked any more, who lost their invitation hears nothing.
 */
export async function writeInvitationMails(
  tx: WriteTx,
  environment: Environment,
  mails: readonly (readonly string[])[],
  why: Cause,
): Promise<void> {
  const branding = await tenantBranding(tx, (name) => homeOf(environment, name));
  const organizer = {
    name: branding.senderName,
    address: branding.replyTo ?? senderAddress(environment.mailFrom),
  };
  const known = new Map(
    (await selectInvitationsWithEvents(tx, mails.flat())).map((record) => [record.id, record]),
  );
  const seriesLinks = await selectSeriesLinks(tx, mails.filter((ids) => ids.length > 1).flat());
  for (const ids of mails) {
    const records = ids
      .flatMap((id) => known.get(id) ?? [])
      .filter((record) => isWanted(record, why));
    const [first] = records;
    if (first === undefined || first.mail_address === null) continue;
    const { subject, ...content } =
      records.length === 1
        ? oneEvent(first, why, branding)
        : severalEvents(records, why, branding, seriesAddress(records, seriesLinks, branding));
    const name = personName(first);
    await enqueueMail(
      tx,
      {
        to: { name, address: first.mail_address },
        fromName: branding.senderName,
        ...(branding.replyTo === null ? {} : { replyTo: { address: branding.replyTo } }),
        subject,
        ...renderMail(branding, {
          ...content,
          paragraphs: [`Guten Tag ${name},`, ...content.paragraphs],
          footer: `Sie erhalten diese Nachricht, weil ${branding.clubName} Sie zu einem Termin eingeladen hat.`,
        }),
        calendar: eventMail(records, branding.timeZone, organizer, (record) =>
          publicAddress(record, branding),
        ),
      },
      `${first.id}-${why.cause}`,
      records.every(({ status }) => status === "CANCELLED") ? AHEAD : 0,
    );
  }
}

/**
 * Whether there still is a reason to write: the event lies ahead and the answer is as it was at the
 * time of the cause.
 */
function isWanted({ state, status, ends_at }: MailedInvitation, { kind }: Occasion): boolean {
  if (ends_at < new Date()) return false;
  if (kind === "CHANGED") return status === "CONFIRMED" || state !== "DECLINED";
  return status === "CONFIRMED" && state === (kind === "PROMOTED" ? "ACCEPTED" : "OPEN");
}

const NO_ANSWERS_BY_MAIL =
  "Zu- und Absagen aus Ihrem Mail- oder Kalenderprogramm kommen bei uns nicht an.";
const ANSWER_HERE = `Bitte antworten Sie über diesen Knopf. ${NO_ANSWERS_BY_MAIL}`;

type Letter = MailContent & { subject: string };

function oneEvent(record: MailedInvitation, why: Cause, branding: Branding): Letter {
  const time = ClubTime.in(branding.timeZone);
  const url = publicAddress(record, branding);
  const asks = record.state === "OPEN" && takesAnswers(record, new Date());
  const button = { label: asks ? "Einladung beantworten" : "Einladung ansehen", url };
  const deadline =
    asks && record.answer_deadline !== null
      ? [`Bitte antworten Sie bis ${momentText(record.answer_deadline.getTime(), time)}.`]
      : [];
  const way = asks ? [ANSWER_HERE] : [];
  const { title } = record;
  switch (why.kind) {
    case "INVITED":
      return {
        subject: `Einladung: ${title}`,
        title,
        paragraphs: [
          `${branding.clubName} lädt Sie ein.`,
          ...personal(why.message),
          facts(record, time),
          ...description(record),
          ...deadline,
          ...way,
        ],
        button,
      };
    case "REMINDED":
      return {
        subject: `Erinnerung: ${title}`,
        title,
        paragraphs: [
          "Sie haben diese Einladung noch nicht beantwortet. Können Sie kommen?",
          facts(record, time),
          ...description(record),
          ...deadline,
          ...way,
        ],
        button,
      };
    case "PROMOTED":
      return {
        subject: `Platz frei: ${title}`,
        title,
        paragraphs: [
          "Für Sie ist ein Platz frei geworden: Sie sind von der Warteliste nachgerückt und nehmen teil.",
          facts(record, time),
          "Falls Sie doch nicht kommen können, sagen Sie bitte ab, damit die nächste Person nachrücken kann.",
        ],
        button,
      };
    case "CHANGED": {
      const before = why.before.get(record.id) ?? notifiedStateOf(record);
      return {
        subject: `${headingOf(before, record)}: ${title}`,
        title,
        paragraphs: [
          ...changesOf(before, record, time),
          ...(record.status === "CANCELLED" ? [] : [...deadline, ...way]),
        ],
        button,
      };
    }
  }
}

/**
 * Occurrences of a series come in one mail.
 * @param page where they are answered together; undefined where they have no such page: then each
 * has its own link
 */
function severalEvents(
  records: readonly MailedInvitation[],
  why: Cause,
  branding: Branding,
  page: string | undefined,
): Letter {
  const time = ClubTime.in(branding.timeZone);
  const title = records[0]?.title ?? "";
  const number = `(${records.length} Termine)`;
  const dates = records.map((record) => linkText(record, why, time));
  const links =
    page === undefined
      ? {
          links: records.map((record, index) => ({
            label: dates[index] ?? "",
            url: publicAddress(record, branding),
          })),
        }
      : {};
  const listed = page === undefined ? [] : [dates.join("\n")];
  if (why.kind === "CHANGED") {
    const asksAgain = records.some(
      ({ id, state }) => state === "OPEN" && why.before.get(id)?.askedAgain === true,
    );
    const isOff = records.every(({ status }) => status === "CANCELLED");
    return {
      subject: `${isOff ? "Abgesagt" : "Geändert"}: ${title} ${number}`,
      title,
      paragraphs: [
        isOff ? "Diese Termine wurden abgesagt:" : "An diesen Terminen hat sich etwas geändert:",
        ...listed,
        ...(asksAgain
          ? [
              "Ihre bisherigen Antworten gelten deshalb nicht mehr. Bitte antworten Sie noch einmal.",
            ]
          : []),
      ],
      ...links,
      ...(page !== undefined && {
        button: { label: asksAgain ? "Termine beantworten" : "Termine ansehen", url: page },
      }),
    };
  }
  const places = new Set(records.map(({ location }) => location));
  const where =
    places.size === 1 && records[0]?.location != null ? [`Wo: ${records[0].location}`] : [];
  return {
    subject: `Einladung: ${title} ${number}`,
    title,
    paragraphs: [
      `${branding.clubName} lädt Sie zu mehreren Terminen ein.`,
      ...personal(why.kind === "INVITED" ? why.message : null),
      ...listed,
      ...where,
      ...(page === undefined
        ? [NO_ANSWERS_BY_MAIL, "Bitte antworten Sie zu jedem Termin:"]
        : [
            `Hinter diesem Knopf sagen Sie zu allen auf einmal zu oder antworten zu jedem einzeln. ${NO_ANSWERS_BY_MAIL}`,
          ]),
    ],
    ...links,
    ...(page !== undefined && { button: { label: "Termine beantworten", url: page } }),
  };
}

/** Returns the address of the person's page of a series if all of these belong to it. */
function seriesAddress(
  records: readonly MailedInvitation[],
  seriesLinks: ReadonlyMap<string, string>,
  { origin }: Branding,
): string | undefined {
  const ids = new Set(records.map(({ id }) => seriesLinks.get(id)));
  const [id] = ids;
  return ids.size === 1 && id !== undefined
    ? `${origin}/public/invitation-series/${id}`
    : undefined;
}

function linkText(record: MailedInvitation, why: Cause, time: ClubTime): string {
  const when = whenText(timesOf(record), time);
  const before = why.kind === "CHANGED" ? why.before.get(record.id) : undefined;
  return before === undefined ? when : shortChange(before, record, time);
}

function personal(message: string | null): string[] {
  return message === null ? [] : [message];
}

function description({ description: text }: MailedInvitation): string[] {
  return text === null ? [] : [text];
}

function facts(record: MailedInvitation, time: ClubTime): string {
  const lines = [`Wann: ${whenText(timesOf(record), time)}`];
  if (record.meet_at !== null)
    lines.push(`Treffen: ${clockText(record.meet_at.getTime(), time)} Uhr`);
  if (record.location !== null) lines.push(`Wo: ${record.location}`);
  return lines.join("\n");
}

function timesOf({ starts_at, ends_at, all_day }: MailedInvitation) {
  return { starts_at: starts_at.getTime(), ends_at: ends_at.getTime(), all_day };
}

function publicAddress({ public_id }: MailedInvitation, { origin }: Branding): string {
  return `${origin}/public/invitation/${public_id}`;
}
