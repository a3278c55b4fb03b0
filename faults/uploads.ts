import type { RunningServer } from "../e2e/support/server.ts";
import { AdminApi, sha256 } from "./admin-api.ts";

/** One file on its way. */
export interface Attempt {
  path: string;
  bytes: Buffer;
  /** Of an upload in chunks, once it was begun. */
  uploadId?: string;
}

interface State {
  uploadId: string;
  chunkSize: number;
  chunks: number;
  received: number[];
}

const BYTES = { "content-type": "application/octet-stream" };

/** The administrator's browser as far as files go. */
export class Uploads {
  readonly #api: AdminApi;

  private constructor(api: AdminApi) {
    this.#api = api;
  }

  static async at(server: Pick<RunningServer, "url">): Promise<Uploads> {
    return new Uploads(await AdminApi.at(server));
  }

  async newShare(name: string): Promise<string> {
    return (await this.#api.send<{ id: string }>("POST", "/file-share", { name })).id;
  }

  async usedBytes(share: string): Promise<number> {
    return (await this.#api.json<{ usedBytes: number }>("GET", `/file-share/${share}`)).usedBytes;
  }

  files(share: string): Promise<{ path: string; sha256: string; size: number }[]> {
    return this.#api.json("GET", `/file-share/${share}/list-recursive`);
  }

  async download(share: string, path: string): Promise<Buffer> {
    const answer = await this.#api.fetch("GET", `/file-share/${share}/download/${path}`);
    if (!answer.ok) throw new Error(`the download of ${path} answered ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  async sendAtOnce(share: string, { path, bytes }: Attempt): Promise<void> {
    await this.#api.json("POST", `/file-share/${share}/upload/${path}`, BYTES, bytes);
  }

  stateOf(share: string, { path, uploadId }: Attempt): Promise<State> {
    return this.#api.json(
      "GET",
      `/file-share/${share}/upload/${path}?phase=status&uploadId=${uploadId ?? ""}`,
    );
  }

  /** Begins an upload and sends its first chunks only. */
  async begin(share: string, attempt: Attempt, chunks: number): Promise<void> {
    const state = await this.#start(share, attempt);
    for (let chunk = 0; chunk < chunks; chunk++)
      await this.#sendChunk(share, attempt, state, chunk);
  }

  /**
   * Begins an upload or goes on with one: sends the chunks that are missing, three at once, and
   * finishes.
   */
  async goOn(share: string, attempt: Attempt): Promise<void> {
    const state =
      attempt.uploadId === undefined
        ? await this.#start(share, attempt)
        : await this.stateOf(share, attempt);
    const missing = Array.from({ length: state.chunks }, (_, chunk) => chunk).filter(
      (chunk) => !state.received.includes(chunk),
    );
    const send = async () => {
      for (let chunk = missing.shift(); chunk !== undefined; chunk = missing.shift())
        await this.#sendChunk(share, attempt, state, chunk);
    };
    await Promise.all([send(), send(), send()]);
    await this.#post(
      share,
      attempt,
      `phase=finish&uploadId=${state.uploadId}`,
      JSON.stringify({ sha256: sha256(attempt.bytes) }),
    );
  }

  async #start(share: string, attempt: Attempt): Promise<State> {
    const state = await this.#post<State>(
      share,
      attempt,
      "phase=start",
      JSON.stringify({ size: attempt.bytes.length }),
    );
    attempt.uploadId = state.uploadId;
    return state;
  }

  async #sendChunk(
    share: string,
    attempt: Attempt,
    { uploadId, chunkSize }: State,
    chunk: number,
  ): Promise<void> {
    const part = attempt.bytes.subarray(chunk * chunkSize, (chunk + 1) * chunkSize);
    await this.#post(share, attempt, `phase=upload&uploadId=${uploadId}&chunk=${chunk}`, part);
  }

  #post<T>(share: string, { path }: Attempt, query: string, body: string | Buffer): Promise<T> {
    return this.#api.json<T>("POST", `/file-share/${share}/upload/${path}?${query}`, BYTES, body);
  }
}
