import { AppError, notFound } from "#platform/server/http/app-error.ts";
import { claimBlob, releaseBlob } from "#platform/server/blobs/blob-queries.ts";
import { selectRoom } from "#platform/server/blobs/quota-queries.ts";
import { fingerprintOf } from "#platform/server/http/fingerprint.ts";
import { serverModule } from "#platform/server/server-module.ts";
import { tenantsContract } from "../contract.ts";
import { createCustomField, deleteCustomField, updateCustomField } from "./custom-fields.ts";
import { readLogo, storeLogo } from "./logo.ts";
import { customFields } from "./public.ts";
import { selectTenant, setTenantValues, updateTenantRow } from "./queries.ts";
import { toPublicTenant, toTenant } from "./presenters.ts";

export const tenantsModule = serverModule({
  name: "tenants",
  about: "Der Verein selbst: Name, Aussehen, Einstellungen und eigene Felder",
  tables: ["tenant", "custom_field"],
  offers: ["club"],
  contract: tenantsContract,
  liveKinds: { tenant: "loggedIn", "custom-field": "loggedIn" },
  handlers: ({ blobs }) => ({
    async getPublicTenant({ read, reply }) {
      reply.header("cache-control", "no-cache");
      return toPublicTenant(await read(selectTenant));
    },
    async getLogo({ read, query }) {
      const caching = query.v === undefined ? "no-cache" : "public, max-age=31536000, immutable";
      return {
        contentType: "image/webp",
        content: await readLogo(blobs, read),
        headers: { "cache-control": caching },
      };
    },
    async getTenant({ read }) {
      return toTenant(await read(selectTenant));
    },
    async getRoom({ read }) {
      return read(selectRoom);
    },
    async updateTenant({ write, body }) {
      return write(async (tx) => {
        const row = await updateTenantRow(tx, body.version, {
          display_name: body.displayName,
          accent_color: body.accentColor,
          time_zone: body.timeZone,
          trash_days: body.trashDays,
          retention_months: body.retentionMonths,
          guests_per_event: body.guestsPerEvent,
          guests_per_day: body.guestsPerDay,
          mail_sender_name: body.mailSenderName,
          mail_reply_to: body.mailReplyTo,
          region: body.region,
        });
        if (row === undefined)
          throw new AppError("STALE_VERSION", { current: toTenant(await selectTenant(tx)) });
        return toTenant(row);
      });
    },
    async putLogo({ idempotent, request, stream, requireRoom }) {
      // How large it is made of what is sent, nobody knows yet.
      await requireRoom(1);
      const logo = await storeLogo(blobs, stream);
      return idempotent(fingerprintOf(request.url, logo.sha256), async (tx) => {
        const { logo_key: old } = await selectTenant(tx);
        await claimBlob(tx, logo);
        await setTenantValues(tx, { logo_key: logo.key });
        if (old !== null) await releaseBlob(tx, old);
        return toPublicTenant(await selectTenant(tx));
      });
    },
    async deleteLogo({ write }) {
      await write(async (tx) => {
        const { logo_key: old } = await selectTenant(tx);
        if (old === null) throw notFound();
        await setTenantValues(tx, { logo_key: null });
        await releaseBlob(tx, old);
      });
    },
    async listCustomFields({ read }) {
      return read(customFields);
    },
    async createCustomField({ write, body, created }) {
      const field = await write((tx) => createCustomField(tx, body));
      created(`/custom-field/${field.id}`);
      return field;
    },
    async updateCustomField({ write, params, body }) {
      return write((tx) => updateCustomField(tx, params.id, body));
    },
    async deleteCustomField({ write, params }) {
      await write((tx) => deleteCustomField(tx, params.id));
    },
  }),
});
