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

  static async at(server: RunningServer): Promise<Uploads> {
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
    return this.#api.json("GET", `/file-share/${share}/upload/${path}?phase=status&uploadId=${uploadId ?? ""}`);
  }

  /** Begins an upload or goes on with one: sends the chunks that are missing, three at once, and finishes. */
  async goOn(share: string, attempt: Attempt): Promise<void> {
    const address = `/file-share/${share}/upload/${attempt.path}`;
    const post = <T>(query: string, body: string | Buffer) => this.#api.json<T>("POST", `${address}?${query}`, BYTES, body);
    const state =
      attempt.uploadId === undefined ? await post<State>("phase=start", JSON.stringify({ size: attempt.bytes.length })) : await this.stateOf(share, attempt);
    attempt.uploadId = state.uploadId;
    const missing = Array.from({ length: state.chunks }, (_, chunk) => chunk).filter((chunk) => !state.received.includes(chunk));
    const send = async () => {
      for (let chunk = missing.shift(); chunk !== undefined; chunk = missing.shift()) {
        const part = attempt.bytes.subarray(chunk * state.chunkSize, (chunk + 1) * state.chunkSize);
        await post(`phase=upload&uploadId=${state.uploadId}&chunk=${chunk}`, part);
      }
    };
    await Promise.all([send(), send(), send()]);
    await post(`phase=finish&uploadId=${state.uploadId}`, JSON.stringify({ sha256: sha256(attempt.bytes) }));
  }
}
