import { chromium } from "playwright-core";
import { chromiumLaunchOptions } from "../../e2e/support/chromium.ts";
import { freePort, startServer } from "../../e2e/support/server.ts";
import { type Certificates, makeCertificates } from "../certificates.ts";
import { type MailServer, startMailServer } from "../mail.ts";
import { ADMIN_PASSWORD, SECRET, vereinsheim, withFolder } from "../product.ts";
import type { Party, Report } from "../report.ts";
import { keycloakFolder, startKeycloak, VERSION } from "./keycloak.ts";
import {
  administratorOf,
  CLUBS,
  identityStories,
  type Place,
  removal,
  withoutKeycloak,
} from "./stories.ts";
import { nginxProgram, startTlsProxy } from "./tls-proxy.ts";

const KEYCLOAK: Party = { name: "Keycloak", version: VERSION };
const MOST_ATTEMPTS = 4;
const NAMES = CLUBS.map((club) => `${club}.verein.localhost`);

/** Log-ins at a real Keycloak: one address for all clubs, without TLS. */
export async function keycloak(report: Report): Promise<void> {
  await atKeycloak(report, KEYCLOAK, async ({ port, keycloakUrl }) => ({
    PUBLIC_URL: `http://{tenant}.verein.localhost:${port}`,
    AUTH_URL: keycloakUrl,
    proxy: undefined,
  }));
}

/** The same behind a proxy that does TLS, each club with its Keycloak under its own name. */
export async function tlsProxy(report: Report): Promise<void> {
  const nginx = await nginxProgram();
  if ("absent" in nginx)
    return report.skipped({ name: "nginx", version: "" }, "everything", nginx.absent);
  const party = { name: `nginx + Keycloak ${VERSION}`, version: nginx.version };
  await atKeycloak(report, party, async ({ port, keycloakUrl, folder, certificates }) => {
    const front = await freePort();
    const behind = { port: front, server: port, keycloak: keycloakUrl };
    const origin = `https://{tenant}.verein.localhost:${front}`;
    return {
      PUBLIC_URL: origin,
      AUTH_URL: origin,
      proxy: () => startTlsProxy(nginx.program, folder, certificates, behind),
    };
  });
}

interface Around {
  port: number;
  keycloakUrl: string;
  folder: string;
  certificates: Certificates;
}

interface Addresses {
  PUBLIC_URL: string;
  AUTH_URL: string;
  proxy: (() => ReturnType<typeof startTlsProxy>) | undefined;
}

async function atKeycloak(
  report: Report,
  party: Party,
  addresses: (around: Around) => Promise<Addresses>,
): Promise<void> {
  const found = await keycloakFolder();
  if ("absent" in found) return report.skipped(party, "everything", found.absent);
  await withFolder(async (folder) => {
    const certificates = await makeCertificates(folder, [
      "localhost",
      "*.verein.localhost",
      "127.0.0.1",
    ]);
    if (certificates === undefined)
      return report.skipped(party, "everything", "no openssl (apt-get install openssl)");
    const stops: (() => Promise<unknown>)[] = [];
    try {
      const mails = await startMailServer(certificates, folder);
      stops.push(() => mails.stop());
      const service = await startKeycloak(found.folder, folder, certificates, NAMES);
      stops.push(() => service.stop("SIGKILL"));
      const port = await freePort();
      const { PUBLIC_URL, AUTH_URL, proxy } = await addresses({
        port,
        keycloakUrl: service.url,
        folder,
        certificates,
      });
      const env = environment(mails, certificates, {
        PUBLIC_URL,
        AUTH_URL,
        AUTH_INTERNAL_URL: service.url,
        DATA_DIR: `${folder}/data`,
        ...service.administrator,
      });
      for (const club of CLUBS) {
        const made = await report.tried(
          party,
          `${club}: \`create-admin\` makes realm and user`,
          async () => {
            await vereinsheim(["tenant", "create", club], env);
            return createAdministrator(club, env);
          },
        );
        if (!made) return;
      }
      const server = await startServer({ port, dataDir: env["DATA_DIR"] as string, env });
      stops.push(() => server.stop({ keepData: true }));
      const front = await proxy?.();
      if (front !== undefined) stops.push(() => front.stop());
      const browser = await chromium.launch(await chromiumLaunchOptions());
      stops.push(() => browser.close());
      const homeOf = (club: string) => PUBLIC_URL.replace("{tenant}", club);
      const place: Place = { browser, keycloak: service, mails, server, env, homeOf };
      await identityStories(report, party, place);
      await removal(report, party, place);
      await withoutKeycloak(report, party, place);
    } finally {
      for (const stop of stops.toReversed()) await stop().catch(() => {});
    }
  });
}

/** What a slow Keycloak has broken off is gone on with by the next call. */
async function createAdministrator(club: string, env: Record<string, string>): Promise<string> {
  const call = ["user", "create-admin", club, administratorOf(club)];
  for (let attempt = 1; ; attempt++) {
    try {
      await vereinsheim(call, env);
      return `${administratorOf(club)}, at attempt ${attempt}`;
    } catch (error) {
      if (attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

function environment(
  mails: MailServer,
  { authority }: Certificates,
  rest: Record<string, string>,
): Record<string, string> {
  return {
    APP_SECRET: SECRET,
    ADMIN_PASSWORD,
    DEMO: "0",
    SMTP_URL: mails.url,
    MAIL_FROM: "Verein <verein@example.org>",
    NODE_EXTRA_CA_CERTS: authority,
    TRUST_PROXY: "127.0.0.1",
    ...rest,
  };
}
