import { homeOf } from "#modules/identity/server/public.ts";
import { tenantBranding } from "#modules/tenants/server/public.ts";
import { attachment } from "#platform/server/http/content-disposition.ts";
import { csvLine } from "#platform/server/documents/sheet-cells.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Services } from "#platform/server/services.ts";
import type { InvitationState } from "../../../contract.ts";
import type { invitationsContract } from "../../../invitation-contract.ts";
import { ClubTime } from "../../time/club-time.ts";
import { selectAllInvitations } from "../invitation-queries.ts";
import { personName } from "../invitation-record.ts";
import type { InvitationRecord } from "../invitation-rows-queries.ts";
import { organisedEvent } from "./organised-event.ts";
import { type SignatureList, signatureList } from "./signature-list.ts";
import { dateText, momentText, whenText } from "../when.ts";

type Routes = Pick<typeof invitationsContract, "getSignatureList" | "exportInvitations">;

const HEADINGS = [
  "Name",
  "Vorname",
  "Nachname",
  "Gast",
  "E-Mail",
  "Antwort",
  "Wartelistenplatz",
  "Begleitpersonen",
  "Bemerkung",
  "Geantwortet am",
  "Geantwortet von",
];

export function listHandlers({ environment }: Services): Handlers<Routes> {
  return {
    async getSignatureList({ read, params, query, principal, tenant }) {
      const time = ClubTime.in(tenant.timeZone);
      const { list, name } = await read(async (tx) => {
        const { occurrence } = await organisedEvent(tx, principal, params.id, time);
        const branding = await tenantBranding(tx, (name) => homeOf(environment, name));
        const all = await selectAllInvitations(tx, occurrence.id, query.state);
        // Who has said no does not sign, unless asked for.
        const records =
          query.state === undefined ? all.filter(({ state }) => state !== "DECLINED") : all;
        const list: SignatureList = {
          clubName: branding.clubName,
          accentColor: branding.accentColor,
          title: occurrence.row.title,
          when: whenText(occurrence, time),
          location: occurrence.row.location,
          printed: momentText(Date.now(), time),
          people: records.map((record) => ({
            name: listName(record),
            guest: record.user_id === null,
            answer: answerText(record),
            companions: record.companions,
          })),
        };
        return {
          list,
          name: `${occurrence.row.title} ${dateText(occurrence.starts_at, time)} Liste.pdf`,
        };
      });
      // Laid out when the transaction has ended.
      return {
        contentType: "application/pdf",
        content: await signatureList(list),
        headers: attachment(name),
      };
    },
    async exportInvitations({ read, params, query, principal, tenant }) {
      const time = ClubTime.in(tenant.timeZone);
      return read(async (tx) => {
        const { occurrence } = await organisedEvent(tx, principal, params.id, time);
        const rows = (await selectAllInvitations(tx, occurrence.id, query.state)).map((record) =>
          csvRow(record, time),
        );
        const lines = [HEADINGS, ...rows].map((cells) => csvLine(cells));
        return {
          contentType: "text/csv; charset=utf-8",
          // With a byte order mark: what a German Excel opens without asking.
          content: Buffer.from(`\u{feff}${lines.join("")}`),
          headers: attachment(
            `${occurrence.row.title} ${dateText(occurrence.starts_at, time)} Einladungen.csv`,
          ),
        };
      });
    },
  };
}

const STATE_TEXTS: Record<InvitationState, string> = {
  OPEN: "offen",
  ACCEPTED: "zugesagt",
  DECLINED: "abgesagt",
  WAITING: "Warteliste",
};

function answerText({ state, position }: InvitationRecord): string {
  return state === "WAITING" && position !== null
    ? `${STATE_TEXTS.WAITING} (Platz ${position})`
    : STATE_TEXTS[state];
}

function listName({ last_name, first_name, guest_name }: InvitationRecord): string {
  return (
    guest_name ?? [last_name, first_name].filter((part) => part !== null && part !== "").join(", ")
  );
}

function csvRow(record: InvitationRecord, time: ClubTime): string[] {
  const answered = record.answered_at;
  return [
    personName(record),
    record.first_name ?? "",
    record.last_name ?? "",
    record.user_id === null ? "ja" : "nein",
    record.guest_email ?? "",
    STATE_TEXTS[record.state],
    record.position === null ? "" : String(record.position),
    String(record.companions),
    record.comment ?? "",
    answered === null
      ? ""
      : `${dateText(answered.getTime(), time)} ${momentText(answered.getTime(), time).slice(-9, -4)}`,
    record.answered_by_name ?? (answered === null ? "" : personName(record)),
  ];
}
