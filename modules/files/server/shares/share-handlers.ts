import { canOf } from "#platform/server/http/can.ts";
import { v7 as uuidv7 } from "uuid";
import { EVERYBODY_READS, type Grant } from "#modules/grants/contract.ts";
import { grantsOf, mayWrite, writeGrants } from "#modules/grants/server/public.ts";
import { toPage } from "#platform/contract/paging.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { Room } from "#platform/contract/room.ts";
import { selectScarceRoom } from "#platform/server/blobs/quota-queries.ts";
import { releaseBlobs } from "#platform/server/blobs/blob-queries.ts";
import { uniqueField } from "#platform/server/database/constraints.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { FileShare, filesContract } from "../../contract.ts";
import { accessTo, managesKind, reaches, type ShareAccess } from "./share-access.ts";
import {
  deleteShareRows,
  insertShare,
  selectShares,
  SHARE_GRANTS,
  type ShareValues,
  updateShareRow,
} from "./share-queries.ts";

const uniqueName = uniqueField("file_share_name", "name", "Diesen Namen gibt es hier schon.");

type Routes = Pick<
  typeof filesContract,
  "searchFileShares" | "createFileShare" | "getFileShare" | "updateFileShare" | "deleteFileShare"
>;

export function shareHandlers(): Handlers<Routes> {
  return {
    async searchFileShares({ read, principal, query }) {
      return read(async (tx) => {
        const reachable = await reaches(tx, principal);
        const kinds = [...reachable.keys()].filter(
          (kind) => query.kind === undefined || query.kind === kind,
        );
        const granted = [...reachable.values()].flatMap((reach) =>
          reach === "EVERYTHING" ? [] : [...reach.keys()],
        );
        const seesAll = kinds.filter((kind) => reachable.get(kind) === "EVERYTHING");
        const ids = seesAll.length === kinds.length ? null : await idsOf(tx, seesAll, granted);
        const { records, total } = await selectShares(tx, {
          ...query,
          kinds,
          ids,
          q: query.q?.trim() || null,
        });
        const lists = await grantsOf(
          tx,
          SHARE_GRANTS,
          records.filter(({ kind }) => managesKind(principal, kind)).map(({ id }) => id),
        );
        const scarce = await selectScarceRoom(tx);
        const shares = records.map((share) => {
          const reach = reachable.get(share.kind) ?? new Map();
          return toFileShare(
            {
              share,
              writes: mayWrite(reach, share.id),
              manages: managesKind(principal, share.kind),
            },
            lists.get(share.id) ?? null,
            scarce,
          );
        });
        return toPage(shares, total, query);
      });
    },
    async createFileShare({ write, principal, body, created }) {
      const { kind, grants = EVERYBODY_READS } = body;
      if (!managesKind(principal, kind)) throw new AppError("FORBIDDEN");
      const share = await write(async (tx) => {
        const id = uuidv7();
        await uniqueName(() => insertShare(tx, id, kind, valuesOf(body)));
        await writeGrants(tx, SHARE_GRANTS, id, grants);
        return fileShareOf(tx, principal, id);
      });
      created(`/file-share/${share.id}`);
      return share;
    },
    async getFileShare({ read, principal, params }) {
      return read((tx) => fileShareOf(tx, principal, params.id));
    },
    async updateFileShare({ write, principal, params, body }) {
      return write(async (tx) => {
        await accessTo(tx, principal, params.id, "MANAGE");
        const done = await uniqueName(() =>
          updateShareRow(tx, params.id, body.version, valuesOf(body)),
        );
        if (!done)
          throw new AppError("STALE_VERSION", {
            current: await fileShareOf(tx, principal, params.id),
          });
        await writeGrants(tx, SHARE_GRANTS, params.id, body.grants);
        return fileShareOf(tx, principal, params.id);
      });
    },
    async deleteFileShare({ write, principal, params }) {
      await write(async (tx) => {
        await accessTo(tx, principal, params.id, "MANAGE");
        await releaseBlobs(tx, await deleteShareRows(tx, params.id));
      });
    },
  };
}

/** A caller who manages one kind and is granted some of the other: the ids of both. */
async function idsOf(
  tx: ReadTx,
  managed: readonly FileShare["kind"][],
  granted: readonly string[],
): Promise<string[]> {
  if (managed.length === 0) return [...granted];
  const all = { ids: null, q: null, sort: "name", dir: "ASC", page: 0, size: 100_000 } as const;
  const { records } = await selectShares(tx, { ...all, kinds: managed });
  return [...granted, ...records.map(({ id }) => id)];
}

async function fileShareOf(tx: ReadTx, principal: Principal, id: string): Promise<FileShare> {
  const access = await accessTo(tx, principal, id, "READ");
  const grants = access.manages ? ((await grantsOf(tx, SHARE_GRANTS, [id])).get(id) ?? []) : null;
  return toFileShare(access, grants, await selectScarceRoom(tx));
}

function toFileShare(
  { share, writes, manages }: ShareAccess,
  grants: Grant[] | null,
  scarce: Room | null,
): FileShare {
  return {
    id: share.id,
    name: share.name,
    kind: share.kind,
    grants,
    allowedTypes: share.allowed_types,
    quota: share.quota,
    usedBytes: share.used_bytes,
    clubRoom: writes ? scarce : null,
    version: share.version,
    can: canOf<FileShare>({ EDIT: manages, DELETE: manages, WRITE: writes }),
  };
}

function valuesOf({
  name,
  allowedTypes,
  quota,
}: {
  name: string;
  allowedTypes: string[] | null;
  quota: number | null;
}): ShareValues {
  return { name, allowed_types: allowedTypes, quota };
}
