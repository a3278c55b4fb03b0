import { text } from "node:stream/consumers";
import { searchWords } from "#platform/contract/fold.ts";
import { toPage } from "#platform/contract/paging.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import { fingerprintOf } from "#platform/server/http/fingerprint.ts";
import { type Handlers, JsonText } from "#platform/server/http/implement.ts";
import { validationError } from "#platform/server/http/problems.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { Entry, filesContract } from "../../contract.ts";
import { entryPath } from "../../entry-path.ts";
import {
  createFolder,
  deleteEntry,
  emptyTrash,
  moveEntry,
  type Placed,
  restoreEntry,
  restoreVersion,
} from "./entries.ts";
import { selectFolder } from "./folder-queries.ts";
import { selectMatching, selectNewest } from "./found-queries.ts";
import { entryAt, folderAt } from "./places.ts";
import { type Reader, toEntry, toFileVersion, toTrashItem, rightsOn } from "./presenters.ts";
import { accessTo, readableShareIds, type ShareAccess } from "../shares/share-access.ts";
import { selectTrash } from "./trash-queries.ts";
import { treeJson } from "./tree.ts";
import { selectTree } from "./tree-queries.ts";
import { selectVersions } from "../versions/version-queries.ts";

type Routes = Omit<
  typeof filesContract,
  | "searchFileShares"
  | "createFileShare"
  | "getFileShare"
  | "updateFileShare"
  | "deleteFileShare"
  | "uploadFile"
  | "getUpload"
  | "uploadMany"
  | "downloadEntry"
  | "getThumbnail"
  | "createTicket"
  | "useTicket"
>;

export function entryHandlers(): Handlers<Routes> {
  return {
    async listNewestFiles({ read, principal, query }) {
      return read(async (tx) => {
        return (await selectNewest(tx, await readableShareIds(tx, principal), query.limit)).map(
          (record) => ({
            fileShare: { id: record.share_id, name: record.share_name, kind: record.share_kind },
            fileMetadata: {
              fileName: record.path,
              contentType: record.content_type ?? "application/octet-stream",
              lastModified: record.modified_at.toISOString(),
              size: record.size ?? 0,
            },
            addedAt: record.added_at.toISOString(),
          }),
        );
      });
    },
    async listFolder({ read, principal, params, query }) {
      return read(async (tx) => {
        const list = (folderId: string) =>
          selectFolder(tx, params.id, folderId, {
            ...query,
            extensions: extensionsOf(query.ex),
          });
        // Asked along with the right, and thrown away where there is none. The root has its
        // share's id.
        const listed =
          params.path.length === 0
            ? list(params.id)
            : folderAt(tx, params.id, params.path).then(({ id }) => list(id));
        listed.catch(() => {});
        const access = await accessTo(tx, principal, params.id, "READ");
        const { records, total } = await listed;
        const prefix = params.path.length === 0 ? "" : `${params.path.join("/")}/`;
        const reader = readerOf(principal, access);
        const entries = records.map((record) => toEntry(record, prefix + record.name, reader));
        return {
          ...toPage(entries, total, query),
          can: access.writes ? ["UPLOAD", "CREATE_FOLDER"] : [],
        };
      });
    },
    async listAllEntries({ read, principal, params, query }) {
      const tree = await read(async (tx) => {
        const reader = readerOf(principal, await accessTo(tx, principal, params.id, "READ"));
        const can = (isFolder: boolean, owner: string | null) =>
          JSON.stringify(rightsOn({ is_folder: isFolder, modified_by: owner }, reader));
        const rights = {
          userId: reader.userId,
          own: can(false, reader.userId),
          others: can(false, null),
          folder: can(true, null),
        };
        return selectTree(tx, params.id, extensionsOf(query.ex), rights);
      });
      return new JsonText(treeJson(tree, params.id));
    },
    async searchEntries({ read, principal, params, query }) {
      const wanted = { words: searchWords(query.q), forms: query.q };
      return read(async (tx) => {
        const access = await accessTo(tx, principal, params.id, "READ");
        const { records, total } = await selectMatching(tx, params.id, wanted, query);
        return toPage(
          records.map((record) => toEntry(record, record.path, readerOf(principal, access))),
          total,
          query,
        );
      });
    },
    async getEntry({ read, principal, params }) {
      return read(async (tx) => {
        const access = await accessTo(tx, principal, params.id, "READ");
        return toEntry(
          await entryAt(tx, params.id, params.path),
          params.path.join("/"),
          readerOf(principal, access),
        );
      });
    },
    async deleteEntry({ write, principal, params }) {
      await write(async (tx) =>
        deleteEntry(tx, await accessTo(tx, principal, params.id, "READ"), principal, params.path),
      );
    },
    async listTrash({ read, principal, params, query }) {
      return read(async (tx) => {
        await accessTo(tx, principal, params.id, "WRITE");
        const { records, total } = await selectTrash(tx, params.id, query);
        return toPage(records.map(toTrashItem), total, query);
      });
    },
    async emptyTrash({ write, principal, params, query }) {
      await write(async (tx) => {
        await accessTo(tx, principal, params.id, "WRITE");
        await emptyTrash(tx, params.id, query.entry ?? null);
      });
    },
    async restoreEntry({ write, principal, params, query }) {
      if ((query.entry === undefined) === (query.version === undefined)) {
        throw new AppError("BAD_REQUEST", {
          detail: "Bitte entweder einen Eintrag des Papierkorbs oder eine ältere Fassung angeben.",
        });
      }
      return write(async (tx) => {
        const access = await accessTo(tx, principal, params.id, "WRITE");
        const placed =
          query.version === undefined
            ? await restoreEntry(tx, params.id, query.entry ?? "", params.path, query.onConflict)
            : await restoreVersion(tx, params.id, params.path, query.version);
        return placedEntry(placed, principal, access);
      });
    },
    async listVersions({ read, principal, params }) {
      return read(async (tx) => {
        await accessTo(tx, principal, params.id, "WRITE");
        const entry = await entryAt(tx, params.id, params.path);
        return (await selectVersions(tx, entry.id)).map((record) =>
          toFileVersion(record, entry.version),
        );
      });
    },
    async moveEntry({ read, idempotent, principal, params, query, stream, request }) {
      await read((tx) => accessTo(tx, principal, params.id, "WRITE"));
      const path = await text(stream);
      const target = entryPath.safeParse(path);
      if (!target.success) throw validationError(target.error, "path");
      return idempotent(fingerprintOf(request.url, path), async (tx) => {
        const access = await accessTo(tx, principal, params.id, "WRITE");
        return placedEntry(
          await moveEntry(tx, params.id, params.path, target.data, query.onConflict),
          principal,
          access,
        );
      });
    },
    async createFolder({ write, principal, params, query, created }) {
      return write(async (tx) => {
        const access = await accessTo(tx, principal, params.id, "WRITE");
        const placed = await createFolder(tx, params.id, params.path, query);
        created(`/file-share/${params.id}/entry/${placed.names.map(encodeURIComponent).join("/")}`);
        return placedEntry(placed, principal, access);
      });
    },
  };
}

function readerOf({ userId }: Principal, { writes }: ShareAccess): Reader {
  return { userId, writes };
}

function placedEntry({ record, names }: Placed, principal: Principal, access: ShareAccess): Entry {
  return toEntry(record, names.join("/"), readerOf(principal, access));
}

function extensionsOf(ex: string | undefined): string[] | null {
  const list = (ex ?? "")
    .toLowerCase()
    .split(",")
    .map((part) => part.trim().replace(/^\./, ""))
    .filter((part) => part !== "");
  return list.length === 0 ? null : list;
}
