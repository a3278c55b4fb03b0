import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";

/** A small S3-compatible store on a folder of its own, with one bucket, for tests and faults. */
export interface TestBucket {
  place: {
    endpoint: string;
    region: string;
    bucket: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  port: number;
  close(): Promise<void>;
}

export async function startTestBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), "vereinsheim-s3-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: "verein" }],
  });
  const { port } = await server.run();
  return {
    place: {
      endpoint: `http://127.0.0.1:${port}`,
      region: "us-east-1",
      bucket: "verein",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
    },
    port,
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
