import { type Html, html } from "#platform/server/http/server-pages/html.ts";
import { problem } from "#platform/server/http/server-pages/form-parts.ts";
import { type ClubLook, serverPage } from "#platform/server/http/server-pages/server-page.ts";
import { answerSentence, closedSentence, termsSentence } from "../../answer-words.ts";
import { type Invitation, MAX_COMPANIONS } from "../../invitation-contract.ts";
import type { InvitationWithEvent } from "../invitations/invitation-rows-queries.ts";
import { toInvitation } from "../invitations/presenters.ts";
import { clockText, dateTimeText, momentText, whenText } from "../invitations/when.ts";
import type { ClubTime } from "../time/club-time.ts";
import type { Typed } from "./answer-form.ts";

export const PAGE_TITLE = "Einladung beantworten";

interface InvitationView {
  publicId: string;
  record: InvitationWithEvent;
  time: ClubTime;
  /** What was sent and refused: it stands in the form again. */
  refused?: { problem: string; typed: Typed } | undefined;
}

/** Returns the page behind the link of a mailed invitation: the event, and a form for the answer. */
export function invitationPage(club: ClubLook, view: InvitationView): string {
  const invitation = toInvitation(view.record, view.time);
  const { event } = invitation;
  const isCancelled = event.status === "CANCELLED";
  const file = `/public/${club.name}/invitation/${view.publicId}/event.ics`;
  return serverPage({
    club,
    title: event.title,
    documentTitle: documentTitle(club),
    kind: "text",
    content: html`<p class="sentence">
        ${isCancelled ? html`<strong class="bad">Dieser Termin ist abgesagt.</strong>` : `Einladung für ${nameOf(invitation)}`}
      </p>
      ${facts(view)}
      ${event.description !== null && html`<p class="lines">${event.description}</p>`}
      <section class="inset" aria-label="Ihre Antwort">${answerPart(invitation, view)}</section>
      ${!isCancelled && html`<p><a class="button quiet" href="${file}">In den Kalender</a></p>`}`,
  });
}

/** The page for a link that leads to no invitation, or to none for now. */
export function noInvitationPage(
  club: ClubLook,
  { text, again }: { text: string; again?: string | undefined },
): string {
  return serverPage({
    club,
    title: PAGE_TITLE,
    documentTitle: documentTitle(club),
    kind: "text",
    content: html`<p>${text}</p>
      ${again !== undefined && html`<p><a class="button quiet" href="${again}">Erneut versuchen</a></p>`}`,
  });
}

/** As all pages of the club are called. */
export function documentTitle({ clubName }: ClubLook): string {
  return `${PAGE_TITLE} - ${clubName} - Intranet`;
}

function nameOf({ guest, user }: Invitation): string {
  return guest?.name ?? [user?.firstname, user?.lastname].filter(Boolean).join(" ");
}

function facts({ record, time }: InvitationView): Html {
  const { starts_at, ends_at, all_day, meet_at, location, calendar_name } = record;
  const starts = starts_at.getTime();
  const rows = [
    ["Grund der Absage", record.cancel_reason],
    ["Wann", whenText({ starts_at: starts, ends_at: ends_at.getTime(), all_day }, time)],
    ["Treffen", meet_at === null ? null : meetText(meet_at.getTime(), starts, time)],
    ["Wo", location],
    ["Kalender", calendar_name],
  ] as const;
  return html`<dl class="facts">
    ${rows.map(([name, text]) =>
      text === null
        ? html``
        : html`<dt>${name}</dt>
            <dd>${text}</dd>`,
    )}
  </dl>`;
}

/** The day is named where it is another one than that of the beginning. */
function meetText(meets: number, starts: number, time: ClubTime): string {
  return time.dayOf(meets) === time.dayOf(starts)
    ? `${clockText(meets, time)} Uhr`
    : momentText(meets, time);
}

function answerPart(invitation: Invitation, { time, refused }: InvitationView): Html {
  const { event, state, comment } = invitation;
  const comes = isComing(invitation);
  const moment = (iso: string) => dateTimeText(Date.parse(iso), time);
  const isOpen = invitation.can.includes("ANSWER");
  const terms = isOpen
    ? termsSentence(event.invitationSettings, comes ? null : event.placesLeft, state, moment)
    : (closedSentence(event, moment) ?? "Geantwortet werden kann im Augenblick nicht.");
  return html`<p role="status">
      <strong${state === "ACCEPTED" && html` class="good"`}>${answerSentence(invitation)}</strong>
      ${terms !== "" && html`<br />${terms}`}
    </p>
    ${problem(refused?.problem)}
    ${isOpen ? form(invitation, refused?.typed) : comment !== null && html`<p class="lines">„${comment}“</p>`}`;
}

function isComing({ state }: Invitation): boolean {
  return state === "ACCEPTED" || state === "WAITING";
}

function form(invitation: Invitation, typed: Typed | undefined): Html {
  const { invitationSettings: settings } = invitation.event;
  const asks = {
    companions: settings?.allowCompanions === true,
    comment: settings === null || settings.allowComment,
  };
  const companions = typed?.companions ?? String(invitation.companions);
  return html`<form method="post">
    ${asks.companions && companionsField(companions)}
    ${asks.comment && commentField(typed?.comment ?? invitation.comment ?? "")}
    <div class="row">${buttons(invitation, asks)}</div>
  </form>`;
}

function companionsField(value: string): Html {
  return html`<div class="field">
    <label for="companions">Begleitpersonen</label>
    <input
      class="short"
      id="companions"
      name="companions"
      type="number"
      inputmode="numeric"
      min="0"
      max="${MAX_COMPANIONS}"
      value="${value}"
      aria-describedby="companions-help"
    />
    <p class="help" id="companions-help">So viele Personen bringen Sie mit</p>
  </div>`;
}

function commentField(value: string): Html {
  // Browsers leave out the first end of a line in a textarea, so that it may stand before the value.
  return html`<div class="field">
    <label for="comment">Kommentar</label>
    <textarea id="comment" name="comment" rows="3" maxlength="1000" aria-describedby="comment-help">
${value}</textarea>
    <p class="help" id="comment-help">Freiwillig; wer den Termin organisiert, liest ihn</p>
  </div>`;
}

/** The first is the one that Enter presses. */
function buttons(
  invitation: Invitation,
  asks: { companions: boolean; comment: boolean },
): readonly Html[] {
  const declined = invitation.state === "DECLINED";
  const accept = isComing(invitation)
    ? (asks.companions || asks.comment) && "Änderung speichern"
    : "Zusagen";
  const decline = declined ? asks.comment && "Kommentar speichern" : "Absagen";
  return [
    ...(accept === false
      ? []
      : [html`<button type="submit" name="accept" value="true">${accept}</button>`]),
    ...(decline === false
      ? []
      : [
          html`<button type="submit" name="accept" value="false" class="quiet">${decline}</button>`,
        ]),
  ];
}
