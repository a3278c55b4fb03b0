import { access, mkdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { freePort } from "../../e2e/support/server.ts";
import { cacheFolder, programNamed, run, start, type Started } from "../machine.ts";

export const VERSION = "1.8.0";
const MODULE = `github.com/versity/versitygw/cmd/versitygw@v${VERSION}`;
const KEY = "interop";
/** With everything that an address would have to escape. */
const SECRET = "of/this+run%alone@all:of=it";

/** An S3 server whose objects are files of a folder. */
export interface S3Server extends Started {
  /** For STORAGE_URL. */
  url(bucket: string, options?: { secret?: string; create?: boolean }): string;
}

/** Returns the program, built at its first use; or why it can't be had. */
export async function versitygwProgram(): Promise<{ program: string } | { absent: string }> {
  const folder = await cacheFolder("bin");
  const program = join(folder, `versitygw-${VERSION}`);
  const isThere = await access(program).then(
    () => true,
    () => false,
  );
  if (isThere) return { program };
  if ((await programNamed("go")) === undefined)
    return { absent: "no go to build it (apt-get install golang-go)" };
  try {
    await run("go", ["install", MODULE], { env: { GOBIN: folder }, limitMs: 900_000 });
    await rename(join(folder, "versitygw"), program);
  } catch (error) {
    return { absent: `it could not be built: ${(error as Error).message.slice(0, 200)}` };
  }
  return { program };
}

/** @param folder gets a folder for each bucket, with a file for each object. */
export async function startVersitygw(program: string, folder: string): Promise<S3Server> {
  const port = await freePort();
  // Not every file system keeps attributes beside its files.
  const attributes = join(dirname(folder), "attributes");
  await mkdir(attributes);
  const server = await start(
    program,
    ["--port", `127.0.0.1:${port}`, "--iam-dir", folder, "posix", "--sidecar", attributes, folder],
    port,
    {
      env: { ROOT_ACCESS_KEY: KEY, ROOT_SECRET_KEY: SECRET },
    },
  );
  return {
    ...server,
    url: (bucket, { secret = SECRET, create = false } = {}) =>
      `s3://${KEY}:${secret}@127.0.0.1:${port}/${bucket}?region=us-east-1&tls=false${create ? "&create=true" : ""}`,
  };
}
