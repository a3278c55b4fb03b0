import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { freePort } from "../e2e/support/server.ts";
import type { Certificates } from "./certificates.ts";
import { eventually, start, type Started } from "./machine.ts";

const USER = "verein@example.org";
const PASSWORD = "nur/mit@diesem%Passwort";

/** A mail server of a process of its own, with log-in and STARTTLS. */
export interface MailServer extends Started {
  /** For SMTP_URL. */
  url: string;
  /** Waits for a mail to an address, and returns the last one's subject and text. */
  mailTo(address: string): Promise<{ subject: string; text: string }>;
}

export async function startMailServer(
  { certificate, key }: Certificates,
  folder: string,
): Promise<MailServer> {
  const port = await freePort();
  const mails = join(folder, "mails");
  await mkdir(mails);
  const program = join(import.meta.dirname, "mail-server.ts");
  const args = [program, String(port), certificate, key, mails, USER, PASSWORD];
  const server = await start(process.execPath, args, port);
  const filesTo = async (address: string) =>
    (await readdir(mails)).filter((name) => name.endsWith(`-${address}.eml`)).toSorted();
  return {
    ...server,
    url: `smtp://${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@localhost:${port}`,
    async mailTo(address) {
      await eventually(async () => (await filesTo(address)).length > 0, `no mail to ${address}`);
      const file = join(mails, (await filesTo(address)).at(-1) ?? "");
      const { subject = "", text = "", html = "" } = await PostalMime.parse(await readFile(file));
      return { subject, text: text === "" ? html : text };
    },
  };
}
