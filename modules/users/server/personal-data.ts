import { ZipArchive } from "archiver";
import { notFound } from "#platform/server/app-error.ts";
import type { BlobStore } from "#platform/server/blobs.ts";
import type { ReadTx } from "#platform/server/database.ts";
import type { ByteAnswer } from "#platform/server/implement.ts";
import { escapeHtml } from "#platform/server/mail-layout.ts";
import type { IdentityAdmin } from "#modules/identity/server/public.ts";
import { customFields } from "#modules/tenants/server/public.ts";
import { GENDER_LABELS, LOGIN_STATE_LABELS, STATUS_LABELS, USER_FIELD_LABELS, type UserField } from "../contract.ts";
import { attachment } from "./list-export.ts";
import type { MemberRecord } from "./member-columns-queries.ts";
import { OPERATOR } from "./permissions.ts";
import { selectMember, selectPictureKey, selectToday } from "./queries.ts";
import { toUser } from "./records.ts";
import { personalDataParts } from "./registrations.ts";
import { selectViews } from "./view-queries.ts";

interface Section {
  title: string;
  data: unknown;
}

/** Everything held about a person (DSGVO Art. 15 and 20): one JSON document, the same as a readable page, and the files. */
export async function personalDataZip(tx: ReadTx, { blobs, identity }: { blobs: BlobStore; identity: IdentityAdmin }, memberId: string): Promise<ByteAnswer> {
  const today = await selectToday(tx);
  const record = await selectMember(tx, memberId, today);
  if (record === undefined) throw notFound();
  const sections: Record<string, Section> = { stammdaten: { title: "Stammdaten", data: await masterData(tx, record, today) } };
  sections["anmeldungen"] = { title: "Anmeldungen", data: await sessionsOf(tx, identity, record) };
  sections["ansichten"] = { title: "Gespeicherte Ansichten", data: await viewsOf(tx, memberId) };
  const zip = new ZipArchive({ zlib: { level: 6 } });
  for (const part of personalDataParts()) {
    const { data, files = [] } = await part.load(tx, memberId);
    sections[part.key] = { title: part.title, data };
    for (const { name, blobKey } of files) zip.append(await blobs.get(blobKey), { name: `${part.key}/${name}` });
  }
  const picture = await selectPictureKey(tx, memberId, "512");
  if (picture !== null) zip.append(await blobs.get(picture), { name: "profilbild.webp" });
  const person = `${record.first_name} ${record.last_name}`.trim();
  const document = Object.fromEntries(Object.entries(sections).map(([key, { data }]) => [key, data]));
  zip.append(JSON.stringify({ stand: today, person, ...document }, null, 2), { name: "auskunft.json" });
  zip.append(readable(person, today, Object.values(sections)), { name: "auskunft.html" });
  void zip.finalize();
  return { contentType: "application/zip", content: zip, headers: attachment(`Auskunft ${person} ${today}.zip`) };
}

async function sessionsOf(tx: ReadTx, identity: IdentityAdmin, { id, login_state }: MemberRecord): Promise<unknown[]> {
  if (login_state === null) return [];
  const sessions = await identity.listSessions(tx, id);
  return sessions.map(({ device, startedAt, lastSeenAt }) => ({
    Gerät: device,
    "Angemeldet am": startedAt.toISOString(),
    "Zuletzt gesehen am": lastSeenAt.toISOString(),
  }));
}

async function viewsOf(tx: ReadTx, memberId: string): Promise<unknown[]> {
  const views = (await selectViews(tx, memberId)).filter(({ owner_id }) => owner_id === memberId);
  return views.map(({ name, shared, parameters, columns }) => ({ Name: name, Geteilt: shared, Filter: parameters, Spalten: columns }));
}

async function masterData(tx: ReadTx, record: MemberRecord, today: string): Promise<Record<string, unknown>> {
  const user = toUser(record, today, { ...OPERATOR, userId: record.id, name: "", groupIds: [], ledGroupIds: [], sessionId: "" });
  const labelled = (Object.keys(USER_FIELD_LABELS) as UserField[])
    .filter((field) => field !== "groups")
    .map((field) => [USER_FIELD_LABELS[field], user[field]] as const);
  const own = (await customFields(tx)).map(({ key, label }) => [label, user.customFields[key] ?? null] as const);
  return {
    ...Object.fromEntries([...labelled, ...own]),
    [USER_FIELD_LABELS.gender]: GENDER_LABELS[user.gender],
    [USER_FIELD_LABELS.status]: STATUS_LABELS[user.status],
    [USER_FIELD_LABELS.loginState]: LOGIN_STATE_LABELS[user.loginState],
    Benutzername: user.username,
    Administrator: user.isAdmin,
    Rechte: user.effectivePermissions,
    "Nachrichten per E-Mail": record.message_mail,
    Gruppen: user.groups.map(({ name, groupName, function: role, from, to, leader }) => ({
      Gruppe: groupName === null ? name : `${groupName}->${name}`,
      Funktion: role,
      Von: from,
      Bis: to,
      Leitung: leader,
    })),
  };
}

function readable(person: string, today: string, sections: readonly Section[]): string {
  const body = sections.map(({ title, data }) => `<h2>${escapeHtml(title)}</h2>${toHtml(data)}`).join("");
  return `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>${escapeHtml(`Auskunft ${person}`)}</title><style>body{font:15px/1.5 sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}table{border-collapse:collapse}th,td{border:1px solid #ccc;padding:.25rem .5rem;text-align:left;vertical-align:top}</style></head><body><h1>Auskunft über gespeicherte Daten</h1><p>${escapeHtml(person)}, Stand ${toText(today)}</p>${body}</body></html>`;
}

function toHtml(value: unknown): string {
  if (Array.isArray(value))
    return value.length === 0 ? "<p>–</p>" : value.every((entry) => typeof entry !== "object") ? escapeHtml(value.join(", ")) : value.map(toHtml).join("<br>");
  if (typeof value !== "object" || value === null) return escapeHtml(toText(value));
  const rows = Object.entries(value).map(([name, part]) => `<tr><th>${escapeHtml(name)}</th><td>${toHtml(part)}</td></tr>`);
  return `<table>${rows.join("")}</table>`;
}

function toText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? "ja" : "nein";
  const text = String(value);
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:T|$)/.exec(text) ?? [];
  return year === undefined ? text : `${day}.${month}.${year}`;
}
