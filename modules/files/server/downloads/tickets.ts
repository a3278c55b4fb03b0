import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { loadPrincipalRights } from "#modules/members/server/public.ts";
import { AppError, notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { Secrets } from "#platform/server/secrets.ts";

/** Long enough for a film; the rights are looked at again at each use. */
const LIFETIME_MS = 60 * 60_000;

const ticket = z.strictObject({
  tenant: z.uuid(),
  user: z.uuid(),
  share: z.uuid(),
  entry: z.uuid(),
  /** Null: a folder. */
  version: z.int().nullable(),
  /** Some entries of the folder. */
  selection: z.uuid().nullable(),
  save: z.boolean(),
  expires: z.int(),
});
export type Ticket = z.infer<typeof ticket>;

/** Addresses that carry their own permit: signed, for one person, one thing and a short time. */
export interface Tickets {
  issue(content: Omit<Ticket, "expires">): { text: string; expiresAt: Date };
  /** 404 for what we did not sign or what is another tenant's, 403 when it is too old. */
  read(text: string, tenantId: string): Ticket;
}

export function createTickets(secrets: Pick<Secrets, "derive">): Tickets {
  const key = secrets.derive("file-tickets");
  const sign = (payload: string) => createHmac("sha256", key).update(payload).digest("base64url");
  return {
    issue(content) {
      const expires = Date.now() + LIFETIME_MS;
      const payload = Buffer.from(JSON.stringify({ ...content, expires })).toString("base64url");
      return { text: `${payload}.${sign(payload)}`, expiresAt: new Date(expires) };
    },
    read(text, tenantId) {
      const [payload = "", signature = ""] = text.split(".");
      const given = Buffer.from(signature);
      const right = Buffer.from(sign(payload));
      if (given.length !== right.length || !timingSafeEqual(given, right)) throw notFound();
      const content = ticket.parse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
      if (content.tenant !== tenantId) throw notFound();
      if (content.expires < Date.now())
        throw new AppError("FORBIDDEN", {
          code: "TICKET_EXPIRED",
          detail: "Dieser Link ist abgelaufen. Bitte öffnen Sie die Datei noch einmal.",
        });
      return content;
    },
  };
}

/** Who asked for the ticket, with the rights of now; 403 when they may no longer log in. */
export async function holderOf(tx: ReadTx, userId: string): Promise<Principal> {
  const { name, isAdmin, permissions, groupIds, ledGroupIds, active } = await loadPrincipalRights(
    tx,
    userId,
  );
  if (!active) throw new AppError("FORBIDDEN");
  return {
    userId,
    name,
    isAdmin,
    permissions: new Set(permissions),
    groupIds,
    ledGroupIds,
    sessionId: "",
  };
}
