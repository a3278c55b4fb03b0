import type { BlobStore } from "./blobs/blobs.ts";
import type { ReadTx, WriteTx } from "./database/database.ts";

/** What becomes of data when a person is anonymised, and why: a German sentence. */
export interface Deletion {
  fate: "REMOVED" | "ANONYMISED" | "KEPT";
  reason: string;
}

/** One section of the DSGVO file. */
export interface LoadedData {
  data: unknown;
  files?: { name: string; blobKey: string }[];
}

/** A kind of data that a module holds about a person: how it is told and how it is erased. */
export interface PersonalData {
  /** File name part and key in the JSON document, e.g. `messages`. */
  key: string;
  /** German heading. */
  title: string;
  /** What becomes of it when the person is anonymised; told before it is done. */
  deletion?: Deletion;
  /** Returns everything held about a person (DSGVO Art. 15). */
  load(
    tx: ReadTx,
    memberId: string,
    services: { blobs: Pick<BlobStore, "get"> },
  ): Promise<LoadedData>;
  /**
   * Does what `deletion` promises, in the transaction that anonymises the person. Absent where the
   * module that holds the person's record does it.
   */
  erase?(tx: WriteTx, memberId: string): Promise<void>;
}
