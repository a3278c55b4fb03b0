/**
 * A mail server that asks for a log-in and STARTTLS, in a process of its own, as a provider's does:
 * `node mail-server.ts PORT CERTIFICATE KEY FOLDER USER PASSWORD`. Every mail becomes a file of the folder.
 */
import { createWriteStream } from "node:fs";
import { readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { SMTPServer } from "smtp-server";

const [port = "", certificate = "", key = "", folder = "", user = "", secret = ""] =
  process.argv.slice(2);
let received = 0;

const server = new SMTPServer({
  cert: await readFile(certificate),
  key: await readFile(key),
  // Neither without TLS nor without a log-in.
  allowInsecureAuth: false,
  authOptional: false,
  onAuth({ username, password }, _session, done) {
    if (username === user && password === secret) done(null, { user });
    else done(new Error("535 wrong user or password"));
  },
  onData(stream, { envelope }, done) {
    const to = envelope.rcptTo.map(({ address }) => address).join("_");
    const part = join(folder, `${String((received += 1)).padStart(4, "0")}-${to}`);
    void keep(stream, part, done);
  },
});
server.on("error", () => {});
server.listen(Number(port), "127.0.0.1");

/** Keeps a mail in a file, which is whole once it has its name. */
async function keep(
  stream: Readable,
  part: string,
  done: (error?: Error | null) => void,
): Promise<void> {
  let failure: Error | undefined;
  try {
    await pipeline(stream, createWriteStream(part));
    await rename(part, `${part}.eml`);
  } catch (error) {
    failure = error as Error;
  }
  done(failure);
}
