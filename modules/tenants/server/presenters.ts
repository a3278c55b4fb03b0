import type { CustomField, PublicTenant, Tenant } from "../contract.ts";
import type { CustomFieldRecord, TenantRecord } from "./queries.ts";

export function toPublicTenant(row: TenantRecord): PublicTenant {
  return {
    name: row.name,
    displayName: row.display_name,
    accentColor: row.accent_color,
    timeZone: row.time_zone,
    hasLogo: row.logo_key !== null,
    logoVersion: row.logo_key?.slice(3, 19) ?? null,
  };
}

export function toTenant(row: TenantRecord): Tenant {
  return {
    ...toPublicTenant(row),
    id: row.tenant_id,
    trashDays: row.trash_days,
    retentionMonths: row.retention_months,
    guestsPerEvent: row.guests_per_event,
    guestsPerDay: row.guests_per_day,
    mailSenderName: row.mail_sender_name,
    mailReplyTo: row.mail_reply_to,
    region: row.region,
    version: row.version,
  };
}

export function toCustomField({
  self_service,
  id,
  key,
  label,
  kind,
  options,
  required,
  position,
  version,
}: CustomFieldRecord): CustomField {
  return { id, key, label, kind, options, required, selfService: self_service, position, version };
}
