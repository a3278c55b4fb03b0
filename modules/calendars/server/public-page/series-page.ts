import { problem } from "#platform/server/http/server-pages/form-parts.ts";
import { type Html, html } from "#platform/server/http/server-pages/html.ts";
import { type ClubLook, serverPage } from "#platform/server/http/server-pages/server-page.ts";
import { answerSentence, closedSentence, termsSentence } from "../../answer-words.ts";
import type { Invitation } from "../../invitation-contract.ts";
import { personName } from "../invitations/invitation-record.ts";
import type { InvitationWithEvent } from "../invitations/invitation-rows-queries.ts";
import type { InvitedSeries } from "../invitations/mailed-links.ts";
import { toInvitation } from "../invitations/presenters.ts";
import { dateTimeText, whenText } from "../invitations/when.ts";
import type { ClubTime } from "../time/club-time.ts";
import { documentTitle } from "./invitation-page.ts";
import { ALL_OPEN, EVERY_DATE, isOpen, isSaid } from "./series-form.ts";

interface SeriesView {
  series: InvitedSeries;
  time: ClubTime;
  /** What was refused of the answers just sent. */
  problem?: string | undefined;
}

/** Returns the page of all of a person's dates of a series: answered at once, or one by one. */
export function seriesPage(club: ClubLook, { series, time, problem: refused }: SeriesView): string {
  const { invitee, records } = series;
  const dates = records.map((record) => ({ record, invitation: toInvitation(record, time) }));
  const answerable = dates
    .map(({ invitation }) => invitation)
    .filter(({ can }) => can.includes("ANSWER"));
  const open = answerable.filter(isOpen);
  return serverPage({
    club,
    title: invitee.title,
    documentTitle: documentTitle(club),
    kind: "text",
    content: html`<p class="sentence">
        Einladung für ${personName(invitee)} zu ${countText(dates.length)}
      </p>
      ${sharedPlace(records)} ${problem(refused)}
      ${dates.length === 0 && html`<p>Zurzeit sind Sie zu keinem kommenden Termin dieser Serie eingeladen.</p>`}
      ${answerable.length > 0 && answerAll(answerable)}
      ${
        dates.length > 0 &&
        html`<form method="post">
          <ul class="rows">
            ${dates.map((date) => dateRow(date, hasOnePlace(records), time))}
          </ul>
          ${
            answerable.length > 0 &&
            html`<div class="row save">
              <strong class="unsaved" role="status">Noch nicht gespeichert.</strong>
              <button type="submit" ${open.length > 0 && html` class="quiet"`}>
                Antworten speichern
              </button>
            </div>`
          }
        </form>`
      }`,
  });
}

function countText(count: number): string {
  return count === 1 ? "einem Termin" : `${count} Terminen`;
}

/**
 * What is saved, and the first form, so that it comes before the dates: one press for all that are
 * open; once none is, for all that have the other answer.
 */
function answerAll(answerable: readonly Invitation[]): Html {
  const open = answerable.filter(isOpen).length;
  const rest = open > 0 && open < answerable.length;
  const accepts = open > 0 || answerable.some((one) => isSaid(one, false));
  const declines = open > 0 || answerable.some((one) => isSaid(one, true));
  const name = open > 0 ? ALL_OPEN : EVERY_DATE;
  return html`<section class="inset" aria-label="Alle auf einmal">
    <p role="status"><strong>${savedWords(answerable)} ${openWords(open)}</strong></p>
    <form method="post">
      <div class="row">
        ${
          accepts &&
          html`<button
            type="submit"
            name="${name}"
            value="true"
            ${open === 0 && html` class="quiet"`}
          >
            ${rest ? `Zu ${open === 1 ? "diesem" : `diesen ${open}`} zusagen` : "Zu allen zusagen"}
          </button>`
        }
        ${
          declines &&
          html`<button type="submit" name="${name}" value="false" class="quiet">
            ${rest ? `${open === 1 ? "Diesen" : `Diese ${open}`} absagen` : "Alle absagen"}
          </button>`
        }
      </div>
    </form>
  </section>`;
}

function savedWords(answerable: readonly Invitation[]): string {
  const accepted = answerable.filter((one) => isSaid(one, true)).length;
  const declined = answerable.filter((one) => isSaid(one, false)).length;
  const parts = [
    accepted > 0 ? (accepted === 1 ? "1 Zusage" : `${accepted} Zusagen`) : "",
    declined > 0 ? (declined === 1 ? "1 Absage" : `${declined} Absagen`) : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : `Gespeichert: ${parts.join(", ")}.`;
}

function openWords(open: number): string {
  if (open === 0) return "";
  return open === 1
    ? "Zu einem Termin haben Sie noch nicht geantwortet."
    : `Zu ${open} Terminen haben Sie noch nicht geantwortet.`;
}

function hasOnePlace(records: readonly InvitationWithEvent[]): boolean {
  return new Set(records.map(({ location }) => location)).size <= 1;
}

function sharedPlace(records: readonly InvitationWithEvent[]): Html | undefined {
  const location = records[0]?.location;
  return location == null || !hasOnePlace(records)
    ? undefined
    : html`<dl class="facts">
        <dt>Wo</dt>
        <dd>${location}</dd>
      </dl>`;
}

function dateRow(
  { record, invitation }: { record: InvitationWithEvent; invitation: Invitation },
  onePlace: boolean,
  time: ClubTime,
): Html {
  const { event, state } = invitation;
  const when = whenText(
    {
      starts_at: record.starts_at.getTime(),
      ends_at: record.ends_at.getTime(),
      all_day: record.all_day,
    },
    time,
  );
  const moment = (iso: string) => dateTimeText(Date.parse(iso), time);
  const takesAnswers = invitation.can.includes("ANSWER");
  const comes = state === "ACCEPTED" || state === "WAITING";
  const notes = [
    onePlace ? null : event.location,
    event.status === "CANCELLED" ? `Abgesagt${reason(event.cancelReason)}.` : null,
    state === "OPEN" ? null : answerSentence(invitation),
    takesAnswers
      ? termsSentence(event.invitationSettings, comes ? null : event.placesLeft, state, moment)
      : event.status === "CANCELLED"
        ? null
        : closedSentence(event, moment),
  ].filter((note) => note !== null && note !== "");
  const words = html`<span>
    <a href="/public/invitation/${record.public_id}">${when}</a>
    ${notes.length > 0 && html`<br /><span class="help">${notes.join(" ")}</span>`}
  </span>`;
  return takesAnswers
    ? html`<li>
        ${words}
        <fieldset class="choices">
          <legend class="unseen">${when}</legend>
          ${choice(invitation.id, "true", "Zusage", comes)}
          ${choice(invitation.id, "false", "Absage", state === "DECLINED")}
        </fieldset>
      </li>`
    : html`<li>${words}</li>`;
}

function choice(id: string, value: "true" | "false", label: string, checked: boolean): Html {
  return html`<label class="choice"
    ><input
      type="radio"
      name="${id}"
      value="${value}"
      ${checked && html` checked`}
    />${label}</label
  >`;
}

function reason(text: string | null): string {
  return text === null ? "" : `: ${text.replace(/[.\s]+$/, "")}`;
}
