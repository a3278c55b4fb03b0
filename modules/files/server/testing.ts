import { createHash } from "node:crypto";
import type { GrantLine } from "#modules/grants/contract.ts";
import type { TestApp, TestUser } from "#apps/server/testing.ts";
import {
  filesContract,
  type FileShare,
  type OnConflict,
  type ShareKind,
  type UploadState,
} from "../contract.ts";

export const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/**
 * Returns bytes that look random and are the same in each run: really random ones begin like a
 * sound file now and then, and are then served as one.
 */
export const unknownBytes = (count: number) =>
  createHash("shake256", { outputLength: count }).update(`bytes ${count}`).digest();

let number = 0;

/** A share of its own for a test; everybody may write unless said otherwise. */
export async function aShare(
  app: TestApp,
  as: TestUser,
  values: {
    name?: string;
    kind?: ShareKind;
    grants?: GrantLine[];
    quota?: number;
    allowedTypes?: string[];
  } = {},
): Promise<FileShare> {
  number += 1;
  const body = {
    name: `Ablage ${number}`,
    grants: [{ subject: "ALL" as const, id: null, access: "WRITE" as const }],
    ...values,
  };
  const answer = await app.call(filesContract.createFileShare, { body }, as);
  if (answer.status !== 201)
    throw new Error(`no share: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Uploads a small file in one request. */
export function upload(
  app: TestApp,
  as: TestUser,
  shareId: string,
  path: string,
  content: Buffer | string,
  query: { onConflict?: OnConflict; createFolders?: boolean; lastModified?: string } = {},
) {
  const given = {
    onConflict: query.onConflict,
    createFolders: query.createFolders === true ? "true" : undefined,
    lastModified: query.lastModified,
  };
  return app.call(
    filesContract.uploadFile,
    { params: { id: shareId, path }, query: given, body: Buffer.from(content) },
    as,
  );
}

/** The steps of an upload in chunks, one by one. */
export function chunked(app: TestApp, as: TestUser, shareId: string, path: string) {
  const params = { id: shareId, path };
  const step = (query: Record<string, unknown>, body?: Buffer) =>
    app.call(
      filesContract.uploadFile,
      { params, query: query as never, ...(body === undefined ? {} : { body }) },
      as,
    );
  return {
    start: (size: number, query: Record<string, unknown> = {}) =>
      step({ phase: "start", ...query }, Buffer.from(JSON.stringify({ size }))),
    chunk: (uploadId: string, chunk: number, bytes: Buffer) =>
      step({ phase: "upload", uploadId, chunk }, bytes),
    finish: (uploadId: string, body: object = {}, query: Record<string, unknown> = {}) =>
      step({ phase: "finish", uploadId, ...query }, Buffer.from(JSON.stringify(body))),
    abort: (uploadId: string) => step({ phase: "abort", uploadId }, Buffer.alloc(0)),
    status: (uploadId: string) =>
      app.call(filesContract.getUpload, { params, query: { uploadId } }, as),
  };
}

export const stateOf = (answer: { body: unknown }) => answer.body as UploadState;

export function list(app: TestApp, as: TestUser, shareId: string, path = "", query: object = {}) {
  return app.call(filesContract.listFolder, { params: { id: shareId, path }, query }, as);
}
