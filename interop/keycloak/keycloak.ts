import { access, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { freePort } from "../../e2e/support/server.ts";
import type { Certificates } from "../certificates.ts";
import { cacheFolder, programNamed, run, start, type Started } from "../machine.ts";

export const VERSION = "26.7.0";
const ARTIFACT = `org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`;
const CLIENT = "interop";
const SECRET = "a-secret-of-this-run-alone";

/** A Keycloak that forgets everything at its end. */
export interface Keycloak extends Started {
  url: string;
  /** AUTH_ADMIN_CLIENT and AUTH_ADMIN_PASSWORD. */
  administrator: Record<string, string>;
  /** Calls its administration interface below `/admin/realms`. */
  admin(method: string, path: string, body?: object): Promise<Response>;
}

/** Returns the folder of the distribution, downloaded at its first use; or why it can't be had. */
export async function keycloakFolder(): Promise<{ folder: string } | { absent: string }> {
  const cache = await cacheFolder("keycloak");
  const folder = join(cache, `keycloak-${VERSION}`);
  const isThere = () =>
    access(join(folder, "bin", "kc.sh")).then(
      () => true,
      () => false,
    );
  const java = await programNamed("java");
  if (java === undefined) return { absent: "no Java 17 (apt-get install default-jre-headless)" };
  if (await isThere()) return { folder };
  for (const program of ["mvn", "unzip"])
    if ((await programNamed(program)) === undefined)
      return { absent: `no ${program} to fetch it with` };
  try {
    const fetched = [
      "-q",
      "dependency:copy",
      `-Dartifact=${ARTIFACT}`,
      `-DoutputDirectory=${cache}`,
      "-Dmdep.useBaseVersion=true",
    ];
    await run("mvn", fetched, { cwd: cache, limitMs: 900_000 });
    await run("unzip", ["-q", "-o", `keycloak-quarkus-dist-${VERSION}.zip`, "-d", cache], {
      cwd: cache,
    });
  } catch (error) {
    return { absent: `it could not be fetched: ${(error as Error).message.slice(0, 200)}` };
  }
  return (await isThere()) ? { folder } : { absent: "the package has no bin/kc.sh" };
}

/**
 * Starts it behind a proxy or alone. It trusts the authority, and finds the names on this machine,
 * which it calls at a logout.
 */
export async function startKeycloak(
  folder: string,
  place: string,
  { authority }: Certificates,
  names: readonly string[],
): Promise<Keycloak> {
  const port = await freePort();
  const management = await freePort();
  const hosts = join(place, "hosts");
  await writeFile(hosts, `127.0.0.1 localhost ${hostname()} ${names.join(" ")}\n`);
  const options = {
    "http-port": String(port),
    "http-host": "127.0.0.1",
    "http-management-port": String(management),
    db: "dev-mem",
    cache: "local",
    "proxy-headers": "xforwarded",
    "truststore-paths": authority,
    "log-level": "warn",
  };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const server = await start("sh", [join(folder, "bin", "kc.sh"), "start-dev", ...args], port, {
    env: {
      KC_BOOTSTRAP_ADMIN_CLIENT_ID: CLIENT,
      KC_BOOTSTRAP_ADMIN_CLIENT_SECRET: SECRET,
      JAVA_OPTS_KC_HEAP: "-Xms64m -Xmx640m",
      JAVA_OPTS_APPEND: `-Djdk.net.hosts.file=${hosts}`,
    },
  });
  const url = `http://localhost:${port}`;
  const keycloak: Keycloak = {
    ...server,
    url,
    administrator: { AUTH_ADMIN_CLIENT: CLIENT, AUTH_ADMIN_PASSWORD: SECRET },
    async admin(method, path, body) {
      const answer = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_id: CLIENT,
          client_secret: SECRET,
        }),
      });
      const { access_token } = (await answer.json()) as { access_token: string };
      return fetch(`${url}/admin/realms${path}`, {
        method,
        headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    },
  };
  // Its first realm takes many times as long as any later one.
  await keycloak.admin("POST", "", { realm: "warm-up", enabled: true });
  return keycloak;
}
