import { createHash } from "node:crypto";
import { Agent, request } from "node:http";

export interface Answer {
  status: number;
  bytes: number;
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** One request; `keep` false only counts the bytes of the answer. */
export function exchange(
  url: URL,
  {
    method,
    token,
    body,
    keep = true,
  }: { method: string; token?: string; body?: Buffer | undefined; keep?: boolean },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const type = url.pathname.endsWith("/file-share")
      ? "application/json"
      : url.pathname.includes("/move/")
        ? "text/plain"
        : "application/octet-stream";
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": type, "content-length": body.length }),
    };
    const sent = request(url, { method, headers, agent }, (response) => {
      let bytes = 0;
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => {
        bytes += part.length;
        if (keep) parts.push(part);
      });
      response.once("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          bytes,
          text: Buffer.concat(parts).toString("utf8"),
        }),
      );
      response.once("error", reject);
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

export function expect(status: number, answer: Answer, bytes?: number): void {
  if (answer.status !== status || (bytes !== undefined && answer.bytes !== bytes))
    throw new Error(`${answer.status}: ${answer.text.slice(0, 500)}`);
}

export function sum(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Calls of one share's routes: method, path below `/file-share`, body. */
export type Api = (method: string, path: string, body?: Buffer) => Promise<Answer>;

/** Sends a file in chunks, three at once, and looks at the checksum that comes back. */
export async function chunkedUpload(
  api: Api,
  shareId: string,
  name: string,
  bytes: Buffer,
  checksum: string,
): Promise<void> {
  const base = `/${shareId}/upload/${encodeURIComponent(name)}`;
  const begun = await api(
    "POST",
    `${base}?phase=start`,
    Buffer.from(JSON.stringify({ size: bytes.length })),
  );
  const { uploadId, chunkSize, chunks } = JSON.parse(begun.text) as {
    uploadId: string;
    chunkSize: number;
    chunks: number;
  };
  let next = 0;
  const send = async () => {
    for (let chunk = next++; chunk < chunks; chunk = next++) {
      const part = bytes.subarray(chunk * chunkSize, (chunk + 1) * chunkSize);
      expect(
        200,
        await api("POST", `${base}?phase=upload&uploadId=${uploadId}&chunk=${chunk}`, part),
      );
    }
  };
  await Promise.all([send(), send(), send()]);
  const done = await api("POST", `${base}?phase=finish&uploadId=${uploadId}`, Buffer.from("{}"));
  expect(201, done);
  if ((JSON.parse(done.text) as { sha256: string }).sha256 !== checksum)
    throw new Error("other bytes arrived");
}
