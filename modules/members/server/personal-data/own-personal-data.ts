import { PERMISSION_LABELS } from "#platform/contract/permissions.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import { customFields, type Retention } from "#modules/tenants/server/public.ts";
import {
  GENDER_LABELS,
  LOGIN_STATE_LABELS,
  STATUS_LABELS,
  isDerivedField,
  USER_FIELD_LABELS,
  type UserField,
} from "../../contract.ts";
import { anonymisationDay } from "../erasure/anonymisation-day.ts";
import type { MemberRecord } from "../people/member-columns-queries.ts";
import { OPERATOR } from "../rights/permissions.ts";
import { type LoginData, loginSection } from "./login-data.ts";
import type { PageSection } from "./personal-data-page.ts";
import { toUser } from "../people/presenters.ts";
import { selectViews } from "../views/view-queries.ts";

interface Needs {
  login: LoginData | undefined;
  today: string;
  keeping: Retention;
}

const MAIL_LABELS = { IMMEDIATE: "sofort", DAILY: "einmal am Tag gesammelt", NONE: "keine" };
const countries = new Intl.DisplayNames("de", { type: "region", fallback: "code" });

/**
 * What members and logins hold of a person themselves; other modules name theirs in their
 * manifests.
 */
export async function ownSections(
  tx: ReadTx,
  record: MemberRecord,
  { login, today, keeping }: Needs,
): Promise<PageSection[]> {
  return [
    {
      key: "stammdaten",
      title: "Stammdaten",
      data: await masterData(tx, record, today, keeping),
      deletion:
        "Alles Persönliche wird gelöscht; Geburtsjahr, Geschlecht, Status, Ein- und Austritt bleiben ohne Namen für die Statistik.",
    },
    {
      key: "zugang",
      title: "Zugang und Anmeldung",
      data: loginSection(login),
      deletion: "Der Zugang wird mit allem, was dazu gehört, gelöscht.",
    },
    {
      key: "ansichten",
      title: "Gespeicherte Ansichten",
      data: await viewsOf(tx, record.id),
      deletion: "Sie werden gelöscht.",
    },
  ];
}

async function viewsOf(tx: ReadTx, memberId: string): Promise<unknown[]> {
  const views = (await selectViews(tx, memberId)).filter(({ owner_id }) => owner_id === memberId);
  return views.map(({ name, shared, parameters, columns }) => ({
    Name: name,
    Geteilt: shared,
    Filter: parameters,
    Spalten: columns,
  }));
}

async function masterData(
  tx: ReadTx,
  record: MemberRecord,
  today: string,
  keeping: Retention,
): Promise<Record<string, unknown>> {
  const operator = {
    ...OPERATOR,
    userId: record.id,
    name: "",
    groupIds: [],
    ledGroupIds: [],
    sessionId: "",
  };
  const user = toUser(record, today, operator, new Set());
  const labelled = (Object.keys(USER_FIELD_LABELS) as UserField[])
    .filter((field) => field !== "groups" && field !== "loginState" && !isDerivedField(field))
    .map((field) => [USER_FIELD_LABELS[field], user[field]] as const);
  const own = (await customFields(tx)).map(
    ({ key, label }) => [label, user.customFields[key] ?? null] as const,
  );
  return {
    ...Object.fromEntries([...labelled, ...own]),
    [USER_FIELD_LABELS.country]:
      user.country === null ? null : (countries.of(user.country) ?? user.country),
    [USER_FIELD_LABELS.gender]: GENDER_LABELS[user.gender],
    [USER_FIELD_LABELS.status]: STATUS_LABELS[user.status],
    [USER_FIELD_LABELS.loginState]: LOGIN_STATE_LABELS[user.loginState],
    "Geändert von": record.updated_by,
    Administrator: user.isAdmin,
    Rechte: user.effectivePermissions.map((permission) => PERMISSION_LABELS[permission]),
    "Nachrichten per E-Mail": MAIL_LABELS[record.message_mail],
    Gruppen: user.groups.map(({ name, groupName, function: role, from, to, leader }) => ({
      Gruppe: groupName === null ? name : `${groupName}->${name}`,
      Funktion: role,
      Von: from,
      Bis: to,
      Leitung: leader,
    })),
    ...(record.deleted_at === null
      ? {}
      : {
          "Im Papierkorb seit": record.deleted_at.toISOString(),
          "In den Papierkorb gelegt von": record.deleted_by,
          "Wird anonymisiert am": anonymisationDay(record.deleted_at, keeping),
        }),
  };
}
