import type { FastifyRequest } from "fastify";
import { AppError, notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { ByteAnswer, Handlers } from "#platform/server/http/implement.ts";
import type { Services } from "#platform/server/services.ts";
import type { filesContract } from "../../contract.ts";
import { sendFile, type Viewer } from "./download.ts";
import type { EntryRecord } from "../entries/entry-record.ts";
import { selectChildIds } from "../entries/folder-queries.ts";
import { selectEntry } from "../entries/path-queries.ts";
import { entryAt, folderAt } from "../entries/places.ts";
import { accessTo, type ShareAccess } from "../shares/share-access.ts";
import { insertSelection, selectSelection } from "../shares/share-queries.ts";
import { createTickets, holderOf } from "./tickets.ts";
import { selectVersion, type VersionRecord } from "../versions/version-queries.ts";
import { sendZip } from "./zip.ts";
import { selectForZip, type ZipItem } from "./zip-queries.ts";

type Routes = Pick<
  typeof filesContract,
  "downloadEntry" | "getThumbnail" | "createTicket" | "useTicket"
>;

/** What is to be sent, found under the caller's rights; the bytes follow after the transaction. */
type Content = { fileName: string; file: VersionRecord } | { fileName: string; items: ZipItem[] };
type Found = Content & { viewer: Viewer };

export function downloadHandlers(services: Services): Handlers<Routes> {
  const { blobs, secrets } = services;
  const tickets = createTickets(secrets);

  const send = (
    found: Found,
    save: boolean,
    request: FastifyRequest,
  ): Promise<ByteAnswer> | ByteAnswer =>
    "file" in found
      ? sendFile(
          services,
          found.file,
          { viewer: found.viewer, fileName: found.fileName, save },
          request,
        )
      : sendZip(blobs, found.fileName, found.items, found.viewer);

  return {
    async downloadEntry({ read, params, query, principal, request }) {
      const found = await read(async (tx) => {
        const access = await accessTo(tx, principal, params.id, "READ");
        const { share } = access;
        const entry = await entryAt(tx, share.id, params.path);
        const content = await (entry.is_folder
          ? folderContent(tx, entry.id, entry.name || share.name, null)
          : fileContent(tx, access, entry, query.version));
        return { ...content, viewer: viewerOf(access) };
      });
      return send(found, false, request);
    },
    async getThumbnail({ read, params, query, principal }) {
      const key = await read(async (tx) => {
        const access = await accessTo(tx, principal, params.id, "READ");
        const entry = await entryAt(tx, access.share.id, params.path);
        const version = await versionFor(tx, access, entry, query.version);
        return version?.[`thumbnail_${query.size}`] ?? null;
      });
      if (key === null) throw notFound();
      // A thumbnail never changes under its key, but the right to see it may end.
      const headers = {
        "cache-control": "private, no-cache",
        etag: `"${key}"`,
        "x-content-type-options": "nosniff",
      };
      return { contentType: "image/webp", content: await blobs.get(key), headers };
    },
    async createTicket({ read, write, params, body, principal, tenant }) {
      const { version, names, save = false } = body ?? {};
      const target = await read(async (tx) => {
        const access = await accessTo(tx, principal, params.id, "READ");
        const { share } = access;
        const entry =
          names === undefined
            ? await entryAt(tx, share.id, params.path)
            : await folderAt(tx, share.id, params.path);
        if (entry.is_folder) {
          const chosen = names === undefined ? null : await selectChildIds(tx, entry.id, names);
          if (chosen !== null && chosen.length !== new Set(names).size) throw notFound();
          return { entry: entry.id, version: null, chosen };
        }
        const found = await versionFor(tx, access, entry, version);
        if (found === undefined) throw notFound();
        return { entry: entry.id, version: found.version, chosen: null };
      });
      const { entry, chosen } = target;
      const selection =
        chosen === null ? null : await write((tx) => insertSelection(tx, params.id, chosen));
      const { text, expiresAt } = tickets.issue({
        tenant: tenant.id,
        user: principal.userId,
        share: params.id,
        entry,
        version: target.version,
        selection,
        save,
      });
      return { url: `/public/${tenant.name}/file/${text}`, expiresAt: expiresAt.toISOString() };
    },
    async useTicket({ read, params, tenant, request }) {
      const ticket = tickets.read(params.ticket, tenant.id);
      const found = await read(async (tx) => {
        const access = await accessTo(tx, await holderOf(tx, ticket.user), ticket.share, "READ");
        const { share } = access;
        const viewer = viewerOf(access);
        const isRoot = ticket.entry === share.id;
        const entry = isRoot
          ? await entryAt(tx, share.id, [])
          : await selectEntry(tx, share.id, ticket.entry);
        if (entry === undefined) throw notFound();
        if (ticket.version !== null)
          return { ...(await fileContent(tx, access, entry, ticket.version)), viewer };
        const chosen =
          ticket.selection === null ? null : await selectSelection(tx, ticket.selection, share.id);
        return {
          ...(await folderContent(tx, entry.id, entry.name || share.name, chosen ?? null)),
          viewer,
        };
      });
      return send(found, ticket.save, request);
    },
  };
}

/** In galleries only who may change them gets pictures with the spot they were taken on. */
function viewerOf({ share, writes }: ShareAccess): Viewer {
  return share.kind === "IMAGES" && !writes ? "WITHOUT_POSITION" : "ORIGINAL";
}

type FileEntry = Pick<EntryRecord, "id" | "name" | "version">;

/**
 * Returns the version asked for, without a number the current one. Older ones are for those who may
 * write: what was replaced or taken out of a file is not for readers any more.
 */
async function versionFor(
  tx: ReadTx,
  access: ShareAccess,
  { id, version: current }: FileEntry,
  version: number | null = null,
): Promise<VersionRecord | undefined> {
  if (version !== null && version !== current && !access.writes) throw new AppError("FORBIDDEN");
  return selectVersion(tx, id, version);
}

async function fileContent(
  tx: ReadTx,
  access: ShareAccess,
  entry: FileEntry,
  version?: number | null,
): Promise<Content> {
  const file = await versionFor(tx, access, entry, version);
  if (file === undefined) throw notFound();
  return { fileName: entry.name, file };
}

/** All of a folder, or the chosen ones of its entries that are still in it. */
async function folderContent(
  tx: ReadTx,
  folderId: string,
  name: string,
  chosen: readonly string[] | null,
): Promise<Content> {
  const children = await selectChildIds(tx, folderId, null);
  const still = chosen === null ? children : children.filter((id) => chosen.includes(id));
  return { fileName: name, items: await selectForZip(tx, still) };
}
