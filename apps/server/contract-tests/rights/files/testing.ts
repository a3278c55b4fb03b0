import {
  type Entry,
  filesContract as api,
  type FileShare,
  type TrashItem,
} from "#modules/files/contract.ts";
import { aShare, upload } from "#modules/files/server/testing.ts";
import type { GrantLine } from "#modules/grants/contract.ts";
import { PIXEL } from "../../samples.ts";
import { attempt, type Club, type Kind, kind, reading } from "../testing.ts";
import { grantLists, type Groups, userOf } from "../people/testing.ts";

interface ShareTarget extends FileShare {
  written: GrantLine[];
}

/** Shares of documents and of pictures with every list of grants, and what is in them. */
export async function fileKinds(club: Club, groups: Groups): Promise<Kind[]> {
  const shares: ShareTarget[] = [];
  for (const shareKind of ["DOCUMENTS", "IMAGES"] as const) {
    for (const [grantees, grants] of Object.entries(grantLists(club, groups))) {
      const name = `${grantees} ${shareKind}`;
      const share = await aShare(club.app, club.admin, { name, kind: shareKind, grants });
      shares.push({ ...share, written: grants });
    }
  }
  return [shareKind(shares), folderKind(shares), ...(await entryKinds(club, shares))];
}

function shareKind(records: ShareTarget[]): Kind {
  return kind("shares", {
    schemas: [api.getFileShare.answer],
    records,
    readings: [
      reading(api.searchFileShares, { query: { size: 200 } }),
      ...records.map(({ id }) => reading(api.getFileShare, { params: { id } })),
    ],
    tries: ({ id, name, written: grants, version }) => ({
      EDIT: [attempt(api.updateFileShare, { params: { id }, body: { name, grants, version } })],
      DELETE: [attempt(api.deleteFileShare, { params: { id } })],
      WRITE: [attempt(api.createFolder, { params: { id, path: "Neu" } })],
    }),
  });
}

function folderKind(records: ShareTarget[]): Kind {
  return kind("folders", {
    schemas: [api.listFolder.answer],
    records,
    readings: records.map(({ id }) => reading(api.listFolder, { params: { id } }, id)),
    tries: ({ id, kind: of }) => ({
      UPLOAD: [
        attempt(api.uploadFile, {
          params: { id, path: of === "IMAGES" ? "Neu.png" : "neu.txt" },
          body: of === "IMAGES" ? PIXEL : Buffer.from("neu"),
        }),
      ],
      CREATE_FOLDER: [attempt(api.createFolder, { params: { id, path: "Neu" } })],
    }),
  });
}

interface Placed {
  shareId: string;
}

async function entryKinds(club: Club, shares: ShareTarget[]): Promise<Kind[]> {
  const { app, admin } = club;
  const entries: (Entry & Placed)[] = [];
  const trash: (TrashItem & Placed)[] = [];
  for (const { id, name } of shares.filter(({ kind: of }) => of === "DOCUMENTS")) {
    await upload(app, admin, id, "plan.txt", "Plan");
    await upload(app, admin, id, "alt.txt", "Alt");
    await app.call(api.createFolder, { params: { id, path: "Ordner" } }, admin);
    await app.call(api.deleteEntry, { params: { id, path: "alt.txt" } }, admin);
    if (name.startsWith("granted ")) await uploadedByReader(club, id);
    const { body } = await app.call(api.listFolder, { params: { id } }, admin);
    entries.push(...body.content.map((entry) => ({ ...entry, shareId: id })));
    const deleted = await app.call(api.listTrash, { params: { id } }, admin);
    trash.push(...deleted.body.content.map((item) => ({ ...item, shareId: id })));
  }
  const ids = [...new Set(entries.map(({ shareId }) => shareId))];
  return [entryKind(entries, ids), trashKind(trash, ids)];
}

/** What somebody uploaded and deleted who may only read by now. */
async function uploadedByReader(club: Club, id: string): Promise<void> {
  const { app, admin } = club;
  const reader = userOf(club, "granted reading");
  const { body: share } = await app.call(api.getFileShare, { params: { id } }, admin);
  const grants = (share.grants ?? []).map(({ name: _, ...line }) => line);
  const writing = grants.map((line) =>
    line.id === reader.id ? { ...line, access: "WRITE" as const } : line,
  );
  const update = (lists: GrantLine[], version: number) =>
    app.call(
      api.updateFileShare,
      { params: { id }, body: { name: share.name, grants: lists, version } },
      admin,
    );
  const { body: opened } = await update(writing, share.version);
  await upload(app, reader, id, "eigene.txt", "Eigene");
  await upload(app, reader, id, "verworfen.txt", "Verworfen");
  await app.call(api.deleteEntry, { params: { id, path: "verworfen.txt" } }, reader);
  const { body: closed } = await update(grants, opened.version);
  // The shares' own tries send the version that they read before.
  await club.sql("UPDATE file_share SET version = $2 WHERE id = $1", [id, share.version]);
  if (closed.version === undefined) throw new Error("the share was not closed again");
}

function entryKind(records: (Entry & Placed)[], shares: string[]): Kind {
  return kind("files", {
    schemas: [api.getEntry.answer],
    records,
    readings: [
      ...shares.flatMap((id) => [
        reading(api.listFolder, { params: { id } }, id),
        reading(api.listAllEntries, { params: { id } }),
        reading(api.searchEntries, { params: { id }, query: { q: "plan" } }),
      ]),
      ...records.map(({ shareId: id, path }) => reading(api.getEntry, { params: { id, path } })),
    ],
    tries: ({ shareId: id, path, type }) => {
      const params = { id, path };
      return {
        EDIT: [
          attempt(api.moveEntry, { params, body: Buffer.from("anders") }),
          ...(type === "FOLDER"
            ? []
            : [
                attempt(api.listVersions, { params }),
                attempt(api.uploadFile, {
                  params,
                  query: { onConflict: "REPLACE" },
                  body: Buffer.from("Neuer Inhalt"),
                }),
              ]),
        ],
        DELETE: [attempt(api.deleteEntry, { params })],
      };
    },
  });
}

function trashKind(records: (TrashItem & Placed)[], shares: string[]): Kind {
  return kind("deleted files", {
    schemas: [api.listTrash.answer.shape.content.element],
    records,
    readings: shares.map((id) => reading(api.listTrash, { params: { id } })),
    tries: ({ shareId: id, id: entry }) => ({
      RESTORE: [attempt(api.restoreEntry, { params: { id }, query: { entry } })],
      PURGE: [attempt(api.emptyTrash, { params: { id }, query: { entry } })],
    }),
  });
}
