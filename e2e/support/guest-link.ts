import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";

const MAIL_LIMIT_MS = 20_000;

/** Returns the path of the link in the mail that invited a guest, when it has come. */
export function guestLink(dataDir: string, address: string): Promise<string> {
  return mailedLink(dataDir, address, /\/public\/invitation\/[\w-]+/);
}

/** Returns the path of the link in the mail that invited a guest to a series, when it has come. */
export function seriesLink(dataDir: string, address: string): Promise<string> {
  return mailedLink(dataDir, address, /\/public\/invitation-series\/[\w-]+/);
}

/** Returns the path of the link in the mail that invited somebody to log in, when it has come. */
export function passwordLink(dataDir: string, address: string): Promise<string> {
  return mailedLink(dataDir, address, /\/realms\/[\w-]+\/login-actions\/action-token\?key=[\w-]+/);
}

async function mailedLink(dataDir: string, address: string, pattern: RegExp): Promise<string> {
  const mails = join(dataDir, "mail");
  const limit = Date.now() + MAIL_LIMIT_MS;
  while (Date.now() < limit) {
    for (const file of await readdir(mails).catch(() => [])) {
      // Still being written: it gets its name when it is whole.
      if (!file.endsWith(".eml")) continue;
      const mail = await PostalMime.parse(await readFile(join(mails, file)));
      const link = pattern.exec(mail.text ?? "")?.[0];
      if (link !== undefined && mail.to?.some((one) => one.address === address)) return link;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`No mail to ${address}`);
}
