import { canOf } from "#platform/server/http/can.ts";
import { toPage } from "#platform/contract/paging.ts";
import { notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import { retention } from "#modules/tenants/server/public.ts";
import type { DeletionPreview, DueDeletion, usersContract } from "../../contract.ts";
import { anonymisationDay } from "./anonymisation-day.ts";
import { selectDue } from "./due-deletion-queries.ts";
import type { MemberRecord } from "../people/member-columns-queries.ts";
import { outranks } from "../rights/permissions.ts";
import { selectAnyMember, selectToday } from "../people/queries.ts";
import type { Erasers } from "./trash.ts";
import { countAdministrators, selectRights } from "../rights/rights-queries.ts";
import { selectViews } from "../views/view-queries.ts";

type DeletionHandlers = Pick<
  Handlers<typeof usersContract>,
  "searchDueDeletions" | "previewDeletion"
>;
type Line = DeletionPreview["lines"][number];
/** Where something of a person lies. */
type Holders = Erasers & Pick<Services, "blobs"> & { openSessions: number };

export function deletionHandlers(
  services: Pick<Services, "blobs">,
  erasers: Erasers,
): DeletionHandlers {
  return {
    async searchDueDeletions({ query, principal, read }) {
      return read(async (tx) => {
        const records = await selectDue(tx, query);
        const rights = await selectRights(
          tx,
          records.map(({ id }) => id),
        );
        const above = new Set(
          rights.filter((target) => outranks(target, principal)).map(({ id }) => id),
        );
        const content = records.map((record) => ({
          id: record.id,
          memberNumber: record.member_number,
          firstname: record.first_name,
          lastname: record.last_name,
          birthday: record.birthday,
          city: record.city,
          reason: record.reason,
          since: record.since,
          dueOn: record.due_on,
          can: canOf<DueDeletion>({
            DELETE: !above.has(record.id),
            ANONYMISE: !above.has(record.id),
          }),
        }));
        return {
          ...toPage(content, records[0]?.total ?? 0, query),
          retentionMonths: (await retention(tx)).retentionMonths,
        };
      });
    },
    async previewDeletion({ params, principal, tenant, read }) {
      const sessions = await erasers.identity.listSessions(tenant.id, params.id);
      const holders = { ...services, ...erasers, openSessions: sessions.length };
      return read((tx) => preview(tx, holders, params.id, principal));
    },
  };
}

async function preview(
  tx: ReadTx,
  holders: Holders,
  id: string,
  reader: Principal,
): Promise<DeletionPreview> {
  const today = await selectToday(tx);
  const record = await selectAnyMember(tx, id, today);
  if (record === undefined) throw notFound();
  const inTrash = record.deleted_at !== null;
  const [rights] = await selectRights(tx, [id]);
  const isAbove = rights !== undefined && outranks(rights, reader);
  return {
    user: {
      id,
      memberNumber: record.member_number,
      firstname: record.first_name,
      lastname: record.last_name,
      inTrash,
    },
    anonymisedOn: anonymisationDay(record.deleted_at ?? new Date(), await retention(tx)),
    lines: [
      ...ownLines(record),
      ...(await loginLines(tx, holders, record)),
      ...(await otherLines(tx, holders, id)),
    ],
    obstacles: await obstacles(tx, record, today, isAbove),
    can: canOf<DeletionPreview>({
      EXPORT: !isAbove,
      DELETE: !isAbove && !inTrash,
      RESTORE: !isAbove && inTrash,
      ANONYMISE: !isAbove && inTrash,
    }),
  };
}

function ownLines(record: MemberRecord): Line[] {
  return [
    {
      key: "person",
      title: "Name, Anschrift, Kontakt, eigene Felder und Notizen",
      count: null,
      fate: "REMOVED",
      reason: "Diese Angaben gehören zur Person und werden ohne sie nicht mehr gebraucht.",
    },
    ...(record.iban === null && record.account_holder === null && record.mandate_reference === null
      ? []
      : [
          {
            key: "bank",
            title: "Bankdaten und Mandat",
            count: null,
            fate: "REMOVED" as const,
            reason:
              "Buchungsbelege führt der Verein in seiner Buchhaltung; sie stehen nicht in diesem Programm.",
          },
        ]),
    ...(record.has_picture
      ? [
          {
            key: "picture",
            title: "Profilbild",
            count: 1,
            fate: "REMOVED" as const,
            reason: "Es zeigt die Person.",
          },
        ]
      : []),
    {
      key: "statistics",
      title: "Mitgliedsnummer, Geburtsjahr, Geschlecht, Status, Eintritt und Austritt",
      count: null,
      fate: "ANONYMISED",
      reason:
        "Sie bleiben ohne Namen, damit Statistiken früherer Jahre stimmen und die Nummer nicht noch einmal vergeben wird.",
    },
  ];
}

async function loginLines(
  tx: ReadTx,
  { openSessions }: Holders,
  record: MemberRecord,
): Promise<Line[]> {
  const views = (await selectViews(tx, record.id)).filter(
    ({ owner_id }) => owner_id === record.id,
  ).length;
  const lines: Line[] = [];
  if (record.login_state !== null) {
    const reason =
      "Anmeldungen enden sofort; Passwort, Passkeys und zweiter Faktor werden gelöscht.";
    lines.push({
      key: "login",
      title: "Zugang und Anmeldungen",
      count: openSessions,
      fate: "REMOVED",
      reason,
    });
  }
  if (views > 0) {
    lines.push({
      key: "views",
      title: "Gespeicherte Ansichten",
      count: views,
      fate: "REMOVED",
      reason: "Auch geteilte Ansichten gehören der Person.",
    });
  }
  return lines;
}

/** What other modules hold, in their own words. */
async function otherLines(
  tx: ReadTx,
  { personalData, blobs }: Holders,
  id: string,
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const { key, title, deletion, load } of personalData) {
    if (deletion === undefined) continue;
    const count = counted((await load(tx, id, { blobs })).data);
    if (count > 0) lines.push({ key, title, count, ...deletion });
  }
  return lines;
}

/** Entries of a part: of its list, or of all its lists together. */
function counted(data: unknown): number {
  if (Array.isArray(data)) return data.length;
  if (typeof data !== "object" || data === null) return 0;
  return Object.values(data).reduce(
    (sum: number, part) => sum + (Array.isArray(part) ? part.length : 0),
    0,
  );
}

async function obstacles(
  tx: ReadTx,
  record: MemberRecord,
  today: string,
  isAbove: boolean,
): Promise<string[]> {
  const found: string[] = [];
  if (isAbove)
    found.push(
      "Diese Person hat mehr Rechte als Sie. Löschen kann sie nur jemand mit denselben Rechten.",
    );
  if (record.is_admin && (await countAdministrators(tx)).all <= 1)
    found.push("Das ist der letzte Administrator des Vereins; er lässt sich nicht löschen.");
  if (record.left_on === null && record.deceased_on === null)
    found.push("Diese Person ist noch Mitglied: Es ist kein Austritt eingetragen.");
  else if (record.left_on !== null && record.left_on >= today && record.deceased_on === null)
    found.push("Der Austritt dieser Person steht noch bevor.");
  return found;
}
