import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { notFound } from "#platform/server/http/app-error.ts";
import { claimBlob, releaseBlob } from "#platform/server/blobs/blob-queries.ts";
import type { BlobStore, StoredBlob } from "#platform/server/blobs/blobs.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import { fingerprintOf } from "#platform/server/http/fingerprint.ts";
import type { ByteAnswer, Handlers } from "#platform/server/http/implement.ts";
import { toWebp } from "#platform/server/images/images.ts";
import type { Services } from "#platform/server/services.ts";
import type { Sighting } from "#platform/server/sighting.ts";
import type { usersContract } from "../../contract.ts";
import { seesPerson } from "./sees-person.ts";
import { lockMember, selectPictureKey, selectPictureKeys, updateMemberRow } from "./queries.ts";

const SIZES = [64, 256, 512] as const;

type PictureHandlers = Pick<
  Handlers<typeof usersContract>,
  | "getMyPicture"
  | "putMyPicture"
  | "deleteMyPicture"
  | "getUserPicture"
  | "putUserPicture"
  | "deleteUserPicture"
>;

/** Decodes and stores the three sizes; the caller that saves the member claims them. */
async function storePicture(blobs: BlobStore, content: Readable): Promise<StoredBlob[]> {
  const pictures = await toWebp({ bytes: await buffer(content), sizes: SIZES, square: true });
  return Promise.all(
    pictures.map((picture) =>
      blobs.put(Readable.from([picture]), { maxBytes: picture.byteLength }),
    ),
  );
}

function namesOf(pictures: readonly StoredBlob[]): string {
  return pictures.map(({ sha256 }) => sha256).join(" ");
}

async function replacePicture(
  tx: WriteTx,
  memberId: string,
  pictures: readonly StoredBlob[],
): Promise<void> {
  const lock = await lockMember(tx, memberId);
  if (lock === undefined || lock.inTrash) throw notFound();
  const old = await selectPictureKeys(tx, memberId);
  if (pictures.length === 0 && old.length === 0) throw notFound();
  for (const picture of pictures) await claimBlob(tx, picture);
  const [small, middle, large] = pictures;
  await updateMemberRow(tx, memberId, null, {
    picture_64: small?.key ?? null,
    picture_256: middle?.key ?? null,
    picture_512: large?.key ?? null,
  });
  for (const key of old) await releaseBlob(tx, key);
}

async function sendPicture(blobs: BlobStore, key: string | null): Promise<ByteAnswer> {
  if (key === null) throw notFound();
  return {
    contentType: "image/webp",
    content: await blobs.get(key),
    headers: { "cache-control": "private, no-cache", "x-content-type-options": "nosniff" },
  };
}

export function pictureHandlers(
  { blobs }: Pick<Services, "blobs">,
  sightings: readonly Sighting[],
): PictureHandlers {
  return {
    async getMyPicture({ principal, query, read }) {
      const key = await read((tx) => selectPictureKey(tx, principal.userId, query.size));
      return sendPicture(blobs, key);
    },
    async putMyPicture({ principal, stream, request, idempotent, requireRoom }) {
      await requireRoom(1);
      const pictures = await storePicture(blobs, stream);
      await idempotent(
        fingerprintOf(request.url, namesOf(pictures)),
        (tx) => replacePicture(tx, principal.userId, pictures),
        { way: "PROFILE" },
      );
    },
    async deleteMyPicture({ principal, write }) {
      await write((tx) => replacePicture(tx, principal.userId, []), { way: "PROFILE" });
    },
    async getUserPicture({ params, query, read, principal }) {
      // Of somebody whom the reader does not see, not even that there is a picture.
      const key = await read(async (tx) =>
        (await seesPerson(tx, principal, params.id, sightings))
          ? selectPictureKey(tx, params.id, query.size)
          : null,
      );
      return sendPicture(blobs, key);
    },
    async putUserPicture({ params, stream, request, idempotent, requireRoom }) {
      await requireRoom(1);
      const pictures = await storePicture(blobs, stream);
      await idempotent(fingerprintOf(request.url, namesOf(pictures)), (tx) =>
        replacePicture(tx, params.id, pictures),
      );
    },
    async deleteUserPicture({ params, write }) {
      await write((tx) => replacePicture(tx, params.id, []));
    },
  };
}
