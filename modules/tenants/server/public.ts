import { LRUCache } from "lru-cache";
import { v7 as uuidv7 } from "uuid";
import { translateViolations } from "#platform/server/database/constraints.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import { claimBlob } from "#platform/server/blobs/blob-queries.ts";
import type { StoredBlob } from "#platform/server/blobs/blobs.ts";
import { systemActor, type Database } from "#platform/server/database/database.ts";
import { TenantCache } from "#platform/server/database/tenant-cache.ts";
import { inMaintenance } from "#platform/server/http/maintenance.ts";
import type { LiveBus } from "#platform/server/live.ts";
import type { MailBranding } from "#platform/server/mail/mail-layout.ts";
import { Refusal } from "#platform/server/refusal.ts";
import type { ClubLook } from "#platform/server/http/server-pages/server-page.ts";
import type { FindTenant, TenantRow } from "#platform/server/http/principal.ts";
import { type CustomField, type Region, RESERVED_TENANT_NAMES, tenantName } from "../contract.ts";
import {
  findTenantByName,
  insertTenant,
  type NamedTenant,
  selectCustomFields,
  selectTenant,
  setTenantValues,
} from "./queries.ts";
import { toCustomField, toPublicTenant } from "./presenters.ts";

export { allTenants, findTenantByName, lockTenant } from "./queries.ts";

/**
 * Looks active tenants up by name; remembers the answer until a tenant changes, a few seconds at
 * most. Every request of a club passes here: what is in maintenance answers nothing else.
 */
export function tenantDirectory(database: Database, live: LiveBus): FindTenant {
  const known = new LRUCache<string, { tenant: NamedTenant | undefined }>({
    max: 5_000,
    ttl: 5_000,
  });
  live.subscribe(
    ({ kind }) => {
      if (kind === "tenant") known.clear();
    },
    () => known.clear(),
  );
  return async (name) => {
    let entry = known.get(name);
    if (entry === undefined) {
      if (!tenantName.safeParse(name).success) return undefined;
      entry = { tenant: await findTenantByName(database, name) };
      known.set(name, entry);
    }
    const { tenant } = entry;
    if (tenant?.state === "MAINTENANCE") throw inMaintenance(tenant.maintenanceText);
    return tenant?.state === "ACTIVE" ? tenant : undefined;
  };
}

/** Refusals of the operator's commands: German, for the terminal. */
export class TenantRefusal extends Refusal {}

/** Makes a tenant; `fill` writes its first rows in the same transaction. */
export async function createTenant(
  database: Database,
  name: string,
  displayName: string,
  fill?: (tx: WriteTx) => Promise<void>,
): Promise<TenantRow> {
  refuseBadName(name);
  const id = uuidv7();
  const uniqueName = translateViolations({
    tenant_name: () => new TenantRefusal(`Einen Verein "${name}" gibt es schon.`),
  });
  await uniqueName(() =>
    database.bulk(id, systemActor(), async (tx) => {
      await insertTenant(tx, name, displayName);
      await fill?.(tx);
    }),
  );
  return { id, name, displayName, timeZone: "Europe/Berlin", state: "ACTIVE" };
}

/** Names are parts of addresses. */
export function refuseBadName(name: string): void {
  const checked = tenantName.safeParse(name);
  if (!checked.success)
    throw new TenantRefusal(
      `Der Name "${name}" geht nicht: ${checked.error.issues[0]?.message ?? ""}`,
    );
  if (RESERVED_TENANT_NAMES.has(name))
    throw new TenantRefusal(
      `Der Name "${name}" ist vergeben: Er hat in Adressen eine eigene Bedeutung.`,
    );
}

export async function setTenantState(
  database: Database,
  name: string,
  state: TenantRow["state"],
): Promise<void> {
  const tenant = await existing(database, name);
  await database.write(tenant.id, systemActor(), (tx) => setTenantValues(tx, { state }));
}

/**
 * Begins a tenant's maintenance, or ends it: `text` is what it tells meanwhile, null the usual
 * sentence. One that is suspended stays so; returns whether that is not the case.
 */
export async function setMaintenance(
  database: Database,
  tenant: Pick<TenantRow, "id" | "state">,
  maintenance: { text: string | null } | undefined,
): Promise<boolean> {
  if (tenant.state === "SUSPENDED") return false;
  await database.write(tenant.id, systemActor(), (tx) =>
    setTenantValues(tx, {
      state: maintenance === undefined ? "ACTIVE" : "MAINTENANCE",
      maintenance_text: maintenance?.text ?? null,
    }),
  );
  return true;
}

/** Gives a tenant another name: its addresses are others from then on. */
export async function renameTenant(database: Database, name: string, other: string): Promise<void> {
  refuseBadName(other);
  const tenant = await existing(database, name);
  const uniqueName = translateViolations({
    tenant_name: () => new TenantRefusal(`Einen Verein "${other}" gibt es schon.`),
  });
  await uniqueName(() =>
    database.write(tenant.id, systemActor("Betreiber"), (tx) =>
      setTenantValues(tx, { name: other }),
    ),
  );
}

async function existing(database: Database, name: string): Promise<TenantRow> {
  const tenant = await findTenantByName(database, name);
  if (tenant === undefined) throw new TenantRefusal(`Einen Verein "${name}" gibt es nicht.`);
  return tenant;
}

export interface Branding extends MailBranding {
  tenantName: string;
  /** Where its pages are: `https://verein.example.org`. */
  origin: string;
  timeZone: string;
  senderName: string;
  replyTo: string | null;
}

/** How mails and papers of this tenant look. `originOf` tells its public address by its name. */
export async function tenantBranding(
  tx: ReadTx,
  originOf: (tenantName: string) => string,
): Promise<Branding> {
  const row = await selectTenant(tx);
  const { logoVersion } = toPublicTenant(row);
  const origin = originOf(row.name);
  return {
    tenantName: row.name,
    origin,
    timeZone: row.time_zone,
    clubName: row.display_name,
    accentColor: row.accent_color,
    logoUrl: logoVersion === null ? null : `${origin}/public/${row.name}/logo?v=${logoVersion}`,
    senderName: row.mail_sender_name ?? row.display_name,
    replyTo: row.mail_reply_to,
  };
}

/** What pages that the server writes show of the club. */
export async function clubLook(tx: ReadTx): Promise<ClubLook> {
  const row = await selectTenant(tx);
  const { name, displayName, accentColor, logoVersion } = toPublicTenant(row);
  return { name, clubName: displayName, accentColor, logoVersion };
}

/** Returns who tells the look of a club by its id, as remembered until the club changes. */
export function clubLooks({
  database,
  live,
}: {
  database: Database;
  live: LiveBus;
}): (tenantId: string) => Promise<ClubLook> {
  const known = new TenantCache<ClubLook>(live);
  return (tenantId) => known.get(tenantId, "look", () => database.read(tenantId, clubLook));
}

/** Sets colour and logo of a new tenant. */
export async function changeLook(
  tx: WriteTx,
  { accentColor, logo }: { accentColor: string; logo: StoredBlob },
): Promise<void> {
  await claimBlob(tx, logo);
  await setTenantValues(tx, { accent_color: accentColor, logo_key: logo.key });
}

/** Sets the Land whose holidays are a new tenant's. */
export async function chooseRegion(tx: WriteTx, region: Region): Promise<void> {
  await setTenantValues(tx, { region });
}

export { createCustomField as addCustomField } from "./custom-fields.ts";

export async function customFields(tx: ReadTx): Promise<CustomField[]> {
  return (await selectCustomFields(tx)).map(toCustomField);
}

export interface Retention {
  /** Days until a member in the trash is anonymised. */
  trashDays: number;
  /** Months after leaving until deletion is due. */
  retentionMonths: number | null;
  /** Whose days count. */
  timeZone: string;
}

export async function retention(tx: ReadTx): Promise<Retention> {
  const row = await selectTenant(tx);
  return {
    trashDays: row.trash_days,
    retentionMonths: row.retention_months,
    timeZone: row.time_zone,
  };
}
